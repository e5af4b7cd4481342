import json
import os
import time

from playcall_client import ApiClient, ApiException, CallsApi, CampaignsApi, Configuration
from playcall_client import ContactInput, CreateCall, CreateCampaign, ErrorEnvelope, Recall

PLAYBOOK = os.environ["PLAYCALL_PLAYBOOK"]
TOO_MANY = list(range(1, 12))
# With its retries left on, the client waits by itself as long as a 429 tells it, and asks again.
server = Configuration(host=os.environ["PLAYCALL_URL"], access_token=os.environ["PLAYCALL_TOKEN"], retries=0)
client = ApiClient(server)
calls = CallsApi(client)
campaigns = CampaignsApi(client)


def place_call():
    """Places a call and reads it back."""
    wish = CreateCall(phone="+15005550100", playbook_id=PLAYBOOK, firstname="Ada", params={"order": 1842})
    created = calls.create_call(wish).data
    call = calls.get_call(created.call_id).data
    return {"call_id": str(call.id), "phone": call.phone, "params": call.params}


def call_contacts(recall, phones):
    """Calls three contacts, who are tried again after half an hour and after an hour."""
    contacts = [ContactInput(phone=phone, first_name="Grace", custom_fields={"plan": "gold"}) for phone in phones]
    created = campaigns.create_campaign(CreateCampaign(playbook_id=PLAYBOOK, contacts=contacts, recall=Recall(recall)))
    return {"campaign_id": str(created.data.campaign_id), "calls": created.data.calls}


def list_calls():
    """Reads the whole list of calls, two at a time."""
    call_ids, pages, cursor = [], 0, None
    while pages == 0 or cursor:
        page = calls.list_calls(limit=2, cursor=cursor).data
        call_ids += [str(call.id) for call in page.items]
        cursor = page.next_cursor
        pages += 1
    return {"pages": pages, "call_ids": call_ids}


def be_refused():
    """Asks for what is refused: more retries than there may be."""
    try:
        calls.create_call(CreateCall(phone="+15005550100", playbook_id=PLAYBOOK, recall=Recall(TOO_MANY)))
    except ApiException as refusal:
        error = ErrorEnvelope.from_json(refusal.body).error
        return {"status": refusal.status, "code": error.code.value, "pointer": error.details[0].pointer}


def wait_at_the_limit():
    """Asks too often, waits as long as it is told, and asks again."""
    while True:
        try:
            calls.list_calls(limit=1)
        except ApiException as refusal:
            retry_after = int(refusal.headers["Retry-After"])
            time.sleep(retry_after)
            again = calls.list_calls_with_http_info(limit=1)
            return {"status": refusal.status, "retry_after": retry_after, "then": again.status_code}


print(
    json.dumps(
        {
            "call": place_call(),
            "campaigns": [
                call_contacts([30, 60], ["+15005550201", "+15005550202", "+15005550203"]),
                call_contacts("[30,60]", ["+15005550301", "+15005550302", "+15005550303"]),
            ],
            "list": list_calls(),
            "refused": be_refused(),
            "limited": wait_at_the_limit(),
        }
    )
)
