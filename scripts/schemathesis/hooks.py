"""
What the contract says in prose and its schemas cannot say.

Schemathesis takes every value that fits the schemas for one to be accepted. Some rules need a clock, a list of names or
two fields at once; here the values it made are brought in line with them, each next to its rule, so that requests reach
the logic behind. What is meant to be invalid stays as it was made.
"""

import hashlib
import itertools
import json
import os
import re
from datetime import datetime, timedelta, timezone

import requests
import schemathesis
import urllib3
from schemathesis import GenerationMode
from schemathesis.generation.meta import TestPhase
from schemathesis.openapi.checks import RejectedPositiveData

LIMITS = json.loads(os.environ["PLAYCALL_LIMITS"])
OWN_TOKEN_ID = os.environ["PLAYCALL_TOKEN_ID"]
PLAYBOOK_ID = os.environ["PLAYCALL_PLAYBOOK_ID"]
URL = os.environ["PLAYCALL_URL"]
AUTHORIZATION = {"Authorization": f"Bearer {os.environ['PLAYCALL_TOKEN']}"}
TIME_ZONES = ["UTC", "Europe/Paris", "America/Argentina/Buenos_Aires", "Asia/Kathmandu", "Pacific/Apia"]

PHONE = r"\+[1-9](?:[ .()-]*[0-9]){6,14}"
CODES = ["+1415", "+1 (212) ", "+4420", "+44 (0)20 ", "+4930", "+39 06"]

cursors = {}
fresh_numbers = itertools.count(1)
sequence_keys = itertools.count(1)
supplied = itertools.count(1)


def number_of(text):
    """A number that depends on the text alone, so that a run with the same seed sends the same."""
    return int.from_bytes(hashlib.sha256(str(text).encode("utf-8", "surrogatepass")).digest()[:4], "big")


@schemathesis.hook
def before_call(context, case, kwargs):
    keep_the_run_alive(case)
    if case.meta is None:
        return
    if case.meta.generation.mode is GenerationMode.POSITIVE:
        mend_valid(case)
    # Invalid requests too: one that shares its key with another that is still being read is answered 409, not 400.
    if case.headers and "Idempotency-Key" in case.headers:
        mend_idempotency_key(case)


def mend_valid(case):
    """Brings everything in line with the rules that no schema can say."""
    if isinstance(case.query, dict):
        mend_cursor(case)
        mend_phones(case.query)
    if isinstance(case.body, dict):
        mend_times(case.body)
        mend_phones(case.body)
        mend_recall(case.body)
        mend_calling_hours(case)
        mend_references(case)
        if isinstance(case.body.get("config"), dict):
            mend_config(case.body["config"])
    if case.meta.phase.name is not TestPhase.STATEFUL:
        supply_resource(case)


@schemathesis.hook
def after_call(context, case, response):
    """Remembers the cursor that a list gave out, for `mend_cursor`."""
    if case.method.upper() == "GET" and response.status_code == 200 and "cursor" not in (case.query or {}):
        cursor = response.json()["data"].get("next_cursor") if "items" in response.json()["data"] else None
        if cursor is not None:
            cursors[case.formatted_path] = (cursor, {key: value for key, value in case.query.items() if key != "limit"})


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """
    U+0000 and numbers that a double does not hold fit the schemas of free values, yet no request may have them
    ("Requests" in the contract). Python's own floats are always held; what it writes of them has 17 digits at most. Where they were made, `invalid_json` is the answer that was promised; the check holds for all else.
    """
    if not isinstance(failure, RejectedPositiveData) or not has_forbidden_json(case.body):
        return True
    return response.status_code != 400 or response.json()["error"]["code"] != "invalid_json"


def has_forbidden_json(value):
    match value:
        case str():
            return "\0" in value
        case int():
            return abs(value) > 2**53 - 1
        case list():
            return any(map(has_forbidden_json, value))
        case dict():
            return any(map(has_forbidden_json, [*value.keys(), *value.values()]))
    return False


def keep_the_run_alive(case):
    """The account's limits stay those of the pass, and the run's own token is not revoked."""
    limits = case.body.get("limits") if isinstance(case.body, dict) else None
    if isinstance(limits, dict):
        for name, value in LIMITS.items():
            if isinstance(limits.get(name), (int, float)) and limits[name] >= 1:
                limits[name] = value
    if case.path_parameters.get("token_id") == OWN_TOKEN_ID:
        case.path_parameters["token_id"] = "00000000-0000-7000-8000-000000000000"


def mend_cursor(case):
    """A cursor is one that the same list has given out; before there is any, the first page is asked for."""
    if "cursor" not in case.query:
        return
    del case.query["cursor"]
    if case.formatted_path in cursors:
        cursor, filters = cursors[case.formatted_path]
        limit = {"limit": case.query["limit"]} if "limit" in case.query else {}
        case.query = {**filters, **limit, "cursor": cursor}


def mend_times(value):
    """`launch_at` and `expires_at` lie in the future, within a year; a time zone is one that exists."""
    if isinstance(value, list):
        for item in value:
            mend_times(item)
    if not isinstance(value, dict):
        return
    for name in ("launch_at", "expires_at"):
        if isinstance(value.get(name), str):
            value[name] = future_instant(value[name])
    if isinstance(value.get("timezone"), str):
        value["timezone"] = TIME_ZONES[number_of(value["timezone"]) % len(TIME_ZONES)]
    mend_times(value.get("contacts"))


def future_instant(text):
    """An instant 2 to 362 days ahead in the form that `text` has: with its fraction and its offset, or without."""
    day = datetime.now(timezone.utc) + timedelta(days=2 + number_of(text) % 360)
    fraction, offset = re.fullmatch(r".{19}(\.[0-9]+)?(Z|[+-][0-9:]{5})?", text).groups()
    if offset is not None and offset != "Z" and not re.fullmatch(r"[+-](0[0-9]|1[0-4]):[0-5][0-9]", offset):
        offset = "+14:00"
    return day.strftime("%Y-%m-%dT%H:%M:%S") + (fraction or "") + (offset or "")


def mend_phones(value):
    """A number is one that its country has, and not of premium rate: hardly any digits that match the pattern are."""
    if isinstance(value, list):
        for item in value:
            mend_phones(item)
    if not isinstance(value, dict):
        return
    for name in ("phone", "from", "to", "transfer_number"):
        text = value.get(name)
        if isinstance(text, str) and re.fullmatch(PHONE, text):
            code = CODES[number_of(text) % len(CODES)]
            value[name] = f"{code}{2_000_000 + number_of(text) % 8_000_000}"
    if "caller_id" in value:
        value["caller_id"] = None  # Only a number of the account may be shown, and the run may have deleted it.
    mend_phones(value.get("contacts"))
    mend_phones(value.get("config"))


def mend_recall(body):
    """A recall has up to 10 different delays, up to 30 days."""
    recall = body.get("recall")
    if recall is None:
        return
    minutes = json.loads(recall) if isinstance(recall, str) else recall
    minutes = [1 + (minute - 1) % 43_200 for minute in minutes]
    few = list(dict.fromkeys(minutes))[:10]
    minutes = [minute for minute in minutes if minute in few]
    body["recall"] = json.dumps(minutes) if isinstance(recall, str) else minutes


def mend_calling_hours(case):
    """A window begins before it ends, and the account's hours are such that a campaign's have time in common with them."""
    hours = case.body.get("calling_hours")
    if not isinstance(hours, dict):
        return
    for window in hours["windows"]:
        if window["from"] >= window["to"]:
            window["from"] = "00:00"
    if case.path == "/account":
        days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        hours["windows"][-1] = {"days": days, "from": "00:00", "to": "24:00"}


def mend_references(case):
    """
    Three of four playbooks exist, and three of four numbers that are added to the account are not there yet: the
    schemas allow any, and hardly anything would be called or added. One of four is as it was made, for 403 and 409.
    """
    chance = number_of(json.dumps(case.body, default=str))
    if "playbook_id" in case.body and chance % 4:
        case.body["playbook_id"] = PLAYBOOK_ID
    if case.path == "/numbers" and case.method.upper() == "POST" and chance // 4 % 4:
        fresh = iter(f"{next(fresh_numbers):06}")
        phone = case.body["phone"]
        last_six = [match.start() for match in re.finditer("[0-9]", phone)][-6:]
        case.body["phone"] = "".join(next(fresh) if at in last_six else char for at, char in enumerate(phone))


def supply_resource(case):
    """
    Three of four requests that need a resource in a certain state find one, made for them: hardly any value at hand names
    a campaign that is under way. In sequences (the phase "stateful") the links do this.
    """
    if next(supplied) % 4 == 0:
        return
    later = {"playbook_id": PLAYBOOK_ID, "launch_at": future_instant("2027-01-01T00:00:00Z")}
    match case.operation.definition.raw["operationId"]:
        case "pauseCampaign" | "cancelCampaign" | "resumeCampaign" as name:
            campaign = post("/campaign", {**later, "contacts": [{"phone": "+15005550100"}]})["campaign_id"]
            if name == "resumeCampaign":
                post(f"/campaigns/{campaign}/pause")
            case.path_parameters["campaign_id"] = campaign
        case "cancelCall":
            case.path_parameters["call_id"] = post("/call", {**later, "phone": "+15005550100"})["call_id"]
        case "compareVersions":
            case.path_parameters["playbook_id"] = PLAYBOOK_ID
            version = post(f"/playbooks/{PLAYBOOK_ID}/versions", {"message": "To compare"})["version_id"]
            case.query.update({"from": version, "to": "current"})


def post(path, body=None):
    response = requests.post(URL + path, json=body, headers=AUTHORIZATION, timeout=30)
    response.raise_for_status()
    return response.json()["data"]


def mend_config(config):
    """The rules of a playbook's configuration that `PlaybookConfig` tells in words, where it is there and not null."""
    config["agent"] = "scripted"  # The service under test has no language model.
    steps = config.get("script") or []
    for number, step in enumerate(steps):
        if step.get("id"):
            step["id"] = f"step_{number}"
    targets = [step["id"] for step in steps if step.get("id")] + ["end"]
    if config.get("transfer_number"):
        targets.append("transfer")
    for step in steps:
        for place, key in [(step, "else"), *((reply, "goto") for reply in step.get("expect") or [])]:
            if place.get(key):
                place[key] = targets[number_of(place[key]) % len(targets)]
        for reply in step.get("expect") or []:
            if reply.get("outcome") and config.get("outcomes") is not None:
                reply["outcome"] = [*config["outcomes"], "opt_out"][0]
    voicemail = config.get("voicemail") or {}
    if voicemail.get("action") == "message" and not (voicemail.get("message") or "").strip():
        voicemail["message"] = "Please call back."


def mend_idempotency_key(case):
    """Another request has another key; the same request keeps its own, so that answers are replayed too."""
    key = case.headers["Idempotency-Key"]
    if not isinstance(key, str) or not re.fullmatch(r"[!-~]{1,255}", key):
        return
    # What a replay names may have been deleted since, which the checks of sequences would take for a fault.
    once = next(sequence_keys) if case.meta.phase.name is TestPhase.STATEFUL else None
    request = json.dumps([once, case.path, case.path_parameters, case.body], default=str)
    case.headers["Idempotency-Key"] = key[:223] + hashlib.sha256(request.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def connect_from_many_addresses():
    """
    Gives each new connection a loopback address of its own. Clients without a valid token are limited by address, and
    here a single one stands for many: the check `ignored_auth` is about the answer 401, not about the limit before it.
    """
    count = itertools.count(1)
    connect = urllib3.util.connection.create_connection

    def from_next_address(address, *args, **kwargs):
        number = next(count)
        kwargs["source_address"] = (f"127.1.{number // 250 % 250}.{1 + number % 250}", 0)
        return connect(address, *args, **kwargs)

    urllib3.util.connection.create_connection = from_next_address


connect_from_many_addresses()
