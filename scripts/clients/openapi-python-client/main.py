import json
import os
import time
from uuid import UUID

from playcall_client import AuthenticatedClient
from playcall_client.api.calls import create_call, get_call, list_calls
from playcall_client.api.campaigns import create_campaign
from playcall_client.models import ContactInput, CreateCall, CreateCampaign
from playcall_client.types import UNSET

PLAYBOOK = UUID(os.environ["PLAYCALL_PLAYBOOK"])
TOO_MANY = list(range(1, 12))
client = AuthenticatedClient(base_url=os.environ["PLAYCALL_URL"], token=os.environ["PLAYCALL_TOKEN"])


def place_call():
    """Places a call and reads it back."""
    wish = CreateCall.from_dict({"phone": "+15005550100", "playbook_id": str(PLAYBOOK), "params": {"order": 1842}})
    wish.firstname = "Ada"
    created = create_call.sync(client=client, body=wish).data
    call = get_call.sync(created.call_id, client=client).data
    return {"call_id": str(call.id), "phone": call.phone, "params": call.params.to_dict()}


def call_contacts(recall, phones):
    """Calls three contacts, who are tried again after half an hour and after an hour."""
    contacts = [
        ContactInput.from_dict({"phone": phone, "first_name": "Grace", "custom_fields": {"plan": "gold"}})
        for phone in phones
    ]
    wish = CreateCampaign(playbook_id=PLAYBOOK, contacts=contacts, recall=recall)
    created = create_campaign.sync(client=client, body=wish).data
    return {"campaign_id": str(created.campaign_id), "calls": created.calls}


def list_all_calls():
    """Reads the whole list of calls, two at a time."""
    call_ids, pages, cursor = [], 0, UNSET
    while cursor is not None:
        page = list_calls.sync(client=client, limit=2, cursor=cursor).data
        call_ids += [str(call.id) for call in page.items]
        cursor = page.next_cursor
        pages += 1
    return {"pages": pages, "call_ids": call_ids}


def be_refused():
    """Asks for what is refused: more retries than there may be."""
    wish = CreateCall(phone="+15005550100", playbook_id=PLAYBOOK, recall=TOO_MANY)
    answer = create_call.sync_detailed(client=client, body=wish)
    error = answer.parsed.error
    return {"status": answer.status_code, "code": error.code, "pointer": error.details[0].pointer}


def wait_at_the_limit():
    """Asks too often, waits as long as it is told, and asks again."""
    while True:
        answer = list_calls.sync_detailed(client=client, limit=1)
        if answer.status_code == 429:
            retry_after = answer.parsed.error.retry_after
            time.sleep(retry_after)
            again = list_calls.sync_detailed(client=client, limit=1)
            return {"status": answer.status_code, "retry_after": retry_after, "then": again.status_code}


print(
    json.dumps(
        {
            "call": place_call(),
            "campaigns": [
                call_contacts([30, 60], ["+15005550201", "+15005550202", "+15005550203"]),
                call_contacts("[30,60]", ["+15005550301", "+15005550302", "+15005550303"]),
            ],
            "list": list_all_calls(),
            "refused": be_refused(),
            "limited": wait_at_the_limit(),
        }
    )
)
