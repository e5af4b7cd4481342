<?php

// The client's classes are in files of their names; those of Debian's Guzzle bring their own loader.
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/client/lib/' . str_replace('\\', '/', substr($class, strlen('Playcall\\'))) . '.php';
    if (str_starts_with($class, 'Playcall\\') && is_file($file)) {
        require $file;
    }
});
require 'GuzzleHttp/autoload.php';

use Playcall\Api\CallsApi;
use Playcall\Api\CampaignsApi;
use Playcall\ApiException;
use Playcall\Configuration;
use Playcall\Model\ContactInput;
use Playcall\Model\CreateCall;
use Playcall\Model\CreateCampaign;

const TOO_MANY = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
$playbook = getenv('PLAYCALL_PLAYBOOK');
$server = (new Configuration())->setHost(getenv('PLAYCALL_URL'))->setAccessToken(getenv('PLAYCALL_TOKEN'));
$calls = new CallsApi(config: $server);
$campaigns = new CampaignsApi(config: $server);

/** Places a call and reads it back. */
function placeCall(CallsApi $calls, string $playbook): array
{
    $wish = ['phone' => '+15005550100', 'playbook_id' => $playbook, 'firstname' => 'Ada', 'params' => ['order' => 1842]];
    $created = $calls->createCall(new CreateCall($wish))->getData();
    $call = $calls->getCall($created->getCallId())->getData();
    return ['call_id' => $call->getId(), 'phone' => $call->getPhone(), 'params' => $call->getParams()];
}

/** Calls three contacts, who are tried again after half an hour and after an hour. */
function callContacts(CampaignsApi $campaigns, string $playbook, array|string $recall, string ...$phones): array
{
    $known = ['first_name' => 'Grace', 'custom_fields' => ['plan' => 'gold']];
    $contacts = array_map(fn(string $phone) => new ContactInput(['phone' => $phone, ...$known]), $phones);
    $wish = new CreateCampaign(['playbook_id' => $playbook, 'contacts' => $contacts, 'recall' => $recall]);
    $created = $campaigns->createCampaign($wish)->getData();
    return ['campaign_id' => $created->getCampaignId(), 'calls' => $created->getCalls()];
}

/** Reads the whole list of calls, two at a time. */
function listCalls(CallsApi $calls): array
{
    $ids = [];
    $pages = 0;
    $cursor = null;
    do {
        $page = $calls->listCalls(limit: 2, cursor: $cursor)->getData();
        foreach ($page->getItems() as $call) {
            $ids[] = $call->getId();
        }
        $cursor = $page->getNextCursor();
        $pages++;
    } while ($cursor !== null);
    return ['pages' => $pages, 'call_ids' => $ids];
}

/** Asks for what is refused: more retries than there may be. */
function beRefused(CallsApi $calls, string $playbook): array
{
    try {
        $calls->createCall(new CreateCall(['phone' => '+15005550100', 'playbook_id' => $playbook, 'recall' => TOO_MANY]));
    } catch (ApiException $refusal) {
        $error = $refusal->getResponseObject()->getError();
        $pointer = $error->getDetails()[0]->getPointer();
        return ['status' => $refusal->getCode(), 'code' => $error->getCode(), 'pointer' => $pointer];
    }
    throw new LogicException('it was not refused');
}

/** Asks too often, waits as long as it is told, and asks again. */
function waitAtTheLimit(CallsApi $calls): array
{
    while (true) {
        try {
            $calls->listCalls(limit: 1);
        } catch (ApiException $refusal) {
            $seconds = (int) $refusal->getResponseHeaders()['Retry-After'][0];
            sleep($seconds);
            [, $status] = $calls->listCallsWithHttpInfo(limit: 1);
            return ['status' => $refusal->getCode(), 'retry_after' => $seconds, 'then' => $status];
        }
    }
}

echo json_encode([
    'call' => placeCall($calls, $playbook),
    'campaigns' => [
        callContacts($campaigns, $playbook, [30, 60], '+15005550201', '+15005550202', '+15005550203'),
        callContacts($campaigns, $playbook, '[30,60]', '+15005550301', '+15005550302', '+15005550303'),
    ],
    'list' => listCalls($calls),
    'refused' => beRefused($calls, $playbook),
    'limited' => waitAtTheLimit($calls),
]);
