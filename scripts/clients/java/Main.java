import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.example.playcall.ApiClient;
import org.example.playcall.ApiException;
import org.example.playcall.api.CallsApi;
import org.example.playcall.api.CampaignsApi;
import org.example.playcall.model.*;

public class Main {
  static final UUID PLAYBOOK = UUID.fromString(System.getenv("PLAYCALL_PLAYBOOK"));
  static final ApiClient client = connect(System.getenv("PLAYCALL_URL"), System.getenv("PLAYCALL_TOKEN"));
  static final CallsApi calls = new CallsApi(client);
  static final CampaignsApi campaigns = new CampaignsApi(client);

  static ApiClient connect(String url, String token) {
    var client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  /** Places a call and reads it back. */
  static Map<String, Object> placeCall() throws ApiException {
    var wish = new CreateCall().phone("+15005550100").playbookId(PLAYBOOK).firstname("Ada").params(Map.of("order", 1842));
    var created = calls.createCall(wish, null).getData();
    var call = calls.getCall(created.getCallId()).getData();
    return Map.of("call_id", call.getId(), "phone", call.getPhone(), "params", call.getParams());
  }

  /** Calls three contacts, who are tried again after half an hour and after an hour. */
  static Map<String, Object> callContacts(Object recall, String... phones) throws ApiException {
    var contacts = Stream.of(phones)
        .map(phone -> new ContactInput().phone(phone).firstName("Grace").customFields(Map.of("plan", "gold")))
        .toList();
    var wish = new CreateCampaign().playbookId(PLAYBOOK).contacts(contacts).recall(recall);
    var created = campaigns.createCampaign(wish, null).getData();
    return Map.of("campaign_id", created.getCampaignId(), "calls", created.getCalls());
  }

  static CallListEnvelope listCalls(int limit, String cursor) throws ApiException {
    return calls.listCalls(null, null, null, null, null, null, null, null, null, limit, cursor);
  }

  /** Reads the whole list of calls, two at a time. */
  static Map<String, Object> listCalls() throws ApiException {
    var ids = new ArrayList<UUID>();
    int pages = 0;
    String cursor = null;
    do {
      var page = listCalls(2, cursor).getData();
      page.getItems().forEach(call -> ids.add(call.getId()));
      cursor = page.getNextCursor();
      pages++;
    } while (cursor != null);
    return Map.of("pages", pages, "call_ids", ids);
  }

  /** Asks for what is refused: more retries than there may be. */
  static Map<String, Object> beRefused() throws Exception {
    try {
      calls.createCall(new CreateCall().phone("+15005550100").playbookId(PLAYBOOK).recall(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)), null);
    } catch (ApiException refusal) {
      var error = client.getObjectMapper().readValue(refusal.getResponseBody(), ErrorEnvelope.class).getError();
      return Map.of("status", refusal.getCode(), "code", error.getCode(), "pointer", error.getDetails().get(0).getPointer());
    }
    throw new IllegalStateException("it was not refused");
  }

  /** Asks too often, waits as long as it is told, and asks again. */
  static Map<String, Object> waitAtTheLimit() throws Exception {
    while (true) {
      try {
        listCalls(1, null);
      } catch (ApiException refusal) {
        long seconds = refusal.getResponseHeaders().firstValueAsLong("Retry-After").orElseThrow();
        Thread.sleep(seconds * 1000);
        var again = calls.listCallsWithHttpInfo(null, null, null, null, null, null, null, null, null, 1, null);
        return Map.of("status", refusal.getCode(), "retry_after", seconds, "then", again.getStatusCode());
      }
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(client.getObjectMapper().writeValueAsString(Map.of(
        "call", placeCall(),
        "campaigns", List.of(
            callContacts(List.of(30, 60), "+15005550201", "+15005550202", "+15005550203"),
            callContacts("[30,60]", "+15005550301", "+15005550302", "+15005550303")),
        "list", listCalls(),
        "refused", beRefused(),
        "limited", waitAtTheLimit())));
  }
}
