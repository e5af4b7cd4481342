require 'json'
require 'uri'
$LOAD_PATH.unshift(File.join(__dir__, 'client/lib'))
require 'playcall'

PLAYBOOK = ENV.fetch('PLAYCALL_PLAYBOOK')
SERVER = URI(ENV.fetch('PLAYCALL_URL'))
TOO_MANY = (1..11).to_a

Playcall.configure do |config|
  config.scheme = SERVER.scheme
  config.host = "#{SERVER.host}:#{SERVER.port}"
  config.base_path = ''
  config.access_token = ENV.fetch('PLAYCALL_TOKEN')
end
CALLS = Playcall::CallsApi.new
CAMPAIGNS = Playcall::CampaignsApi.new

# Places a call and reads it back.
def place_call
  wish = Playcall::CreateCall.new(phone: '+15005550100', playbook_id: PLAYBOOK, firstname: 'Ada', params: { order: 1842 })
  created = CALLS.create_call(wish).data
  call = CALLS.get_call(created.call_id).data
  { call_id: call.id, phone: call.phone, params: call.params }
end

# Calls three contacts, who are tried again after half an hour and after an hour.
def call_contacts(recall, phones)
  contacts = phones.map do |phone|
    Playcall::ContactInput.new(phone: phone, first_name: 'Grace', custom_fields: { plan: 'gold' })
  end
  wish = Playcall::CreateCampaign.new(playbook_id: PLAYBOOK, contacts: contacts, recall: recall)
  created = CAMPAIGNS.create_campaign(wish).data
  { campaign_id: created.campaign_id, calls: created.calls }
end

# Reads the whole list of calls, two at a time.
def list_calls
  ids = []
  pages = 0
  query = { limit: 2 }
  loop do
    page = CALLS.list_calls(query).data
    ids.concat(page.items.map(&:id))
    pages += 1
    return { pages: pages, call_ids: ids } if page.next_cursor.nil?

    query[:cursor] = page.next_cursor
  end
end

# Asks for what is refused: more retries than there may be.
def be_refused
  CALLS.create_call(Playcall::CreateCall.new(phone: '+15005550100', playbook_id: PLAYBOOK, recall: TOO_MANY))
  raise 'it was not refused'
rescue Playcall::ApiError => e
  error = Playcall::ErrorEnvelope.build_from_hash(JSON.parse(e.response_body, symbolize_names: true)).error
  { status: e.code, code: error.code, pointer: error.details[0].pointer }
end

# Asks too often, waits as long as it is told, and asks again.
def wait_at_the_limit
  loop { CALLS.list_calls(limit: 1) }
rescue Playcall::ApiError => e
  seconds = e.response_headers['Retry-After'].to_i
  sleep(seconds)
  _, status, = CALLS.list_calls_with_http_info(limit: 1)
  { status: e.code, retry_after: seconds, then: status }
end

puts JSON.generate(
  call: place_call,
  campaigns: [
    call_contacts([30, 60], ['+15005550201', '+15005550202', '+15005550203']),
    call_contacts('[30,60]', ['+15005550301', '+15005550302', '+15005550303'])
  ],
  list: list_calls,
  refused: be_refused,
  limited: wait_at_the_limit
)
