// Generated, do not edit: by `bun scripts/generate.ts` from the contract with sha256 ad7158db1cf9faf3bbda6648c00c6bf1773c59dc292e1f94b06412c8dbd6f833
export interface paths {
  '/call': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Call a number
     * @description Creates one outbound call. Without `launch_at`, or with one that has just passed, it starts at once, as soon as a
     *     line is free; with a future `launch_at` it waits for that time.
     *
     *     Two forms of the request are in use, and they may be mixed. One puts everything that the agent should know into
     *     `params`, for example `customer_name`. The other names the callee by `firstname` and `lastname` at the top level. For
     *     the playbook's texts both become one set of variables: every key of `params` under its own name, `firstname` as
     *     `first_name` and `lastname` as `last_name`. Where both give the same variable, the top level wins over `params`, and
     *     both win over the playbook's `variables`. `customer_name` is not taken apart: it stays one variable.
     *
     *     The version of the playbook is chosen now and used for every attempt: the one named by `version_id`, else the
     *     production version, else, for a playbook without versions, its current configuration as it is now. A `version_id` that
     *     the playbook does not have is no error; the production version is used instead.
     *
     *     The callee becomes a contact of the account if the number is not one yet; `firstname` and `lastname` replace the names
     *     of that contact.
     *
     *     A call that is due outside the calling hours, or beyond the attempt limit of the account, is accepted and waits; its
     *     record says so. One to a number on the list of suppressions is accepted too but never dialled: when it is due at the
     *     latest, it ends as `canceled` with the `ended_reason` `suppressed`.
     *
     *     If nobody is reached, the call is tried again as `recall` says.
     *
     *     Needs the scope `calls:write`.
     */
    post: operations['createCall']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/calls': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List calls
     * @description Answers the account's calls, the newest first, without their attempts and transcripts. Filters combine: a call is
     *     listed when it fits all of them. A filter that names something unknown yields an empty list.
     *
     *     Pages are stable while calls are being added. A filter on `status` looks at the status at the moment of each request.
     *
     *     Needs the scope `calls:read`.
     */
    get: operations['listCalls']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/calls/{call_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a call
     * @description Answers one call with its attempts and its transcript as they are at the moment. The transcript grows while the
     *     conversation goes on.
     *
     *     Needs the scope `calls:read`.
     */
    get: operations['getCall']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/calls/{call_id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel a call
     * @description Ends a call for good: one that waits is never dialled, one that rings or talks is hung up, and no retry follows. A
     *     call that is canceled already stays so, and the answer is the same. A call that has ended in another way is 409
     *     `conflict`.
     *
     *     The request has no body.
     *
     *     Needs the scope `calls:write`.
     */
    post: operations['cancelCall']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaign': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Call a list of contacts
     * @description Creates or updates the contacts, and creates one call for each number. Without `launch_at` the calls start at once, as
     *     soon as lines are free; with a future `launch_at` they wait for that time. `recall` holds in both cases.
     *
     *     A number that occurs more than once is one contact and one call; the fields of the later items win. Fields that are
     *     sent replace those of a known contact, fields that are absent stay, `null` clears, and `custom_fields` merge key by
     *     key; a contact that this would leave with more than 100 of them or 64 KiB is named by its pointer, for example
     *     `/contacts/7/custom_fields`. If anything in the request is wrong, nothing of it is stored, and `error.details` lists
     *     the first 100 problems.
     *
     *     The version of the playbook is chosen now, by the rules of `POST /call`, and used for every call and every retry.
     *
     *     The contacts and calls of a large campaign are stored after the answer, within seconds; `stored` in the campaign tells
     *     how many are. Its first calls are made meanwhile.
     *
     *     A call that is due outside the calling hours, or beyond the attempt limit of the account, waits. `calling_hours`
     *     narrow the account's for this campaign. Numbers on the list of suppressions are not dialled: their calls end as
     *     `canceled` when they are due at the latest, and the campaign counts them in `skipped`.
     *
     *     `POST /campaign/plan` takes the same body, stores nothing, and answers what the campaign would do.
     *
     *     The body may have up to 64 MiB and 100,000 contacts.
     *
     *     Needs the scope `campaigns:write`.
     */
    post: operations['createCampaign']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaign/plan': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Say what a campaign would do
     * @description A dry run. Takes the body of `POST /campaign`, checks it in every way that `POST /campaign` does, and answers what the
     *     campaign would do if it were created now. Nothing is stored and nobody is called. What `POST /campaign` would refuse is
     *     refused with the same answer.
     *
     *     The plan assumes that lines are free and that calls at once do not bind.
     *
     *     The body may have up to 64 MiB and 100,000 contacts.
     *
     *     Needs the scope `campaigns:write`.
     */
    post: operations['planCampaign']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List campaigns
     * @description Answers the account's campaigns, the newest first, without their progress. Filters combine: a campaign is listed when
     *     it fits all of them. A filter that names something unknown yields an empty list.
     *
     *     Needs the scope `campaigns:read`.
     */
    get: operations['listCampaigns']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns/{campaign_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a campaign
     * @description Answers one campaign with its progress: how many of its calls have each status at the moment. For the calls themselves
     *     use `GET /calls?campaign_id=…`.
     *
     *     Needs the scope `campaigns:read`.
     */
    get: operations['getCampaign']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns/{campaign_id}/pause': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Pause a campaign
     * @description Holds a campaign: from now on none of its calls is dialled, neither for the first time nor as a retry. Calls that are
     *     being dialled, ring or talk go on. What falls due meanwhile is dialled after the campaign is resumed.
     *
     *     A paused campaign stays paused, and the answer is the same. A completed or canceled one is 409 `conflict`. The request
     *     has no body.
     *
     *     Needs the scope `campaigns:write`.
     */
    post: operations['pauseCampaign']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns/{campaign_id}/resume': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Resume a campaign
     * @description Lets a paused campaign go on: it is `running` again, or `scheduled` if its launch time is still to come. Calls that
     *     fell due meanwhile are dialled as lines are free.
     *
     *     A campaign that is not paused stays as it is, and the answer is the same. A completed or canceled one is 409
     *     `conflict`. The request has no body.
     *
     *     Needs the scope `campaigns:write`.
     */
    post: operations['resumeCampaign']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns/{campaign_id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel a campaign
     * @description Ends a campaign for good: each of its calls that has not ended is canceled as by `POST /calls/{call_id}/cancel`. One
     *     that waits is never dialled, one that rings or talks is hung up. Calls that have ended stay as they are, and so do the
     *     contacts.
     *
     *     A canceled campaign stays so, and the answer is the same. A completed one is 409 `conflict`. The request has no body.
     *
     *     Needs the scope `campaigns:write`.
     */
    post: operations['cancelCampaign']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/playbooks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List playbooks
     * @description Answers the account's playbooks, the newest first, with their current configurations.
     *
     *     Needs the scope `playbooks:read`.
     */
    get: operations['listPlaybooks']
    put?: never
    /**
     * Create a playbook
     * @description Creates a playbook with a name and a current configuration. It has no versions yet; calls use the current
     *     configuration until the first version is committed. The configuration is checked as described at `PlaybookConfig`.
     *
     *     Needs the scope `playbooks:write`.
     */
    post: operations['createPlaybook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/playbooks/{playbook_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a playbook
     * @description Answers one playbook with its current configuration.
     *
     *     Needs the scope `playbooks:read`.
     */
    get: operations['getPlaybook']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change a playbook
     * @description Changes the name, the current configuration, or both; what is absent stays. `config` replaces the current
     *     configuration whole: a field that it leaves out is gone. It is checked as described at `PlaybookConfig`.
     *
     *     Versions do not change, and neither do calls that exist already. New calls use the current configuration only as long
     *     as the playbook has no versions: commit it and mark the version as production to put it to work.
     *
     *     Needs the scope `playbooks:write`.
     */
    patch: operations['updatePlaybook']
    trace?: never
  }
  '/playbooks/{playbook_id}/versions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List versions
     * @description Answers the versions of a playbook with their configurations, the newest first.
     *
     *     Needs the scope `playbooks:read`.
     */
    get: operations['listVersions']
    put?: never
    /**
     * Commit a version
     * @description Makes a version of the playbook's current configuration as it is now, with a message. Versions are numbered 1, 2, 3
     *     and never change; they cannot be deleted. Committing the same configuration twice makes two versions.
     *
     *     The first version of a playbook becomes its production version. Later ones do not: mark them as production when they
     *     are ready. If the configuration was restored from a version and not changed since, `restored_from_version_id` names
     *     that version.
     *
     *     Needs the scope `playbooks:write`.
     */
    post: operations['createVersion']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/playbooks/{playbook_id}/versions/{version_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a version
     * @description Answers one version of a playbook with its configuration.
     *
     *     Needs the scope `playbooks:read`.
     */
    get: operations['getVersion']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/playbooks/{playbook_id}/versions/{version_id}/production': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark a version as production
     * @description Makes this version the production version of its playbook and unmarks the former one in the same step. It takes effect
     *     at once for new incoming calls and for new calls and campaigns that name no version; calls that exist already,
     *     waiting ones too, keep the version they have. Marking an earlier version is the way back.
     *
     *     A version that is in production already stays so, and the answer is the same. The request has no body.
     *
     *     Needs the scope `playbooks:write`.
     */
    post: operations['markProduction']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/playbooks/{playbook_id}/versions/{version_id}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Restore a version
     * @description Copies the version's configuration into the playbook's current configuration, which it replaces whole. It makes no
     *     version and marks nothing as production. Calls go on as before; to use the configuration again, commit it and mark the
     *     new version, or mark the old one at once.
     *
     *     If the next version is committed before the configuration is changed again, it carries this version's identifier in
     *     `restored_from_version_id`. Restoring the same version again changes nothing. The request has no body.
     *
     *     Needs the scope `playbooks:write`.
     */
    post: operations['restoreVersion']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/playbooks/{playbook_id}/compare': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Compare two versions
     * @description Answers the difference between two versions of the playbook, or between a version and the current configuration,
     *     twice: as a JSON Patch (RFC 6902) for programs, and as the list of fields that differ, with both values, for people.
     *     Only the configurations are compared, not the messages and dates of the versions.
     *
     *     Needs the scope `playbooks:read`.
     */
    get: operations['compareVersions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/contacts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List contacts
     * @description Answers the account's contacts, the newest first. With `phone` it answers the one contact with that number, or none.
     *     Filters combine: a contact is listed when it fits all of them. A filter that names something unknown yields an empty
     *     list.
     *
     *     Needs the scope `contacts:read`.
     */
    get: operations['listContacts']
    /**
     * Create or update a contact
     * @description Creates the contact with this number, or updates it if the account knows the number already; the answer is the same in
     *     both cases. As in a campaign, fields that are sent replace the stored ones, fields that are absent stay, `null`
     *     clears, and `custom_fields` merge key by key; if that would leave the contact with more than 100 of them, the request
     *     is refused with the pointer `/custom_fields`. Nobody is called.
     *
     *     The request can be repeated without harm, so it takes no `Idempotency-Key`.
     *
     *     Needs the scope `contacts:write`.
     */
    put: operations['upsertContact']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/contacts/{contact_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a contact
     * @description Answers one contact.
     *
     *     Needs the scope `contacts:read`.
     */
    get: operations['getContact']
    put?: never
    post?: never
    /**
     * Erase a contact
     * @description Removes what is known about a person, and cannot be undone.
     *
     *     First the contact's calls that have not ended are canceled, those in conversation too. Then the contact is deleted
     *     with all its fields, and each of its calls loses what is personal: `phone` and `contact_id` become `null`, `params`
     *     empty, the names that came with the call are removed, and so are the transcript, the `summary` and
     *     `requested_version_id`. Idempotency keys that made one of the calls, or whose answers name the person, are forgotten. What
     *     remains of a call serves the count: times, status, `outcome` and campaign.
     *
     *     If the number is on the list of suppressions it stays there, without being shown, by a keyed hash. It is thus not
     *     called even if it is sent again, which would otherwise make a new contact. What the carrier and backups hold is not
     *     reached by this request. The request has no body.
     *
     *     Needs the scope `contacts:write`.
     */
    delete: operations['eraseContact']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/numbers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List numbers
     * @description Answers the account's telephone numbers, the newest first.
     *
     *     Needs the scope `numbers:read`.
     */
    get: operations['listNumbers']
    put?: never
    /**
     * Add a number
     * @description Adds a telephone number to the account. From now on the playbook answers its incoming calls, each with the version
     *     that is in production when the call comes in, or with the current configuration if the playbook has no versions.
     *
     *     The carrier must bring the number's calls to this server; how, the operator knows. A number belongs to one account at
     *     most.
     *
     *     Needs the scope `numbers:write`.
     */
    post: operations['createNumber']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/numbers/{number_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a number
     * @description Answers one telephone number of the account.
     *
     *     Needs the scope `numbers:read`.
     */
    get: operations['getNumber']
    put?: never
    post?: never
    /**
     * Give a number up
     * @description Takes the number out of the account. Calls to it are not accepted any more; conversations under way go on, and the
     *     records of its calls stay. It can be added again, by any account. The request has no body.
     *
     *     If it was the account's `caller_id`, and the operator has not verified it, that becomes `null`. Calls that were created
     *     before show the caller id that they were created with.
     *
     *     Needs the scope `numbers:write`.
     */
    delete: operations['deleteNumber']
    options?: never
    head?: never
    /**
     * Change a number
     * @description Changes the playbook that answers, the label, or both; what is absent stays. The playbook changes for the calls that
     *     come in from now on. The telephone number itself cannot be changed: add another.
     *
     *     Needs the scope `numbers:write`.
     */
    patch: operations['updateNumber']
    trace?: never
  }
  '/suppressions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List suppressions
     * @description Answers the numbers that the account does not call, the newest entry first. With `phone` it answers the one entry of
     *     that number, or none; an entry whose number was erased is found by the number as well.
     *
     *     Needs the scope `suppressions:read`.
     */
    get: operations['listSuppressions']
    put?: never
    /**
     * Suppress a number
     * @description Puts a number on the list of those that the account does not call, whether or not it belongs to a contact. It takes
     *     effect at once: calls to it that wait end as `canceled` with the `ended_reason` `suppressed`, calls that are being
     *     dialled or ring are hung up and end likewise, and conversations under way go on, without a retry. A call that is
     *     created for the number later is not dialled either and ends in this way when it is due at the latest; a campaign
     *     counts it in `skipped`. Incoming calls from the number are answered as before.
     *
     *     A number that is listed already keeps its entry, with its reason and note, and the answer shows that.
     *
     *     Needs the scope `suppressions:write`.
     */
    post: operations['createSuppression']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/suppressions/{suppression_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Allow a number again
     * @description Takes a number off the list, so that it may be called again. Calls that have ended because of it stay as they are.
     *     Make sure that the person has agreed. The request has no body.
     *
     *     Needs the scope `suppressions:write`.
     */
    delete: operations['deleteSuppression']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List tokens
     * @description Answers the account's tokens, the newest first, those that are expired or revoked too. Their secrets are not shown.
     *
     *     Needs the scope `tokens:read`.
     */
    get: operations['listTokens']
    put?: never
    /**
     * Create a token
     * @description Creates a token of the account. Its secret is in this answer and never shown again: the server keeps only a hash of
     *     it.
     *
     *     A token can pass on no more than it may do itself: each scope of the new token must be one that the token of this
     *     request has. Nor does it outlive it: when the token of this request expires, the new one expires then at the latest,
     *     whatever `expires_at` asks for; the answer tells when.
     *
     *     This operation does not take the header `Idempotency-Key`, because an answer that holds a secret is not kept. When the
     *     answer gets lost, look for the new token in `GET /tokens`, revoke it and create another.
     *
     *     Needs the scope `tokens:write`.
     */
    post: operations['createToken']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tokens/{token_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Revoke a token
     * @description Ends a token for good: from the next request on it is answered with 401. Requests that are being worked on are
     *     finished. Any token of the account can be revoked that may do no more than the token of this request, itself included;
     *     one with other scopes is refused with `insufficient_scope`, and goes on.
     *
     *     A token that is revoked already stays so, and the answer is the same. It stays in the list. The request has no body.
     *
     *     Needs the scope `tokens:write`.
     */
    delete: operations['revokeToken']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/account': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read the account
     * @description Answers the account to which the token belongs, with its settings.
     *
     *     Needs the scope `account:read`.
     */
    get: operations['getAccount']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change the account
     * @description Changes the settings that are sent; what is absent stays. `null` clears `calling_hours`, `attempt_limit`, `caller_id`
     *     and the members of `lines` that may be `null`. In `limits` and `lines` absent members stay, while `calling_hours` and
     *     `attempt_limit` are replaced whole.
     *
     *     Where the operator of the service has set a ceiling, `limits` and `lines` cannot be set above it: the request is refused
     *     with `above_ceiling`. `null` in `lines` then means as much as the ceiling. `ceilings` of the answer are those that there
     *     are.
     *
     *     A change takes effect at once: limits from the next request on, lines, calling hours and the attempt limit from the
     *     next dial on, for calls that wait already too. Calls that ring or talk go on.
     *
     *     Needs the scope `account:write`.
     */
    patch: operations['updateAccount']
    trace?: never
  }
  '/simulator/inbound': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Simulate an incoming call
     * @description Lets the simulated carrier bring in a call from one number to another, as if somebody had dialled, to try the numbers
     *     of the account and their playbooks. The caller behaves as the table under Telephone numbers says. Read the
     *     conversation with `GET /calls/{call_id}`.
     *
     *     Only on a server that runs with the simulated carrier; elsewhere the answer is 404. A call that the service does not
     *     take, because the number is not one of the account's or no line is free, is no error: `accepted` is `false`, and
     *     `reason` says why. Every request is a new call, so it takes no `Idempotency-Key`.
     *
     *     Needs the scope `calls:write`.
     */
    post: operations['simulateInboundCall']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    /**
     * @description A telephone number in international form: `+`, then 7 to 15 digits of which the first is not zero. Spaces, dots,
     *     dashes and parentheses may stand between the digits, singly or repeated, but not between the plus sign and the first
     *     digit and not after the last one. The number has at most 40 characters.
     *
     *     Then the number must be possible: its country code exists, and it is as long as numbers of that country are. A trunk
     *     prefix after the country code, as in `+44 (0)20 7183 8750`, is understood and left out. Whether somebody can be reached
     *     there, the carrier finds out. Everything else is refused with `invalid_phone`: letters, extensions, digits other than
     *     0 to 9, line breaks, and numbers that are too short or too long for their country.
     * @example +14155550123
     * @example +1 (415) 555-0123
     * @example +44 (0)20 7183 8750
     */
    Phone: string
    /**
     * Format: uuid
     * @description A UUID. The server makes version 7 UUIDs in lower case, so identifiers sort by the time of their making; in requests either case is accepted.
     * @example 01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703
     */
    Id: string
    /**
     * @description Keys and values of your own choosing, at most 100 keys, or `null` for none. Values may be any JSON within the general limits on request bodies.
     * @example {
     *       "customer_name": "Ada Lovelace",
     *       "order": 1842
     *     }
     * @example null
     */
    NullableFreeKeyValues: {
      [key: string]: unknown
    } | null
    /**
     * @description Version of the playbook to use. It must belong to the playbook. A value that names no version of the playbook (unknown, malformed, or of another playbook) is no error - the production version is used instead, and the record shows both what was asked for (`requested_version_id`) and what was used (`version_id`, `version_source`).
     * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
     */
    VersionWish: string | null
    /**
     * @description The delays in minutes as a string that holds an array. Spaces may surround the numbers. `null` is like leaving the field out.
     * @example [30,60]
     */
    RecallText: string | null
    /**
     * @description The delays in minutes, at most 10 different ones in any order.
     * @example [
     *       30,
     *       60
     *     ]
     */
    RecallMinutes: number[]
    /**
     * @description When to try again if nobody was reached: up to 10 delays in whole minutes, each from 1 to 43,200 (30 days). Write them
     *     as an array, `[30, 60]`, or as a string that holds one, `"[30,60]"`. Their order does not matter, and a delay that is
     *     repeated counts once (the list may have 100 items with its repeats); answers always show an array, the shortest delay
     *     first. Anything else is refused with `invalid_recall`. An empty list, like leaving the field out, means a single
     *     attempt.
     *
     *     Every delay counts from one anchor, not from the attempt before: from `launch_at` when the call or campaign is
     *     scheduled, else from the instant of the first dial. `[30, 60]` means half an hour and an hour after the anchor. When
     *     an attempt was late, the next keeps its distance: retry *k* is due at the later of `anchor + delay[k]` and
     *     `previous dial + (delay[k] - delay[k-1])`.
     *
     *     A retry follows when the line was busy, nobody answered, or the carrier failed for a passing reason. None follows a
     *     conversation with a person, a number that does not exist, a rejected call, a cancellation, or a callee's wish not to
     *     be called again. A machine counts as having answered unless the playbook's `voicemail.retry` says otherwise.
     * @example [
     *       30,
     *       60
     *     ]
     * @example [30,60]
     */
    Recall: components['schemas']['RecallText'] | components['schemas']['RecallMinutes']
    /**
     * @description When to start, `YYYY-MM-DDTHH:MM:SS`, optionally with a fraction of a second (digits beyond milliseconds are dropped)
     *     and optionally with `Z` or an offset.
     *
     *     With `Z` or an offset it is that instant, whatever time zone is given. Without, it is the time on the wall: in the
     *     request's `timezone` if there is one, else in the account's time zone (UTC unless it was set).
     *     A time that the clocks skip in spring moves forward by the length of the gap; of a time that occurs twice in autumn
     *     the first is meant. Answers give the resulting instant in UTC.
     *
     *     A time up to 5 minutes past starts at once, which forgives clocks that differ. A time further past, more than
     *     366 days ahead, or that no calendar or clock shows (30 February, 24:00:00) is refused with `invalid_launch_at`.
     * @example 2027-03-01T09:00:00
     * @example 2027-03-01T09:00:00+01:00
     */
    LaunchAt: string | null
    /**
     * @description Name of a time zone in the IANA database, `Area/City` or `UTC`, or `null` for none. Offsets such as `+01:00` and POSIX rules are not names; they and names that the database lacks are refused with `invalid_timezone`.
     * @example Europe/Berlin
     * @example America/Argentina/Buenos_Aires
     * @example null
     */
    NullableTimeZone: string | null
    /**
     * @description A call to make. Two forms are in use, and they may be mixed: one carries what the agent should know in `params`, the
     *     other names the callee by `firstname` and `lastname` at the top level.
     */
    CreateCall: {
      /**
       * @description Number to call, in international form - `+` and 7 to 15 digits; spaces, dots, dashes and parentheses may stand between the digits. Anything else is refused with `invalid_phone`, an emergency or premium-rate number with `number_forbidden`.
       * @example +14155550123
       */
      phone: components['schemas']['Phone']
      /**
       * @description The playbook that says how the agent behaves. One that does not exist or belongs to another account is refused with `playbook_forbidden`, what is no UUID with `invalid_request`.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id: components['schemas']['Id']
      /**
       * @description What the agent should know about this call. Every key is a variable for the playbook's texts, under its own name and as `params.<key>`; unknown keys do no harm. They have at most 64 KiB (65,536 bytes) in all, counted in UTF-8 as JSON without spaces.
       * @example {
       *       "customer_name": "Ada Lovelace",
       *       "order": 1842
       *     }
       */
      params?: components['schemas']['NullableFreeKeyValues']
      /**
       * @description First name of the callee. Becomes the variable `first_name`, wins over `params.first_name`, and replaces the first name of the contact.
       * @example Ada
       */
      firstname?: string | null
      /**
       * @description Last name of the callee. Becomes the variable `last_name`, wins over `params.last_name`, and replaces the last name of the contact.
       * @example Lovelace
       */
      lastname?: string | null
      version_id?: components['schemas']['VersionWish']
      recall?: components['schemas']['Recall']
      launch_at?: components['schemas']['LaunchAt']
      /**
       * @description IANA time zone in which a `launch_at` without offset is read. Without it the account's time zone holds, which is UTC unless it was set.
       * @example Europe/Berlin
       */
      timezone?: components['schemas']['NullableTimeZone']
    }
    /** @description The call that was made. */
    CallCreated: {
      /**
       * @description Identifier of the call. Read its progress with `GET /calls/{call_id}`.
       * @example 01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703
       */
      call_id: components['schemas']['Id']
      /**
       * @description `initiated` for a call that is due now, `scheduled` when `launch_at` lies in the future. If a call that is due has to wait, for calling hours for example, its record says so.
       * @example initiated
       * @enum {string}
       */
      status: 'initiated' | 'scheduled'
    }
    /** @description A successful answer that holds what was created. */
    CallCreatedEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['CallCreated']
    }
    /**
     * @description What kind of error it is. The list is closed: within version 1 a code keeps its meaning and its status.
     *
     *     | Code | Status | Meaning |
     *     |---|---|---|
     *     | `invalid_request` | 400 | The request does not fit the contract in a way that no other code names, or has problems of several kinds; `details` lists them. |
     *     | `invalid_json` | 400 | The body is not JSON, or is JSON that the service refuses: nested too deeply, with a key twice, a number that a double cannot hold, or a forbidden character. |
     *     | `invalid_phone` | 400 | A telephone number is not in international form, or no country has numbers like it. |
     *     | `invalid_recall` | 400 | A `recall` is not a list of up to 10 different whole minutes from 1 to 43,200. |
     *     | `invalid_launch_at` | 400 | A `launch_at` has another shape, does not exist, is past, or is too far ahead. |
     *     | `invalid_timezone` | 400 | A `timezone` is not a name in the IANA database. |
     *     | `invalid_cursor` | 400 | A `cursor` is not one that a list has answered. |
     *     | `invalid_config` | 400 | A playbook's configuration does not hold together, or this server cannot run it. |
     *     | `invalid_calling_hours` | 400 | Calling hours do not have the form described, have a window that does not begin before it ends, or have no time in common with the account's. |
     *     | `above_ceiling` | 400 | A setting of the account is higher than the operator of the service allows it; `ceilings` of the account are what he allows. |
     *     | `number_forbidden` | 400 | The number is one that the service never calls: an emergency number or one of premium rate. |
     *     | `unverified_caller_id` | 400 | A `caller_id` is neither a number of the account nor verified by the operator. |
     *     | `unauthorized` | 401 | The token is missing, malformed, unknown, expired or revoked. |
     *     | `insufficient_scope` | 403 | The token is valid but lacks the scope that the operation needs, one that it is to pass on to a new token, or one of a token that it is to revoke. |
     *     | `playbook_forbidden` | 403 | The playbook that a call, a campaign or a number is to use does not exist or belongs to another account. |
     *     | `not_found` | 404 | Nothing in this account has the identifier, or there is no such path. |
     *     | `method_not_allowed` | 405 | The path exists, but not with this method; the header `Allow` lists those that do. |
     *     | `conflict` | 409 | The thing is in a state that does not allow the operation. |
     *     | `number_taken` | 409 | The telephone number is in use on this server already. |
     *     | `idempotency_in_progress` | 409 | A request with the same `Idempotency-Key` is still being worked on. |
     *     | `payload_too_large` | 413 | The body is larger than allowed. |
     *     | `unsupported_media_type` | 415 | The body is not declared as `application/json` in UTF-8, or is compressed. |
     *     | `idempotency_mismatch` | 422 | The `Idempotency-Key` was used with another request before. |
     *     | `rate_limited` | 429 | Too many requests; wait as long as `Retry-After` says. |
     *     | `internal_error` | 500 | Something failed inside the service. |
     *     | `unavailable` | 503 | The service cannot work at the moment, for example while it starts or stops. |
     * @example invalid_phone
     * @enum {string}
     */
    ErrorCode:
      | 'invalid_request'
      | 'invalid_json'
      | 'invalid_phone'
      | 'invalid_recall'
      | 'invalid_launch_at'
      | 'invalid_timezone'
      | 'invalid_cursor'
      | 'invalid_config'
      | 'invalid_calling_hours'
      | 'above_ceiling'
      | 'number_forbidden'
      | 'unverified_caller_id'
      | 'unauthorized'
      | 'insufficient_scope'
      | 'playbook_forbidden'
      | 'not_found'
      | 'method_not_allowed'
      | 'conflict'
      | 'number_taken'
      | 'idempotency_in_progress'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_mismatch'
      | 'rate_limited'
      | 'internal_error'
      | 'unavailable'
    /** @description One problem of a request. */
    ErrorDetail: {
      /**
       * @description The part of the request that has the problem.
       * @example body
       * @enum {string}
       */
      in: 'body' | 'path' | 'query' | 'header'
      /**
       * @description Where in that part, as a JSON pointer (RFC 6901). In the body it leads to the value, and the empty pointer means the whole body; elsewhere it is `/` and the name of the parameter, followed by `/` and the place of the value for one that may be repeated.
       * @example /contacts/3/phone
       * @example /limit
       */
      pointer: string
      /**
       * @description What kind of problem it is; one of the codes of errors.
       * @example invalid_phone
       */
      code: components['schemas']['ErrorCode']
      /**
       * @description What is wrong with the value and what is accepted.
       * @example Write + and 7 to 15 digits, for example "+14155550123".
       */
      message: string
    }
    /** @description What went wrong. */
    ErrorBody: {
      code: components['schemas']['ErrorCode']
      /**
       * @description What went wrong and what to do about it, for people. Programs should look at `code`; the wording may change.
       * @example Write + and 7 to 15 digits, for example "+14155550123".
       */
      message: string
      /**
       * @description Identifies the request, as the header `X-Request-Id` does. Give it to the operator when you ask for help.
       * @example 01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06
       */
      request_id: components['schemas']['Id']
      /** @description Each single problem and where it is, the first 100 of them. Present when the fault lies in certain parts of the request. */
      details?: components['schemas']['ErrorDetail'][]
      /**
       * @description Whole seconds after which the request will be accepted, the same as in the header `Retry-After`. Only with `rate_limited`.
       * @example 1
       */
      retry_after?: number
    }
    /** @description The answer to every request that failed. */
    ErrorEnvelope: {
      /** @description Always `false` when the request failed. */
      success: boolean
      error: components['schemas']['ErrorBody']
    }
    /**
     * @description Where the call stands. The first four are passing, the other five final: a call with a final status never changes
     *     its status again.
     *
     *     - `scheduled`: waiting for a future instant, `next_attempt_at`: the launch time, a retry, the opening of the calling
     *       hours, or the end of a wait for the attempt limit. `waiting_reason` tells the last two.
     *     - `initiated`: accepted and waiting for a free line, or for its paused campaign to be resumed, or being dialled.
     *       `waiting_reason` tells which of the first two, and is `null` for the last.
     *     - `ringing`: the callee's telephone rings.
     *     - `in_progress`: answered; the conversation is going on.
     *     - `completed`: final; the last attempt was answered and the conversation is over.
     *     - `busy`: final; the last attempt found the line busy and no retry was left.
     *     - `no_answer`: final; nobody answered the last attempt and no retry was left.
     *     - `failed`: final; the number does not exist, the call was rejected, or the carrier could not put it through.
     *     - `canceled`: final; the call was ended by a request to cancel it or its campaign or to erase its contact, or because
     *       its number is on the list of suppressions.
     *
     *     Within an attempt the status only moves forward. A retry takes the call back to `scheduled`, and so does a wait for
     *     calling hours or the attempt limit.
     * @example completed
     * @enum {string}
     */
    CallStatus:
      'scheduled' | 'initiated' | 'ringing' | 'in_progress' | 'completed' | 'busy' | 'no_answer' | 'failed' | 'canceled'
    /**
     * @description - `outbound`: the service dialled.
     *     - `inbound`: somebody called a number of the account. `phone` is then the caller's number, `from` the number called.
     * @example outbound
     * @enum {string}
     */
    CallDirection: 'outbound' | 'inbound'
    /**
     * Format: date-time
     * @description A point in time in a request - RFC 3339 with `T` and with `Z` or an offset, with up to nine digits of a fraction, of which those beyond milliseconds are dropped. In a URL write the plus sign of an offset as `%2B`.
     * @example 2026-11-16T00:00:00Z
     * @example 2026-11-16T00:00:00+01:00
     */
    PointInTime: string
    /**
     * @description A telephone number in E.164 form (`+` and 7 to 15 digits, nothing between them), or `null` where there is none.
     * @example +14155550123
     * @example null
     */
    NullablePhoneE164: string | null
    /**
     * Format: uuid
     * @description A UUID, or `null` where there is nothing to point at.
     * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
     * @example null
     */
    NullableId: string | null
    /**
     * @description How the configuration was chosen, once, when the call or campaign was created:
     *
     *     - `requested`: the version that the request named.
     *     - `production`: the playbook's production version, because the request named none or one that the playbook lacks.
     *     - `current_configuration`: the playbook's current configuration as it was then, because it had no versions.
     * @example production
     * @enum {string}
     */
    VersionSource: 'requested' | 'production' | 'current_configuration'
    /**
     * @description Keys and values of your own choosing, at most 100 keys. Values may be any JSON within the general limits on request bodies.
     * @example {
     *       "customer_name": "Ada Lovelace",
     *       "order": 1842
     *     }
     */
    FreeKeyValues: {
      [key: string]: unknown
    }
    /**
     * @description The delays in minutes after which the call is tried again, strictly increasing. Empty when there is one attempt only.
     * @example [
     *       30,
     *       60
     *     ]
     * @example []
     */
    RecallPolicy: number[]
    /**
     * Format: date-time
     * @description A point in time as the server writes it (RFC 3339 in UTC, three digits of milliseconds, `Z`), or `null` for what has not happened or is not planned.
     * @example 2026-11-16T09:30:00.000Z
     * @example null
     */
    NullableInstant: string | null
    /**
     * @description What keeps a call that is due, or would be, from being dialled.
     *
     *     - `calling_hours`: it is outside the hours at which the callee may be called. `next_attempt_at` says when they open.
     *     - `attempt_limit`: the number has been dialled as often as the account allows. `next_attempt_at` says when it may be
     *       dialled again.
     *     - `campaign_paused`: its campaign is paused.
     *     - `line`: no telephone line is free.
     *     - `null`: nothing of the kind. The call waits for nothing but its launch time or retry, is under way, or has ended.
     * @example calling_hours
     * @enum {string|null}
     */
    WaitingReason: 'calling_hours' | 'attempt_limit' | 'campaign_paused' | 'line' | null
    /**
     * Format: date-time
     * @description A point in time as the server writes it - RFC 3339 in UTC, always with three digits of milliseconds and `Z`.
     * @example 2026-11-16T09:30:00.000Z
     */
    Instant: string
    /**
     * @description Who is at the other end - who answered the last attempt, or in an inbound call who called.
     *
     *     - `human`: a person.
     *     - `machine`: a voicemail or an answering machine.
     *     - `unknown`: the carrier could not tell.
     *     - `null`: nobody has answered.
     * @example human
     * @enum {string|null}
     */
    AnsweredBy: 'human' | 'machine' | 'unknown' | null
    /**
     * @description Why the call ended; `null` as long as it has not.
     *
     *     - `agent_hung_up`: the agent had said everything and hung up.
     *     - `callee_hung_up`: the callee hung up.
     *     - `max_duration`: the conversation reached the playbook's `max_duration_s`.
     *     - `silence`: the callee stayed silent although asked.
     *     - `voicemail`: a machine answered; the agent left its message or hung up, as the playbook says.
     *     - `opted_out`: the callee asked not to be called again; the number is now on the list of suppressions.
     *     - `transferred`: the callee was handed to the playbook's `transfer_number`.
     *     - `agent_failed`: the agent could not go on and said the playbook's `error_message`.
     *     - `interrupted`: the connection between the service and the carrier was lost during the conversation.
     *     - `busy`: the line was busy.
     *     - `no_answer`: nobody answered.
     *     - `rejected`: the call was rejected, by the callee's telephone or by the network.
     *     - `invalid_number`: the number does not exist or cannot be called.
     *     - `carrier_failed`: the carrier could not put the call through.
     *     - `carrier_unknown`: the carrier did not say what became of the call.
     *     - `canceled`: a request canceled the call or its campaign, or erased its contact.
     *     - `suppressed`: the number is on the list of suppressions, and so it was not dialled, or hung up before an answer.
     * @example agent_hung_up
     * @enum {string|null}
     */
    EndedReason:
      | 'agent_hung_up'
      | 'callee_hung_up'
      | 'max_duration'
      | 'silence'
      | 'voicemail'
      | 'opted_out'
      | 'transferred'
      | 'agent_failed'
      | 'interrupted'
      | 'busy'
      | 'no_answer'
      | 'rejected'
      | 'invalid_number'
      | 'carrier_failed'
      | 'carrier_unknown'
      | 'canceled'
      | 'suppressed'
      | null
    /**
     * @description How the attempt ended; `null` while it is live.
     *
     *     - `answered`: a person or a machine answered.
     *     - `busy`: the line was busy.
     *     - `no_answer`: it rang and nobody answered.
     *     - `rejected`: the callee's telephone or the network rejected the call.
     *     - `invalid_number`: the number does not exist or cannot be called.
     *     - `failed`: the carrier could not put the call through.
     *     - `canceled`: ended by a request before anybody answered.
     *     - `unknown`: the carrier did not say what became of it.
     * @example answered
     * @enum {string|null}
     */
    Disposition:
      'answered' | 'busy' | 'no_answer' | 'rejected' | 'invalid_number' | 'failed' | 'canceled' | 'unknown' | null
    /** @description One dial of a call, or the arrival of an inbound call. */
    Attempt: {
      /**
       * @description 1 for the first dial of the call, 2 for the next, and so on.
       * @example 1
       */
      number: number
      /**
       * @description When the carrier was asked to dial. In an inbound call, when it came in.
       * @example 2026-11-16T09:30:00.215Z
       */
      dialed_at: components['schemas']['Instant']
      /**
       * @description When the callee's telephone began to ring, or `null` if that is not known to have happened.
       * @example 2026-11-16T09:30:02.100Z
       */
      ringing_at: components['schemas']['NullableInstant']
      /**
       * @description When somebody or something answered, or `null`.
       * @example 2026-11-16T09:30:09.480Z
       */
      answered_at: components['schemas']['NullableInstant']
      /**
       * @description When the attempt was over, or `null` while it is live.
       * @example 2026-11-16T09:31:14.900Z
       */
      ended_at: components['schemas']['NullableInstant']
      disposition: components['schemas']['Disposition']
      /**
       * @description Name of the carrier that was asked.
       * @example simulator
       */
      carrier: string
      /**
       * @description The carrier's own identifier of the attempt, or `null` as long as the carrier has not given one.
       * @example CA-7f3b2c
       */
      carrier_call_id: string | null
    }
    /** @description One thing said during the call. */
    TranscriptTurn: {
      /**
       * @description Who spoke, the `agent` or the `callee`. In an inbound call the caller is the `callee` too.
       * @example agent
       * @enum {string}
       */
      role: 'agent' | 'callee'
      /**
       * @description What was said. Where the callee cut the agent short, only what could be heard of it. The first 5,000 characters of a turn are kept, and the first 250,000 of a conversation.
       * @example Hello Ada, this is the clinic. Is now a good time?
       */
      text: string
      /**
       * @description When it was said.
       * @example 2026-11-16T09:30:09.500Z
       */
      at: components['schemas']['Instant']
    }
    /** @description A call is the intent to talk to one number; it may take several attempts. `attempts` and `transcript` are present when a single call is read and absent in lists; every other field is always present. */
    Call: {
      /**
       * @description Identifier of the call.
       * @example 01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703
       */
      id: components['schemas']['Id']
      direction: components['schemas']['CallDirection']
      status: components['schemas']['CallStatus']
      /**
       * @description The other party's number in E.164 form - the callee's, or in an inbound call the caller's. `null` after the contact with this number was erased, for then the record may no longer tell whose call it was, and for a caller who withholds the number.
       * @example +14155550123
       * @example null
       */
      phone: components['schemas']['NullablePhoneE164']
      /**
       * @description The account's number in E.164 form - the caller id shown to the callee, the account's `caller_id` when the call was created, or in an inbound call the number of the account that was called. `null` where the carrier chooses the caller id.
       * @example +14155550199
       * @example null
       */
      from: string | null
      /**
       * @description The contact with the other party's number. A callee or caller who was not known becomes a contact with the call. `null` after the contact was erased, and for a caller who withholds the number.
       * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
       * @example null
       */
      contact_id: components['schemas']['NullableId']
      /**
       * @description The campaign to which the call belongs, or `null`.
       * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
       */
      campaign_id: components['schemas']['NullableId']
      /**
       * @description The playbook that the call runs with, in an inbound call that of the number called.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id: components['schemas']['Id']
      /**
       * @description The playbook version that every attempt uses, chosen when the call was created or came in. `null` when the playbook had no versions at that time; the configuration as it was then is used.
       * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
       */
      version_id: components['schemas']['NullableId']
      version_source: components['schemas']['VersionSource']
      /**
       * @description The `version_id` of the request exactly as it was sent, whether or not it names a version; `null` if none was.
       * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
       * @example null
       */
      requested_version_id: string | null
      /**
       * @description The `params` of the request as they were sent; empty if none were, and after the contact was erased.
       * @example {
       *       "customer_name": "Ada Lovelace"
       *     }
       */
      params: components['schemas']['FreeKeyValues']
      recall: components['schemas']['RecallPolicy']
      /**
       * @description The launch time that was asked for, or `null` for a call that was to start at once.
       * @example 2027-03-01T08:00:00.000Z
       */
      launch_at: components['schemas']['NullableInstant']
      /**
       * @description When the next dial is planned, in the status `scheduled` - the launch time, a retry, or the instant up to which the call waits for calling hours or the attempt limit. `null` in every other status.
       * @example 2026-11-16T10:00:00.000Z
       * @example null
       */
      next_attempt_at: components['schemas']['NullableInstant']
      waiting_reason: components['schemas']['WaitingReason']
      /**
       * @description The same in a sentence for people; the wording may change. `null` when `waiting_reason` is `null`.
       * @example Waits for Wed 2026-11-18 09:00 (Europe/Paris), when calling hours open for the callee.
       * @example null
       */
      waiting_message: string | null
      /**
       * @description How many times the number has been dialled so far. 1 in an inbound call.
       * @example 1
       */
      attempt_count: number
      /**
       * @description When the call was created.
       * @example 2026-11-16T09:30:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description When the first attempt was dialled, or `null` before that. In an inbound call, when it came in.
       * @example 2026-11-16T09:30:00.215Z
       */
      started_at: components['schemas']['NullableInstant']
      /**
       * @description When the last attempt was answered, or `null` if it was not.
       * @example 2026-11-16T09:30:09.480Z
       */
      answered_at: components['schemas']['NullableInstant']
      /**
       * @description When the call reached its final status, or `null` before that.
       * @example 2026-11-16T09:31:14.900Z
       */
      ended_at: components['schemas']['NullableInstant']
      /**
       * @description Whole seconds from answer to end of the last attempt; 0 until then, and 0 for a call that nobody answered.
       * @example 65
       * @example 0
       */
      duration: number
      answered_by: components['schemas']['AnsweredBy']
      /**
       * @description What the conversation came to, one of the playbook's outcomes or `opt_out` when the callee asked not to be called again, and was put on the list of suppressions. `null` if none was noted.
       * @example confirmed
       * @example null
       */
      outcome: string | null
      /**
       * @description A summary of the conversation in a few sentences, or `null` if the agent wrote none or the contact was erased.
       * @example Ada confirmed her appointment on Monday at nine.
       * @example null
       */
      summary: string | null
      ended_reason: components['schemas']['EndedReason']
      /** @description Every dial of the call, the first one first; in an inbound call its arrival is the only one. Only when a single call is read. */
      attempts?: components['schemas']['Attempt'][]
      /** @description What was said, in order, over all attempts; empty after the contact was erased. Only when a single call is read. */
      transcript?: components['schemas']['TranscriptTurn'][]
    }
    /** @description One page of a list of calls. */
    CallPage: {
      /** @description The calls of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['Call'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of calls. */
    CallListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['CallPage']
    }
    /** @description A successful answer that holds one call. */
    CallEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Call']
    }
    /**
     * @description A person, known by a number. An account has one contact for each number: an unknown number creates it, a known one
     *     updates it. A field that is sent replaces the stored one, a field that is absent leaves it alone, `null` clears it.
     *
     *     Every field is a variable for the playbook's texts under its own name, for example `{{ first_name }}` or
     *     `{{ custom_fields.plan }}`.
     */
    ContactInput: {
      /**
       * @description The contact's number in international form - `+` and 7 to 15 digits; spaces, dots, dashes and parentheses may stand between the digits.
       * @example +442071838750
       */
      phone: components['schemas']['Phone']
      /**
       * @description First name.
       * @example Ada
       */
      first_name?: string | null
      /**
       * @description Last name.
       * @example Lovelace
       */
      last_name?: string | null
      /**
       * @description E-mail address. It is kept as it is given and not checked.
       * @example ada@example.com
       */
      email?: string | null
      /**
       * @description Company.
       * @example Analytical Engines Ltd
       */
      company?: string | null
      /**
       * @description Job title.
       * @example Chief mathematician
       */
      job_title?: string | null
      /**
       * @description Street address.
       * @example 12 St James's Square
       */
      address?: string | null
      /**
       * @description City.
       * @example London
       */
      city?: string | null
      /**
       * @description State or province.
       * @example England
       */
      state?: string | null
      /**
       * @description Country.
       * @example United Kingdom
       */
      country?: string | null
      /**
       * @description Postal code.
       * @example SW1Y 4JH
       */
      postal_code?: string | null
      /**
       * @description IANA time zone of the contact, `Area/City`. Calling hours are those of this zone. Another value is refused with `invalid_timezone`.
       * @example Europe/London
       */
      timezone?: string | null
      /**
       * @description UTM source, where the contact came from.
       * @example newsletter
       */
      utm_source?: string | null
      /**
       * @description UTM medium.
       * @example email
       */
      utm_medium?: string | null
      /**
       * @description UTM campaign.
       * @example autumn-check-up
       */
      utm_campaign?: string | null
      /**
       * @description UTM term.
       * @example dentist
       */
      utm_term?: string | null
      /**
       * @description UTM content.
       * @example button-top
       */
      utm_content?: string | null
      /**
       * @description Fields of your own. They merge key by key with those stored - a key that is sent replaces, a key that is absent stays, and `null` removes the key. A contact has at most 100 of them, with at most 64 KiB (65,536 bytes of JSON without spaces); a merge that would leave it with more is refused. `null` in the place of the object is like leaving it out. What a campaign says of one contact in several places counts together, removed keys included.
       * @example {
       *       "plan": "premium",
       *       "visits": 3
       *     }
       */
      custom_fields?: components['schemas']['NullableFreeKeyValues']
    }
    /**
     * @description A day of the week, Monday to Sunday.
     * @example mon
     * @enum {string}
     */
    Weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
    /** @description A time of day on some days of the week. `from` must be earlier than `to`; a window that passes midnight is written as two. */
    CallingWindow: {
      /**
       * @description The days of the week, each at most once.
       * @example [
       *       "mon",
       *       "tue",
       *       "wed",
       *       "thu",
       *       "fri"
       *     ]
       */
      days: components['schemas']['Weekday'][]
      /**
       * @description From when on, `HH:MM` from `00:00` to `23:59`.
       * @example 09:00
       */
      from: string
      /**
       * @description Until when, `HH:MM` from `00:01` to `24:00`, the end of the day. At this minute nothing is dialled any more.
       * @example 18:00
       */
      to: string
    }
    /**
     * @description When calls may be dialled, as described at `CallingHours`; `null` for at any time.
     * @example {
     *       "windows": [
     *         {
     *           "days": [
     *             "mon",
     *             "tue",
     *             "wed",
     *             "thu",
     *             "fri"
     *           ],
     *           "from": "09:00",
     *           "to": "18:00"
     *         },
     *         {
     *           "days": [
     *             "sat"
     *           ],
     *           "from": "10:00",
     *           "to": "12:30"
     *         }
     *       ]
     *     }
     * @example null
     */
    CallingHoursOrNull: {
      /** @description The windows, in any order. They may touch and overlap. */
      windows: components['schemas']['CallingWindow'][]
    } | null
    /** @description A list of contacts to call with one playbook, at once or at a set time. */
    CreateCampaign: {
      /**
       * @description The playbook that says how the agent behaves. One that does not exist or belongs to another account is refused with `playbook_forbidden`, what is no UUID with `invalid_request`.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id: components['schemas']['Id']
      /** @description Whom to call, 1 to 100,000 contacts. A number that occurs more than once, however it is written, is one contact and one call. A single invalid contact refuses the whole campaign, and nothing of it is stored. */
      contacts: components['schemas']['ContactInput'][]
      launch_at?: components['schemas']['LaunchAt']
      recall?: components['schemas']['Recall']
      version_id?: components['schemas']['VersionWish']
      /**
       * @description A name by which people recognise the campaign. It need not be unique.
       * @example Autumn check-ups
       */
      name?: string | null
      /**
       * @description IANA time zone in which a `launch_at` without offset is read. Without it the account's time zone holds, which is UTC unless it was set. A contact's own time zone does not move the launch; it counts for calling hours.
       * @example Europe/Berlin
       */
      timezone?: components['schemas']['NullableTimeZone']
      /** @description When the campaign's calls may be dialled, as described at `CallingHours`. They narrow the account's calling hours and cannot widen them - a call is dialled when both allow it. Hours that have no time in common with the account's are refused with `invalid_calling_hours`. */
      calling_hours?: components['schemas']['CallingHoursOrNull']
    }
    /**
     * @description Where the campaign stands. The last two are final.
     *
     *     - `scheduled`: its `launch_at` is still to come.
     *     - `running`: its calls are being made, or wait for a line, a retry, calling hours or the attempt limit.
     *     - `paused`: no further call is dialled until it is resumed.
     *     - `completed`: final; every call has its final status.
     *     - `canceled`: final; a request canceled the campaign.
     * @example running
     * @enum {string}
     */
    CampaignStatus: 'scheduled' | 'running' | 'paused' | 'completed' | 'canceled'
    /** @description What became of the contacts in the request. `received` is the sum of the other three. */
    ContactCounts: {
      /**
       * @description How many items the request's `contacts` had.
       * @example 3
       */
      received: number
      /**
       * @description How many numbers were new to the account.
       * @example 1
       */
      created: number
      /**
       * @description How many numbers the account knew already.
       * @example 1
       */
      updated: number
      /**
       * @description How many items repeated a number of the same request. They add their fields, the later ones winning, and no call.
       * @example 1
       */
      duplicates: number
    }
    /** @description The campaign that was accepted. */
    CampaignCreated: {
      /**
       * @description Identifier of the campaign. Read its progress with `GET /campaigns/{campaign_id}`.
       * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
       */
      campaign_id: components['schemas']['Id']
      /**
       * @description `running` for a campaign that starts now, `scheduled` when `launch_at` lies in the future.
       * @example running
       */
      status: components['schemas']['CampaignStatus']
      /**
       * @description The launch time as an instant in UTC, or `null` if the request named none.
       * @example 2027-03-01T08:00:00.000Z
       * @example null
       */
      launch_at: components['schemas']['NullableInstant']
      /** @description What becomes of the contacts in the request, as they were known when it was answered. `received` is the sum of the other three. */
      contacts: components['schemas']['ContactCounts']
      /**
       * @description How many calls the campaign has, one for each number.
       * @example 2
       */
      calls: number
    }
    /** @description A successful answer that says what became of the campaign request. */
    CampaignCreatedEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['CampaignCreated']
      /**
       * @description The same identifier as in `data`, for clients that look for it at the top level.
       * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
       */
      campaign_id: components['schemas']['Id']
    }
    /** @description How many of the numbers are not called, and why. */
    CampaignSkipped: {
      /**
       * @description Numbers that are on the list of suppressions.
       * @example 1
       */
      suppressed: number
    }
    /**
     * @description A telephone number in E.164 form - `+` and 7 to 15 digits, nothing between them.
     * @example +14155550123
     */
    PhoneE164: string
    /**
     * @description Name of a time zone in the IANA database, `Area/City` or `UTC`. Offsets such as `+01:00` and POSIX rules are not names; they and names that the database lacks are refused with `invalid_timezone`.
     * @example Europe/Berlin
     * @example America/Argentina/Buenos_Aires
     */
    TimeZone: string
    /**
     * @description The time on a wall, `YYYY-MM-DDTHH:MM:SS`, in a time zone that is named beside it.
     * @example 2027-03-01T09:00:00
     */
    LocalDateTime: string
    /** @description One dial that a campaign would make. */
    PlannedDial: {
      /**
       * @description The number in E.164 form.
       * @example +442071838750
       */
      phone: components['schemas']['PhoneE164']
      /**
       * @description First name of the contact as it would then be known, or `null`.
       * @example Ada
       * @example null
       */
      first_name: string | null
      /**
       * @description The IANA time zone that counts for the callee, the contact's or else the account's.
       * @example Europe/London
       */
      timezone: components['schemas']['TimeZone']
      /**
       * @description When the number would be dialled.
       * @example 2027-03-01T09:00:00.000Z
       */
      dial_at: components['schemas']['Instant']
      /**
       * @description The same instant by the clock where the callee is, in `timezone`.
       * @example 2027-03-01T09:00:00
       */
      local_time: components['schemas']['LocalDateTime']
    }
    /**
     * @description What the campaign would do if it were created now. Nothing of it was stored.
     *
     *     The plan is about the first dial of each call, not about retries. It reckons with the launch time, with calling hours
     *     and with the account's `calls_per_second`. It assumes that a line is free whenever one is needed, so that neither the
     *     calls at once nor other calls hold anything up, and that no number has reached the attempt limit.
     */
    CampaignPlan: {
      /** @description What would become of the contacts in the request. `received` is the sum of the other three. */
      contacts: components['schemas']['ContactCounts']
      /**
       * @description How many numbers would be dialled. Those that are skipped are not among them.
       * @example 1
       */
      calls: number
      /** @description How many of the numbers would not be dialled, and why. */
      skipped: components['schemas']['CampaignSkipped']
      /**
       * @description When the first number would be dialled, or `null` if none would.
       * @example 2027-03-01T08:00:00.000Z
       * @example null
       */
      first_dial_at: components['schemas']['NullableInstant']
      /**
       * @description When the last number would be dialled for the first time, or `null` if none would.
       * @example 2027-03-01T09:00:00.000Z
       * @example null
       */
      last_dial_at: components['schemas']['NullableInstant']
      /** @description The first dials in the order of time, at most 10. */
      sample: components['schemas']['PlannedDial'][]
    }
    /** @description A successful answer with what the campaign would do. */
    CampaignPlanEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['CampaignPlan']
    }
    /** @description How many of the campaign's calls have each status. The numbers add up to `calls`: a call that is still to be stored counts as waiting, and one that never was, because the campaign was canceled before, as canceled. */
    CampaignProgress: {
      /**
       * @description Calls that wait for the launch, a retry, calling hours or the attempt limit.
       * @example 0
       */
      scheduled: number
      /**
       * @description Calls that wait for a line or are being dialled.
       * @example 1
       */
      initiated: number
      /**
       * @description Calls that ring.
       * @example 2
       */
      ringing: number
      /**
       * @description Calls in conversation.
       * @example 0
       */
      in_progress: number
      /**
       * @description Calls that were answered and are over.
       * @example 1
       */
      completed: number
      /**
       * @description Calls that ended with a busy line.
       * @example 2
       */
      busy: number
      /**
       * @description Calls that ended without an answer.
       * @example 0
       */
      no_answer: number
      /**
       * @description Calls that could not be put through.
       * @example 1
       */
      failed: number
      /**
       * @description Calls that were canceled, those to suppressed numbers included.
       * @example 2
       */
      canceled: number
    }
    /** @description A campaign and its configuration. `stored`, `progress` and `skipped` are present when a single campaign is answered and absent in lists; every other field is always present. */
    Campaign: {
      /**
       * @description Identifier of the campaign.
       * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
       */
      id: components['schemas']['Id']
      /**
       * @description The name that the request gave it, or `null`.
       * @example Autumn check-ups
       * @example null
       */
      name: string | null
      /**
       * @description The playbook that its calls run with.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id: components['schemas']['Id']
      /**
       * @description The playbook version that all its calls use, chosen when the campaign was created. `null` when the playbook had no versions at that time; the configuration as it was then is used.
       * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
       */
      version_id: components['schemas']['NullableId']
      version_source: components['schemas']['VersionSource']
      /**
       * @description The `version_id` of the request exactly as it was sent, whether or not it names a version; `null` if none was.
       * @example null
       */
      requested_version_id: string | null
      status: components['schemas']['CampaignStatus']
      /**
       * @description The IANA time zone in which a `launch_at` without offset was read - the request's, else the account's at the time.
       * @example Europe/Berlin
       */
      timezone: components['schemas']['TimeZone']
      /**
       * @description The launch time as an instant in UTC, or `null` for a campaign that was to start at once.
       * @example 2027-03-01T08:00:00.000Z
       */
      launch_at: components['schemas']['NullableInstant']
      /** @description When the campaign's calls may be dialled, within the account's calling hours; `null` if only those hold. */
      calling_hours: components['schemas']['CallingHoursOrNull']
      recall: components['schemas']['RecallPolicy']
      contacts: components['schemas']['ContactCounts']
      /**
       * @description How many calls the campaign has, one for each number.
       * @example 2
       */
      calls: number
      /**
       * @description When the campaign was created.
       * @example 2026-11-17T10:00:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description When the campaign was completed or canceled, or `null` before that.
       * @example null
       */
      ended_at: components['schemas']['NullableInstant']
      /**
       * @description For how many of its calls the contact and the call are stored, and can be listed. A large campaign is stored after it was accepted, some thousands of calls in a second; it equals `calls` when that is done, and stays lower if the campaign was canceled before. Only when a single campaign is answered.
       * @example 2
       */
      stored?: number
      progress?: components['schemas']['CampaignProgress']
      /** @description How many of its calls were left out or stopped because their numbers are on the list of suppressions, from the start or since. They have ended as `canceled`, and `progress` counts them there. Only when a single campaign is answered. */
      skipped?: components['schemas']['CampaignSkipped']
    }
    /** @description One page of a list of campaigns. */
    CampaignPage: {
      /** @description The campaigns of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['Campaign'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of campaigns. */
    CampaignListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['CampaignPage']
    }
    /** @description A successful answer that holds one campaign. */
    CampaignEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Campaign']
    }
    /**
     * @description A text with placeholders, as described at `Template`, or `null` for none.
     * @example Hello {{ first_name }}, this is the clinic. Is now a good time?
     * @example null
     */
    NullableTemplate: string | null
    /** @description What to do when a machine answers. */
    Voicemail: {
      /**
       * @description - `hangup`: hang up without a word.
       *     - `message`: say `message`, then hang up.
       * @example message
       * @enum {string}
       */
      action: 'hangup' | 'message'
      /**
       * @description What to say to the machine, a template. Required with the action `message`, otherwise refused with `invalid_config`.
       * @example Hello {{ first_name }}, please call the clinic back.
       */
      message?: components['schemas']['NullableTemplate']
      /**
       * @description Whether a machine counts as not reached, so that the call's `recall` goes on. `false` if absent - a machine has answered, and the call is completed.
       * @example true
       */
      retry?: boolean | null
    } | null
    /** @description What to do when the callee says nothing. */
    Silence: {
      /**
       * @description Seconds of silence after which the agent asks. 10 if absent.
       * @example 8
       */
      prompt_after_s?: number | null
      /**
       * @description What it asks, a template. "Are you still there?" if absent.
       * @example Are you still there?
       */
      message?: components['schemas']['NullableTemplate']
      /**
       * @description How often it asks. At the next silence it says `end_message` and hangs up. 2 if absent; with 0 the first silence ends the call.
       * @example 2
       */
      max?: number | null
    } | null
    /**
     * @description A telephone number in international form, written like any other in a request, or `null` for none. Anything else is refused with `invalid_phone`.
     * @example +14155550199
     * @example null
     */
    NullablePhone: string | null
    /**
     * @description A text with placeholders in a part of Liquid, `{{ first_name }}` or `{% if params.order %}…{% endif %}`. At hand are the
     *     contact's fields (`{{ company }}`, `{{ custom_fields.plan }}`), the call's `params`, each under its own name and as
     *     `{{ params.order }}`, the playbook's `variables`, and the number called as `{{ phone }}`. Where a name occurs more
     *     than once, the request's `firstname` and `lastname` win over `params`, those over the contact's fields, and those over
     *     `variables`. A name that is not known yields nothing.
     *
     *     There are the tags `if`, `unless`, `case`, `for` (over a list or a range such as `(1..3)`, with `limit`, `offset`,
     *     `reversed`, `break` and `continue`), `assign`, `comment` and `raw`, the operators `==`, `!=`, `<`, `>`, `<=`, `>=`,
     *     `contains`, `and` and `or`, and the filters `abs`, `append`, `at_least`, `at_most`, `capitalize`, `ceil`, `date`
     *     (English, UTC), `default`, `divided_by`, `downcase`, `first`, `floor`, `join`, `last`, `lstrip`, `minus`, `modulo`,
     *     `plus`, `prepend`, `remove`, `remove_first`, `replace`, `replace_first`, `round`, `rstrip`, `size`, `slice`, `split`,
     *     `strip`, `times`, `truncate`, `truncatewords` and `upcase`. A text with anything else is refused with `invalid_config`
     *     when the configuration is saved.
     *
     *     What the variables hold is inserted as it is and never evaluated. A text that fails when it is filled in, grows beyond
     *     10,000 characters or takes more than 50,000 steps, characters and list entries to make is replaced by the
     *     `error_message`, and the call ends.
     * @example Hello {{ first_name }}, this is the clinic. Is now a good time?
     */
    Template: string
    /** @description A reply that a step is prepared for, and what follows from it. */
    ScriptExpectation: {
      /**
       * @description Phrases separated by `|`. It matches when the reply contains one of them as whole words; case and punctuation do not count. Within a phrase `*` stands for any words or none, so the phrase `*` matches any reply.
       * @example yes|sure|of course
       */
      match: string
      /**
       * @description Where to go - the `id` of a step, or `end` to say `end_message` and hang up, or `transfer` to hand the callee to `transfer_number`. The next step if absent.
       * @example end
       */
      goto?: string | null
      /**
       * @description The outcome to note on the call. If the configuration lists `outcomes`, it must be one of them. `opt_out` is reserved and always allowed - it means that the callee does not want to be called again, and puts the number on the list of suppressions.
       * @example confirmed
       */
      outcome?: string | null
    }
    /** @description Says something, listens, and goes where the reply leads. */
    ScriptStep: {
      /**
       * @description Names the step so that `goto` and `else` can lead to it; unique within the script. `end` and `transfer` are reserved.
       * @example confirm
       */
      id?: string | null
      /**
       * @description What to say, a template.
       * @example Can we count on you on {{ params.day }}?
       */
      say: components['schemas']['Template']
      /** @description The replies that the step is prepared for. They are tried in order, and the first that matches counts. */
      expect?: components['schemas']['ScriptExpectation'][] | null
      /**
       * @description Where to go when no reply matches, like `goto`. The next step if absent.
       * @example confirm
       */
      else?: string | null
    }
    /**
     * @description What the agent is and does. Only `agent` is required; `null`
     *     in another field means that it is absent, and is not kept.
     *
     *     A configuration is checked when it is saved, that is when a playbook is created or changed, and a version is committed
     *     of what was saved. Every field must have the form described here. The server must be able to run the `agent`; the
     *     texts that the agent says must parse as templates; `goto` and `else` must lead to a step, `end` or `transfer`; step
     *     ids must be unique and other than `end` and `transfer`; `transfer` needs a `transfer_number`; the outcomes of the
     *     script must be listed in `outcomes` if that is given; and a voicemail action `message` needs a message that is not
     *     blank. What does not hold is refused with `invalid_config`, every fault with its place in `error.details`.
     *
     *     A configuration has at most 262,144 bytes (256 KiB) as JSON, and the texts that a scripted agent says have at most
     *     65,536 characters together, of which those beyond U+FFFF count twice.
     *
     *     Not checked is what shows only in a call: whether there is a variable of a name used in a text, whether a step can be
     *     reached, and whether the carrier and the language model know `voice`, `language`, `model` and `tools`.
     *
     *     If the callee asks in English not to be called again, a scripted agent notes the outcome `opt_out`, says
     *     `end_message` and hangs up, whatever the script says. In other languages let the script expect it. A number whose call
     *     has the outcome `opt_out` goes on the list of suppressions.
     */
    PlaybookConfig: {
      /**
       * @description - `scripted`: follows `script` word for word.
       *     - `llm`: talks freely along `prompt` by means of a language model. A server without a language model refuses to
       *       save it with `invalid_config`.
       * @example scripted
       * @enum {string}
       */
      agent: 'scripted' | 'llm'
      /**
       * @description What the agent says when somebody answers, a template. The script's first step follows after the reply to it. If absent, a scripted agent begins with the first step.
       * @example Hello {{ first_name }}, this is the clinic. Is now a good time?
       */
      first_message?: components['schemas']['NullableTemplate']
      /**
       * @description Instructions to the language model, a template. A scripted agent has no use for it, and it is not checked then.
       * @example You remind {{ first_name }} of an appointment on {{ params.day }}. Be brief and kind.
       */
      prompt?: components['schemas']['NullableTemplate']
      /**
       * @description Name of the language model. The server's own choice if absent; a scripted agent has no use for it.
       * @example small-chat
       */
      model?: string | null
      /**
       * @description How freely the language model chooses its words, from 0 to 2. The model's own choice if absent.
       * @example 0.3
       */
      temperature?: number | null
      /**
       * @description Language of the conversation as a BCP 47 tag. The carrier's own choice if absent.
       * @example en-GB
       */
      language?: string | null
      /**
       * @description Name of the carrier's voice that speaks. The carrier's own choice if absent.
       * @example amelia
       */
      voice?: string | null
      /**
       * @description What the agent says before it hangs up, a template. It hangs up without a word if absent.
       * @example Thank you, goodbye.
       */
      end_message?: components['schemas']['NullableTemplate']
      /**
       * @description What the agent says when it cannot go on, a template; then it hangs up. A short apology if absent.
       * @example Sorry, something went wrong. We will call again.
       */
      error_message?: components['schemas']['NullableTemplate']
      /** @description What to do when a machine answers. The agent hangs up if absent. */
      voicemail?: components['schemas']['Voicemail']
      /**
       * @description Longest conversation in seconds; after that the call is cut off. 600 if absent.
       * @example 300
       */
      max_duration_s?: number | null
      /** @description What to do when the callee says nothing. The defaults of its fields hold if absent. */
      silence?: components['schemas']['Silence']
      /**
       * @description Whether the callee may cut the agent short by speaking. `true` if absent.
       * @example true
       */
      interruptible?: boolean | null
      /**
       * @description The number to which a callee is handed by `transfer`, in international form. An impossible one, an emergency number and a premium-rate number are refused with `invalid_config`.
       * @example +14155550177
       */
      transfer_number?: components['schemas']['NullablePhone']
      /**
       * @description What a conversation can come to. If given, the script may note only these, and `opt_out`, which need not be listed.
       * @example [
       *       "confirmed",
       *       "declined"
       *     ]
       */
      outcomes?: string[] | null
      /**
       * @description Variables for the texts, used where neither the request nor the contact has one of the same name.
       * @example {
       *       "day": "Monday"
       *     }
       */
      variables?: components['schemas']['NullableFreeKeyValues']
      /**
       * @description Definitions of tools for the language model, kept as they are given. A scripted agent has no use for them.
       * @example []
       */
      tools?: components['schemas']['FreeKeyValues'][] | null
      /** @description The steps of a scripted agent, one after another unless `goto` or `else` leads elsewhere. After the last step the agent says `end_message` and hangs up. */
      script?: components['schemas']['ScriptStep'][] | null
    }
    /** @description How an agent behaves. The current configuration can be changed at will; committing it makes a version, which never changes. A playbook that has versions has exactly one production version. */
    Playbook: {
      /**
       * @description Identifier of the playbook.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      id: components['schemas']['Id']
      /**
       * @description The name by which people recognise it.
       * @example Appointment reminder
       */
      name: string
      /** @description The current configuration. Calls use it only as long as the playbook has no versions. */
      config: components['schemas']['PlaybookConfig']
      /**
       * @description The version that calls use unless they name another, or `null` while the playbook has no versions.
       * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
       * @example null
       */
      production_version_id: components['schemas']['NullableId']
      /**
       * @description When the playbook was created.
       * @example 2026-11-16T08:00:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description When its name or its current configuration last changed or was restored.
       * @example 2026-11-16T08:00:00.000Z
       */
      updated_at: components['schemas']['Instant']
    }
    /** @description One page of a list of playbooks. */
    PlaybookPage: {
      /** @description The playbooks of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['Playbook'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of playbooks. */
    PlaybookListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['PlaybookPage']
    }
    /** @description A playbook to create. */
    CreatePlaybook: {
      /**
       * @description A name by which people recognise the playbook. It need not be unique.
       * @example Appointment reminder
       */
      name: string
      config: components['schemas']['PlaybookConfig']
    }
    /** @description A successful answer that holds one playbook. */
    PlaybookEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Playbook']
    }
    /** @description What to change about a playbook. A field that is absent stays as it is; at least one must be present. */
    UpdatePlaybook: {
      /**
       * @description The new name.
       * @example Appointment reminder
       */
      name?: string
      /** @description The new current configuration. It replaces the current one whole - what it leaves out is gone, not kept. */
      config?: components['schemas']['PlaybookConfig']
    }
    /** @description A configuration of a playbook as it was committed. Nothing of it ever changes but `production`; versions cannot be deleted. */
    Version: {
      /**
       * @description Identifier of the version.
       * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
       */
      version_id: components['schemas']['Id']
      /**
       * @description The playbook to which it belongs.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id: components['schemas']['Id']
      /**
       * @description 1 for the first version of the playbook, 2 for the next, without gaps.
       * @example 1
       */
      number: number
      /**
       * @description The message of the commit.
       * @example Ask for a confirmation
       */
      message: string
      /**
       * @description When the version was committed.
       * @example 2026-11-16T08:05:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description Name of the token with which the version was committed.
       * @example default
       */
      created_by: string
      /** @description The configuration as it was committed. */
      config: components['schemas']['PlaybookConfig']
      /**
       * @description SHA-256 of the configuration, 64 hexadecimal digits. Equal hashes mean equal configurations.
       * @example 9c1185a5c5e9fc54612808977ee8f548b2258d31b4f6c5f2c1c5f3d9a8c0d3a7
       */
      config_hash: string
      /**
       * @description The version whose configuration had been restored when this one was committed, untouched since; otherwise `null`.
       * @example null
       */
      restored_from_version_id: components['schemas']['NullableId']
      /**
       * @description Whether this is the playbook's production version.
       * @example true
       */
      production: boolean
    }
    /** @description One page of a list of versions. */
    VersionPage: {
      /** @description The versions of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['Version'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of versions. */
    VersionListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['VersionPage']
    }
    /** @description A commit of the playbook's current configuration. */
    CreateVersion: {
      /**
       * @description What this version is about, for those who read the history.
       * @example Ask for a confirmation
       */
      message: string
    }
    /** @description A successful answer that holds one version of a playbook. */
    VersionEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Version']
    }
    /** @description One operation of a JSON Patch (RFC 6902). */
    JsonPatchOperation: {
      /**
       * @description - `add`: puts `value` there; into a list, before the item that stands there.
       *     - `remove`: takes away what stands there.
       *     - `replace`: puts `value` in the place of what stands there.
       * @example replace
       * @enum {string}
       */
      op: 'add' | 'remove' | 'replace'
      /**
       * @description Where, as a JSON pointer (RFC 6901) into the configuration as the operations before have left it.
       * @example /first_message
       */
      path: string
      /**
       * @description The value, any JSON. Absent for `remove`.
       * @example Hello {{ first_name }}, how are you?
       */
      value?: unknown
    }
    /** @description A field of the configuration that differs. */
    FieldChange: {
      /**
       * @description Where the field is, as a JSON pointer (RFC 6901) - into the configuration `to`, or into `from` for a field that was removed.
       * @example /first_message
       */
      pointer: string
      /**
       * @description The value in `from`, any JSON. Absent when the field was added.
       * @example Hello {{ first_name }}, this is the clinic. Is now a good time?
       */
      from?: unknown
      /**
       * @description The value in `to`, any JSON. Absent when the field was removed.
       * @example Hello {{ first_name }}, how are you?
       */
      to?: unknown
    }
    /** @description What makes the difference between two configurations of a playbook. */
    VersionComparison: {
      /**
       * @description What was compared, as the request named it - a version's identifier or `current`.
       * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
       */
      from: string
      /**
       * @description What it was compared with, as the request named it - a version's identifier or `current`.
       * @example current
       */
      to: string
      /**
       * @description Whether the configurations are equal. Then there are neither operations nor changes.
       * @example false
       */
      identical: boolean
      /** @description A JSON Patch (RFC 6902) that turns the configuration `from` into the configuration `to`, in this order. */
      operations: components['schemas']['JsonPatchOperation'][]
      /** @description The same difference for people - every field that differs, with both values. */
      changes: components['schemas']['FieldChange'][]
    }
    /** @description A successful answer that holds a comparison. */
    VersionComparisonEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['VersionComparison']
    }
    /** @description A person known to the account, one for each number. Contacts are created and updated by the calls and campaigns that name them and by `PUT /contacts`; a caller who is not known becomes a contact too. A field about which nothing is known is `null`. */
    Contact: {
      /**
       * @description Identifier of the contact.
       * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
       */
      id: components['schemas']['Id']
      /**
       * @description The contact's number in E.164 form.
       * @example +442071838750
       */
      phone: components['schemas']['PhoneE164']
      /**
       * @description First name.
       * @example Ada
       */
      first_name: string | null
      /**
       * @description Last name.
       * @example Lovelace
       */
      last_name: string | null
      /**
       * @description E-mail address as it was given.
       * @example ada@example.com
       */
      email: string | null
      /**
       * @description Company.
       * @example Analytical Engines Ltd
       */
      company: string | null
      /**
       * @description Job title.
       * @example Chief mathematician
       */
      job_title: string | null
      /**
       * @description Street address.
       * @example 12 St James's Square
       */
      address: string | null
      /**
       * @description City.
       * @example London
       */
      city: string | null
      /**
       * @description State or province.
       * @example England
       */
      state: string | null
      /**
       * @description Country.
       * @example United Kingdom
       */
      country: string | null
      /**
       * @description Postal code.
       * @example SW1Y 4JH
       */
      postal_code: string | null
      /**
       * @description IANA time zone of the contact. Calling hours are those of this zone.
       * @example Europe/London
       */
      timezone: string | null
      /**
       * @description UTM source, where the contact came from.
       * @example newsletter
       */
      utm_source: string | null
      /**
       * @description UTM medium.
       * @example email
       */
      utm_medium: string | null
      /**
       * @description UTM campaign.
       * @example autumn-check-up
       */
      utm_campaign: string | null
      /**
       * @description UTM term.
       * @example dentist
       */
      utm_term: string | null
      /**
       * @description UTM content.
       * @example button-top
       */
      utm_content: string | null
      /**
       * @description Fields of the client's own, merged from everything sent about the contact, at most 100; empty if there are none.
       * @example {
       *       "plan": "premium",
       *       "visits": 3
       *     }
       */
      custom_fields: {
        [key: string]: unknown
      }
      /**
       * @description When the contact was first seen.
       * @example 2026-11-17T10:00:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description When a request last named the contact.
       * @example 2026-11-17T10:00:00.000Z
       */
      updated_at: components['schemas']['Instant']
    }
    /** @description One page of a list of contacts. */
    ContactPage: {
      /** @description The contacts of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['Contact'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of contacts. */
    ContactListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['ContactPage']
    }
    /** @description A successful answer that holds one contact. */
    ContactEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Contact']
    }
    /** @description What was erased. */
    ContactErased: {
      /**
       * @description Identifier that the contact had. Nothing has it any more.
       * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
       */
      contact_id: components['schemas']['Id']
      /** @description Always `true`. */
      erased: boolean
      /**
       * @description How many call records were cleared.
       * @example 2
       */
      calls: number
    }
    /** @description A successful answer that says what was erased. */
    ContactErasedEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['ContactErased']
    }
    /** @description A telephone number of the account, and the playbook that answers it. */
    PhoneNumber: {
      /**
       * @description Identifier of the number.
       * @example 01a1e367-e7c0-7d1e-a2b3-c4d5e6f70803
       */
      id: components['schemas']['Id']
      /**
       * @description The telephone number in E.164 form. It never changes.
       * @example +14155550199
       */
      phone: components['schemas']['PhoneE164']
      /**
       * @description The playbook that answers incoming calls, with its production version at the time of each call.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id: components['schemas']['Id']
      /**
       * @description What people call the number, or `null`.
       * @example Front desk
       * @example null
       */
      label: string | null
      /**
       * @description When the number was added to the account.
       * @example 2026-11-16T08:10:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description When its playbook or its label last changed.
       * @example 2026-11-16T08:10:00.000Z
       */
      updated_at: components['schemas']['Instant']
    }
    /** @description One page of a list of numbers. */
    NumberPage: {
      /** @description The numbers of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['PhoneNumber'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of numbers. */
    NumberListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['NumberPage']
    }
    /** @description A telephone number to answer. */
    CreateNumber: {
      /**
       * @description The number that people call, in international form. The carrier must bring its calls to this server. One that is in use on this server already, be it yours or another's, is refused with `number_taken`, in the same words.
       * @example +14155550199
       */
      phone: components['schemas']['Phone']
      /**
       * @description The playbook that is to answer. One that does not exist or belongs to another account is refused with `playbook_forbidden`.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id: components['schemas']['Id']
      /**
       * @description What people call the number. It need not be unique.
       * @example Front desk
       */
      label?: string | null
    }
    /** @description A successful answer that holds one number of the account. */
    NumberEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['PhoneNumber']
    }
    /** @description What to change about a number. A field that is absent stays as it is; at least one must be present. */
    UpdateNumber: {
      /**
       * @description The playbook that is to answer from now on. One that does not exist or belongs to another account is refused with `playbook_forbidden`.
       * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
       */
      playbook_id?: components['schemas']['Id']
      /**
       * @description What people call the number; `null` clears it.
       * @example Front desk
       * @example null
       */
      label?: string | null
    }
    /** @description A number that the account does not call. */
    Suppression: {
      /**
       * @description Identifier of the suppression.
       * @example 01a1e93c-3700-7f30-84d5-e6f708192a05
       */
      id: components['schemas']['Id']
      /**
       * @description The number in E.164 form. `null` after the contact with this number was erased; the suppression stays in force by a keyed hash of the number.
       * @example +442071838750
       * @example null
       */
      phone: components['schemas']['NullablePhoneE164']
      /**
       * @description - `request`: a request listed it.
       *     - `opt_out`: the callee asked during a call not to be called again.
       * @example opt_out
       * @enum {string}
       */
      reason: 'request' | 'opt_out'
      /**
       * @description The note of the request, or `null`. It is cleared when the contact with this number is erased.
       * @example Asked by letter of 12 November
       * @example null
       */
      note: string | null
      /**
       * @description The call in which the callee opted out, or `null`.
       * @example 01a1e8f2-f900-7e5f-b2c3-d4e5f6071804
       * @example null
       */
      call_id: components['schemas']['NullableId']
      /**
       * @description When the number was listed.
       * @example 2026-11-17T11:20:00.000Z
       */
      created_at: components['schemas']['Instant']
    }
    /** @description One page of a list of suppressions. */
    SuppressionPage: {
      /** @description The suppressions of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['Suppression'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of suppressions. */
    SuppressionListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['SuppressionPage']
    }
    /** @description A number that is not to be called. */
    CreateSuppression: {
      /**
       * @description The number, in international form. It need not belong to a contact.
       * @example +442071838750
       */
      phone: components['schemas']['Phone']
      /**
       * @description Why, for those who read the list.
       * @example Asked by letter of 12 November
       */
      note?: string | null
    }
    /** @description A successful answer that holds one suppression. */
    SuppressionEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Suppression']
    }
    /**
     * @description What a token may do: `:read` stands for the operations with GET on that kind of thing, `:write` for all others. One
     *     does not include the other.
     *
     *     Incoming calls on the simulator need `calls:write`.
     * @example calls:write
     * @enum {string}
     */
    Scope:
      | 'calls:read'
      | 'calls:write'
      | 'campaigns:read'
      | 'campaigns:write'
      | 'playbooks:read'
      | 'playbooks:write'
      | 'contacts:read'
      | 'contacts:write'
      | 'numbers:read'
      | 'numbers:write'
      | 'tokens:read'
      | 'tokens:write'
      | 'account:read'
      | 'account:write'
      | 'suppressions:read'
      | 'suppressions:write'
    /** @description A token of the account. It is valid until it is revoked or expires; its secret is shown once, when it is created. */
    Token: {
      /**
       * @description Identifier of the token.
       * @example 01a1e369-bc80-7e2f-b3c4-d5e6f7081904
       */
      id: components['schemas']['Id']
      /**
       * @description The name by which people recognise it. Versions of playbooks show it as `created_by`.
       * @example Booking system
       */
      name: string
      /**
       * @description The first characters of the token, by which to tell it from others.
       * @example pc_EXAMP
       */
      prefix: string
      /**
       * @description What the token may do.
       * @example [
       *       "calls:read",
       *       "calls:write"
       *     ]
       */
      scopes: components['schemas']['Scope'][]
      /**
       * @description When the token was created.
       * @example 2026-11-16T08:12:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description From when on it is no longer valid, or `null` if it does not expire.
       * @example 2027-11-16T00:00:00.000Z
       * @example null
       */
      expires_at: components['schemas']['NullableInstant']
      /**
       * @description When it was revoked, or `null` if it was not.
       * @example null
       */
      revoked_at: components['schemas']['NullableInstant']
      /**
       * @description When it was last used, to the minute; `null` if it never was. An instant within the last minute may not show yet.
       * @example 2026-11-17T10:00:00.000Z
       * @example null
       */
      last_used_at: components['schemas']['NullableInstant']
    }
    /** @description One page of a list of tokens. */
    TokenPage: {
      /** @description The tokens of this page, the newest first; at most `limit` of them. */
      items: components['schemas']['Token'][]
      /**
       * @description Whether another page follows.
       * @example false
       */
      has_more: boolean
      /**
       * @description The `cursor` with which to ask for the next page, or `null` on the last one.
       * @example null
       */
      next_cursor: string | null
    }
    /** @description A successful answer that holds a page of tokens. */
    TokenListEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['TokenPage']
    }
    /**
     * Format: date-time
     * @description A point in time in a request, or `null` for none - RFC 3339 with `T` and with `Z` or an offset, with up to nine digits of a fraction, of which those beyond milliseconds are dropped. In a URL write the plus sign of an offset as `%2B`.
     * @example 2026-11-16T00:00:00Z
     * @example 2026-11-16T00:00:00+01:00
     * @example null
     */
    NullablePointInTime: string | null
    /** @description A token to create. */
    CreateToken: {
      /**
       * @description A name by which people recognise the token, such as that of the program that uses it. It need not be unique.
       * @example Booking system
       */
      name: string
      /**
       * @description What the token may do. Each scope must be one that the token of this request has, otherwise the request is refused with `insufficient_scope`.
       * @example [
       *       "calls:read",
       *       "calls:write"
       *     ]
       */
      scopes: components['schemas']['Scope'][]
      /**
       * @description From when on the token is no longer valid, with `Z` or an offset. It must lie in the future, otherwise it is refused with `invalid_request`. Without it the token does not expire. When the token of this request expires earlier, so does the new one, and the answer says so.
       * @example 2027-11-16T00:00:00Z
       */
      expires_at?: components['schemas']['NullablePointInTime']
    }
    /** @description A new token together with its secret. */
    TokenCreated: {
      /**
       * @description Identifier of the token.
       * @example 01a1e369-bc80-7e2f-b3c4-d5e6f7081904
       */
      id: components['schemas']['Id']
      /**
       * @description The name by which people recognise it. Versions of playbooks show it as `created_by`.
       * @example Booking system
       */
      name: string
      /**
       * @description The first characters of the token, by which to tell it from others.
       * @example pc_EXAMP
       */
      prefix: string
      /**
       * @description What the token may do.
       * @example [
       *       "calls:read",
       *       "calls:write"
       *     ]
       */
      scopes: components['schemas']['Scope'][]
      /**
       * @description When the token was created.
       * @example 2026-11-16T08:12:00.000Z
       */
      created_at: components['schemas']['Instant']
      /**
       * @description From when on it is no longer valid, or `null` if it does not expire.
       * @example 2027-11-16T00:00:00.000Z
       * @example null
       */
      expires_at: components['schemas']['NullableInstant']
      /**
       * @description When it was revoked, or `null` if it was not.
       * @example null
       */
      revoked_at: components['schemas']['NullableInstant']
      /**
       * @description When it was last used, to the minute; `null` if it never was. An instant within the last minute may not show yet.
       * @example 2026-11-17T10:00:00.000Z
       * @example null
       */
      last_used_at: components['schemas']['NullableInstant']
      /**
       * @description The token itself, to be sent as `Authorization: Bearer <token>`. It is shown here and never again, and the server does not keep it; who loses it revokes the token and creates another.
       * @example pc_EXAMPLEexampleEXAMPLEexample00000000
       */
      token: string
    }
    /** @description A successful answer that holds a new token and its secret. */
    TokenCreatedEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['TokenCreated']
    }
    /** @description A successful answer that holds one token, without its secret. */
    TokenEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Token']
    }
    /** @description How many requests the account may make, over all its tokens. Both limits hold at the same time. */
    AccountLimits: {
      /**
       * @description Requests in any second, the limit `burst` of the `RateLimit` headers. 10 unless it was set.
       * @example 10
       */
      per_second: number
      /**
       * @description Requests in any 60 seconds, the limit `standard` of the `RateLimit` headers. 100 unless it was set.
       * @example 100
       */
      per_minute: number
    }
    /** @description How many telephone lines the account uses. The carrier's own limits hold beside these, so that a number above them changes nothing. Calls for which no line is free wait; they are never refused. */
    AccountLines: {
      /**
       * @description How many calls are dialled in a second at most; `null` for as many as the carrier takes, which holds unless it was set.
       * @example 5
       * @example null
       */
      calls_per_second: number | null
      /**
       * @description How many calls, outgoing and incoming, are under way at the same time at most; `null` for as many as the carrier takes, which holds unless it was set.
       * @example 50
       * @example null
       */
      calls_at_once: number | null
      /**
       * @description How many lines are kept free for incoming calls as soon as the account has a number. Outgoing calls wait rather than use these; one line at least is always left to them. 5 unless it was set.
       * @example 5
       */
      reserved_for_inbound: number
    }
    /** @description What the operator of the service allows the account to set for itself at most; `null` where there is no ceiling. `limits` and `lines` of the account are what holds: the smaller one of what was set and the ceiling. */
    AccountCeilings: {
      /** @description The ceilings of `limits`. */
      limits: {
        /** @description The ceiling of `limits.per_second`. */
        per_second: number | null
        /** @description The ceiling of `limits.per_minute`. */
        per_minute: number | null
      }
      /** @description The ceilings of `lines`. */
      lines: {
        /** @description The ceiling of `lines.calls_per_second`. */
        calls_per_second: number | null
        /** @description The ceiling of `lines.calls_at_once`. */
        calls_at_once: number | null
        /** @description The ceiling of `lines.reserved_for_inbound`. */
        reserved_for_inbound: number | null
      }
    }
    /**
     * @description How often one number may be dialled - at most `max` times in any `window_hours` hours, over all calls and campaigns of the account, retries included. A dial beyond that waits until it fits. `null` for no such limit, which holds unless it was set.
     * @example {
     *       "max": 3,
     *       "window_hours": 24
     *     }
     * @example null
     */
    NullableAttemptLimit: {
      /**
       * @description How many times the number may be dialled.
       * @example 3
       */
      max: number
      /**
       * @description In how many hours, up to 30 days. The window slides.
       * @example 24
       */
      window_hours: number
    } | null
    /** @description The account to which the token belongs, and its settings. They hold for all its tokens, calls and campaigns. */
    Account: {
      /**
       * @description Identifier of the account.
       * @example 01a1e35a-2c20-7a0b-8c1d-2e3f4a5b6c01
       */
      id: components['schemas']['Id']
      /**
       * @description The name by which people recognise the account.
       * @example Clinic at the park
       */
      name: string
      /**
       * @description IANA time zone of the account. A `launch_at` without offset is read in it where the request names no other, and calling hours are those of this zone for a callee whose own is not known. `UTC` unless it was set.
       * @example Europe/Paris
       */
      timezone: components['schemas']['TimeZone']
      limits: components['schemas']['AccountLimits']
      lines: components['schemas']['AccountLines']
      ceilings: components['schemas']['AccountCeilings']
      /** @description When the account's calls may be dialled, or `null` if at any time, which holds unless it was set. */
      calling_hours: components['schemas']['CallingHoursOrNull']
      attempt_limit: components['schemas']['NullableAttemptLimit']
      /**
       * @description The number in E.164 form that callees see, or `null` if the carrier chooses, which holds unless it was set.
       * @example +14155550199
       * @example null
       */
      caller_id: components['schemas']['NullablePhoneE164']
      /**
       * @description When the account was created.
       * @example 2026-11-16T07:55:00.000Z
       */
      created_at: components['schemas']['Instant']
    }
    /** @description A successful answer that holds the account. */
    AccountEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['Account']
    }
    /** @description How many requests the account may make. A member that is absent stays as it is; at least one must be present. */
    UpdateAccountLimits: {
      /**
       * @description Requests in any second, the limit `burst` of the `RateLimit` headers.
       * @example 10
       */
      per_second?: number
      /**
       * @description Requests in any 60 seconds, the limit `standard` of the `RateLimit` headers.
       * @example 100
       */
      per_minute?: number
    }
    /** @description How many telephone lines the account uses. A member that is absent stays as it is; at least one must be present. */
    UpdateAccountLines: {
      /**
       * @description How many calls are dialled in a second at most; `null` for as many as the carrier takes.
       * @example 5
       * @example null
       */
      calls_per_second?: number | null
      /**
       * @description How many calls, outgoing and incoming, are under way at the same time at most; `null` for as many as the carrier takes.
       * @example 50
       * @example null
       */
      calls_at_once?: number | null
      /**
       * @description How many lines are kept free for incoming calls as soon as the account has a number. Outgoing calls wait rather than use these; one line at least is always left to them.
       * @example 5
       */
      reserved_for_inbound?: number
    }
    /** @description What to change about the account. A field that is absent stays as it is; at least one must be present. `calling_hours` and `attempt_limit` are replaced whole, in `limits` and `lines` only the members that are present. */
    UpdateAccount: {
      /**
       * @description The new name.
       * @example Clinic at the park
       */
      name?: string
      /**
       * @description The IANA time zone of the account. The launch of calls and campaigns that exist already stays the instant it is; calling hours follow the new zone at once.
       * @example Europe/Paris
       */
      timezone?: components['schemas']['TimeZone']
      limits?: components['schemas']['UpdateAccountLimits']
      lines?: components['schemas']['UpdateAccountLines']
      /** @description When the account's calls may be dialled, as described at `CallingHours`; `null` for at any time. They also hold for calls that wait already. Where they leave a campaign's own hours no time in common, its calls wait until either changes or they are canceled. */
      calling_hours?: components['schemas']['CallingHoursOrNull']
      /** @description How often one number may be dialled, at most `max` times in any `window_hours` hours; `null` for no such limit. Dials that were made before count too. */
      attempt_limit?: components['schemas']['NullableAttemptLimit']
      /**
       * @description The number that callees see, in international form; `null` lets the carrier choose. It must be one of the account's numbers, or one that the operator of this server has verified; another is refused with `unverified_caller_id`. Unchanged it is accepted as it is. The carrier must allow it too. It holds for calls that are created from now on. Anything else is refused with `invalid_phone`, an emergency or premium-rate number with `number_forbidden`.
       * @example +14155550199
       * @example null
       */
      caller_id?: components['schemas']['NullablePhone']
    }
    /** @description An incoming call to simulate. */
    SimulateInboundCall: {
      /**
       * @description The number of the caller, in international form. The numbers of the simulated carrier behave as callers as they do as callees, as far as that makes sense. Anything else is refused with `invalid_phone`.
       * @example +15005550100
       */
      from: components['schemas']['Phone']
      /**
       * @description The number that is called, in international form. Anything else is refused with `invalid_phone`.
       * @example +14155550199
       */
      to: components['schemas']['Phone']
    }
    /**
     * @description Why an incoming call was not answered.
     *
     *     - `unknown_number`: the number called is not one of the account's.
     *     - `no_line`: all lines of the account are in use.
     *     - `null`: it was answered.
     * @example null
     * @enum {string|null}
     */
    InboundRefusal: 'unknown_number' | 'no_line' | null
    /** @description What became of the simulated incoming call. */
    InboundCallSimulated: {
      /**
       * @description Whether the service took the call.
       * @example true
       */
      accepted: boolean
      /**
       * @description The call that was made of it, or `null` if it was not accepted.
       * @example 01a1e99c-5860-7a41-95e6-f708192a3b06
       * @example null
       */
      call_id: components['schemas']['NullableId']
      reason: components['schemas']['InboundRefusal']
    }
    /** @description A successful answer that says what became of a simulated incoming call. */
    InboundCallSimulatedEnvelope: {
      /** @description Always `true` when the request succeeded. */
      success: boolean
      data: components['schemas']['InboundCallSimulated']
    }
  }
  responses: {
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. When all problems are of one kind, `code` says which (`invalid_phone`, `number_forbidden`, `invalid_recall`, `invalid_launch_at`, `invalid_timezone`), otherwise it is `invalid_request`. Nothing was created. */
    BadCallRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The token is missing, malformed, unknown, expired or revoked. Which of these it was is not told. Without a valid token, requests count against the limits of the client address. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimitIfKnown']
        'RateLimit-Policy': components['headers']['RateLimitPolicyIfKnown']
        'WWW-Authenticate': components['headers']['WwwAuthenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The token lacks the scope that the operation needs (`insufficient_scope`), or the playbook does not exist or belongs to another account, which is answered alike (`playbook_forbidden`). Nothing was created. */
    CallForbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description A request with the same `Idempotency-Key` is still being worked on (`idempotency_in_progress`). Repeat it in a moment to get its answer. */
    IdempotencyInProgress: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is larger than the operation allows: 64 MiB for a campaign, 1 MiB for anything else. */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not declared as `Content-Type: application/json` (a `charset` of `utf-8` is allowed), or it has a `Content-Encoding`. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The `Idempotency-Key` was used in the last 24 hours for another request: another operation, path or body. Use a new key for a new request. */
    IdempotencyMismatch: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The account has used up one of its limits; the request was neither carried out nor counted. Wait as long as `Retry-After` says. Without a valid token the limits of the client address are meant. */
    RateLimited: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        'Retry-After': components['headers']['RetryAfter']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description Something failed inside the service. The answer tells nothing but the `request_id`, by which the operator finds the cause in the log. Whether a creating request took effect can be found out by sending it again with the same `Idempotency-Key`. */
    InternalError: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimitIfKnown']
        'RateLimit-Policy': components['headers']['RateLimitPolicyIfKnown']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The service cannot work at the moment, for example while it starts or stops, or without its database. Try again in a while, a creating request with the same `Idempotency-Key`. */
    Unavailable: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimitIfKnown']
        'RateLimit-Policy': components['headers']['RateLimitPolicyIfKnown']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description A query parameter is malformed, unknown, or given more than once although it takes one value; `details` names each. A `cursor` that no list has answered gets `invalid_cursor`, a `phone` that is none gets `invalid_phone`. */
    BadListRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The token is valid but lacks the scope that the operation needs; `message` names it. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The request has a query parameter; the operation takes none. */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description Nothing in this account has the identifier. One that is malformed, one that was never given out and one of another account are answered alike. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The call has ended by itself and cannot be canceled any more (`conflict`). Nothing was changed. */
    CallEnded: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each, in the contacts too, the first 100. When all problems are of one kind, `code` says which (`invalid_phone`, `number_forbidden`, `invalid_recall`, `invalid_launch_at`, `invalid_timezone`, `invalid_calling_hours`), otherwise it is `invalid_request`. Neither campaign nor contacts were stored. */
    BadCampaignRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The token lacks the scope that the operation needs (`insufficient_scope`), or the playbook does not exist or belongs to another account, which is answered alike (`playbook_forbidden`). Neither campaign nor contacts were stored. */
    CampaignForbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The campaign has ended and its state cannot be changed in this way any more (`conflict`). Nothing was changed. */
    CampaignEnded: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. When all problems lie in the configuration, `code` is `invalid_config`, otherwise `invalid_request`. Nothing was stored. */
    BadPlaybookRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or `message` is missing, empty or too long, or there is a field that the request does not have; `details` names each. Nothing was stored. */
    BadVersionRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description `from` or `to` is missing, or there is a query parameter that the operation does not have, or one more than once; `details` names each. */
    BadComparison: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. When all problems are of one kind, `code` says which (`invalid_phone`, `number_forbidden`, `invalid_timezone`), otherwise it is `invalid_request`. Nothing was stored. */
    BadContactRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. When the number is all that is wrong, `code` is `invalid_phone` or `number_forbidden`, otherwise it is `invalid_request`. Nothing was stored. */
    BadNumberRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The token lacks the scope that the operation needs (`insufficient_scope`), or the playbook does not exist or belongs to another account, which is answered alike (`playbook_forbidden`). Nothing was stored. */
    NumberForbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The number is in use on this server already, and it is not told whose it is (`number_taken`), or a request with the same `Idempotency-Key` is still being worked on (`idempotency_in_progress`). Nothing was stored. */
    NumberConflict: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. When the number is all that is wrong, `code` is `invalid_phone`, otherwise it is `invalid_request`. Nothing was stored. */
    BadSuppressionRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. No token was created. */
    BadTokenRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The token of the request lacks the scope that the operation needs, or one of the scopes that the new token is to have. No token was created. */
    TokenForbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The token of the request lacks the scope that the operation needs, or one of the scopes of the token to revoke. No token was revoked. */
    RevocationForbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. When all problems are of one kind, `code` says which (`invalid_timezone`, `invalid_phone`, `number_forbidden`, `unverified_caller_id`, `invalid_calling_hours`), otherwise it is `invalid_request`. Nothing was changed. */
    BadAccountRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description The body is not JSON, or a field is missing, unknown, or not what it should be; `details` names each. When the numbers are all that is wrong, `code` is `invalid_phone`, otherwise it is `invalid_request`. Nobody was called. */
    BadSimulatorRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
    /** @description This server does not run with the simulated carrier, so that there is nothing to simulate. */
    NoSimulator: {
      headers: {
        'X-Request-Id': components['headers']['RequestId']
        'Cache-Control': components['headers']['CacheControl']
        'X-Content-Type-Options': components['headers']['ContentTypeOptions']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimitPolicy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorEnvelope']
      }
    }
  }
  parameters: {
    /** @description A name of your own for this request, 1 to 255 visible ASCII characters, such as a random UUID. Sent again within 24 hours with the same body it creates nothing and gets the first answer once more, marked by `Idempotency-Replayed`. With another body it is refused with `idempotency_mismatch`; while the first request is still being worked on, with `idempotency_in_progress`. */
    IdempotencyKey: string
    /**
     * @description Only what belongs to this number, written like any telephone number. In a URL the plus sign is written `%2B`.
     * @example +14155550123
     */
    PhoneFilter: components['schemas']['Phone']
    /**
     * @description Only what was created at this instant or later.
     * @example 2026-11-16T00:00:00Z
     */
    CreatedAfter: components['schemas']['PointInTime']
    /**
     * @description Only what was created before this instant.
     * @example 2026-11-18T00:00:00Z
     */
    CreatedBefore: components['schemas']['PointInTime']
    /**
     * @description How many items a page has at most.
     * @example 50
     */
    Limit: number
    /**
     * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
     * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
     */
    Cursor: string
    /**
     * @description Identifier of the call. An identifier that is malformed, unknown or of another account is answered with 404.
     * @example 01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703
     */
    CallId: components['schemas']['Id']
    /**
     * @description Identifier of the campaign. An identifier that is malformed, unknown or of another account is answered with 404.
     * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
     */
    CampaignId: components['schemas']['Id']
    /**
     * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
     * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
     */
    PlaybookId: components['schemas']['Id']
    /**
     * @description Identifier of the version. An identifier that is malformed, unknown, of another account or of another playbook is answered with 404.
     * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
     */
    VersionId: components['schemas']['Id']
    /**
     * @description Identifier of the contact. An identifier that is malformed, unknown or of another account is answered with 404.
     * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
     */
    ContactId: components['schemas']['Id']
    /**
     * @description Identifier of the number. An identifier that is malformed, unknown or of another account is answered with 404.
     * @example 01a1e367-e7c0-7d1e-a2b3-c4d5e6f70803
     */
    NumberId: components['schemas']['Id']
    /**
     * @description Identifier of the suppression. An identifier that is malformed, unknown or of another account is answered with 404.
     * @example 01a1e93c-3700-7f30-84d5-e6f708192a05
     */
    SuppressionId: components['schemas']['Id']
    /**
     * @description Identifier of the token. An identifier that is malformed, unknown or of another account is answered with 404.
     * @example 01a1e369-bc80-7e2f-b3c4-d5e6f7081904
     */
    TokenId: components['schemas']['Id']
  }
  requestBodies: never
  headers: {
    /**
     * @description Identifies the request; the same as `request_id` in an error. Give it to the operator when you ask for help.
     * @example 01a1e3b1-25c0-7b23-84d5-f6a7b8c90a06
     */
    RequestId: components['schemas']['Id']
    /**
     * @description `no-store`, on every JSON answer: it may hold personal data, so nothing between the service and its client keeps it.
     * @example no-store
     */
    CacheControl: 'no-store'
    /**
     * @description `nosniff`, on every answer: a browser takes it for what `Content-Type` says and nothing else.
     * @example nosniff
     */
    ContentTypeOptions: 'nosniff'
    /**
     * @description What is left of the two limits - `r` requests now, and `t` seconds until the oldest of those counted leaves the window.
     * @example "burst";r=9;t=1, "standard";r=99;t=60
     */
    RateLimit: string
    /**
     * @description The two limits of the account - `q` requests in any `w` seconds.
     * @example "burst";q=10;w=1, "standard";q=100;w=60
     */
    RateLimitPolicy: string
    /**
     * @description Present when the `Idempotency-Key` was used before and this is the first answer once more.
     * @example true
     */
    IdempotencyReplayed: 'true'
    /**
     * @description What is left of the two limits - `r` requests now, and `t` seconds until the oldest of those counted leaves the window. Without a valid token they are those of the client address. Absent when the request failed before its limits were looked at.
     * @example "burst";r=9;t=1, "standard";r=99;t=60
     */
    RateLimitIfKnown: string
    /**
     * @description The two limits - `q` requests in any `w` seconds. Without a valid token they are those of the client address. Absent when the request failed before its limits were looked at.
     * @example "burst";q=10;w=1, "standard";q=100;w=60
     */
    RateLimitPolicyIfKnown: string
    /**
     * @description The way to authenticate, a bearer token.
     * @example Bearer
     */
    WwwAuthenticate: string
    /**
     * @description Whole seconds after which the request will be accepted; the same as `retry_after` in the error.
     * @example 1
     */
    RetryAfter: number
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  createCall: {
    parameters: {
      query?: never
      header?: {
        /** @description A name of your own for this request, 1 to 255 visible ASCII characters, such as a random UUID. Sent again within 24 hours with the same body it creates nothing and gets the first answer once more, marked by `Idempotency-Replayed`. With another body it is refused with `idempotency_mismatch`; while the first request is still being worked on, with `idempotency_in_progress`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description The call to make. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCall']
      }
    }
    responses: {
      /** @description The call was created. `status` is `initiated`, or `scheduled` when it waits for a future `launch_at`. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CallCreatedEnvelope']
        }
      }
      400: components['responses']['BadCallRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['CallForbidden']
      409: components['responses']['IdempotencyInProgress']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyMismatch']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listCalls: {
    parameters: {
      query?: {
        /**
         * @description Only calls with this status. The parameter may be repeated, `status=busy&status=no_answer`, to ask for calls with any of several.
         * @example [
         *       "busy",
         *       "no_answer"
         *     ]
         */
        status?: components['schemas']['CallStatus'][]
        /**
         * @description Only outbound or only inbound calls.
         * @example outbound
         */
        direction?: components['schemas']['CallDirection']
        /**
         * @description Only calls that run with this playbook.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id?: components['schemas']['Id']
        /**
         * @description Only calls that use this version of a playbook, whether or not they asked for it.
         * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
         */
        version_id?: components['schemas']['Id']
        /**
         * @description Only calls of this campaign.
         * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
         */
        campaign_id?: components['schemas']['Id']
        /**
         * @description Only calls to and from this contact.
         * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
         */
        contact_id?: components['schemas']['Id']
        /**
         * @description Only what belongs to this number, written like any telephone number. In a URL the plus sign is written `%2B`.
         * @example +14155550123
         */
        phone?: components['parameters']['PhoneFilter']
        /**
         * @description Only what was created at this instant or later.
         * @example 2026-11-16T00:00:00Z
         */
        created_after?: components['parameters']['CreatedAfter']
        /**
         * @description Only what was created before this instant.
         * @example 2026-11-18T00:00:00Z
         */
        created_before?: components['parameters']['CreatedBefore']
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of calls. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CallListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  getCall: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the call. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703
         */
        call_id: components['parameters']['CallId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The call. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CallEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  cancelCall: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the call. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703
         */
        call_id: components['parameters']['CallId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The call, now canceled. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CallEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['CallEnded']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  createCampaign: {
    parameters: {
      query?: never
      header?: {
        /** @description A name of your own for this request, 1 to 255 visible ASCII characters, such as a random UUID. Sent again within 24 hours with the same body it creates nothing and gets the first answer once more, marked by `Idempotency-Replayed`. With another body it is refused with `idempotency_mismatch`; while the first request is still being worked on, with `idempotency_in_progress`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description Whom to call, with which playbook, and when. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCampaign']
      }
    }
    responses: {
      /** @description The campaign was accepted, and nothing of it is lost from now on. `campaign_id` is in `data` and, the same, at the top level. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CampaignCreatedEnvelope']
        }
      }
      400: components['responses']['BadCampaignRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['CampaignForbidden']
      409: components['responses']['IdempotencyInProgress']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyMismatch']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  planCampaign: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Whom the campaign would call, with which playbook, and when. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCampaign']
      }
    }
    responses: {
      /** @description What the campaign would do. Nothing was stored and nobody is called. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CampaignPlanEnvelope']
        }
      }
      400: components['responses']['BadCampaignRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['CampaignForbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listCampaigns: {
    parameters: {
      query?: {
        /**
         * @description Only campaigns with this status. The parameter may be repeated, `status=running&status=paused`, to ask for campaigns with any of several.
         * @example [
         *       "running",
         *       "paused"
         *     ]
         */
        status?: components['schemas']['CampaignStatus'][]
        /**
         * @description Only campaigns that have a call to this contact.
         * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
         */
        contact_id?: components['schemas']['Id']
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of campaigns. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CampaignListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  getCampaign: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the campaign. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
         */
        campaign_id: components['parameters']['CampaignId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The campaign. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CampaignEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  pauseCampaign: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the campaign. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
         */
        campaign_id: components['parameters']['CampaignId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The campaign, now paused. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CampaignEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['CampaignEnded']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  resumeCampaign: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the campaign. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
         */
        campaign_id: components['parameters']['CampaignId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The campaign, no longer paused. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CampaignEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['CampaignEnded']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  cancelCampaign: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the campaign. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
         */
        campaign_id: components['parameters']['CampaignId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The campaign, now canceled. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CampaignEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['CampaignEnded']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listPlaybooks: {
    parameters: {
      query?: {
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of playbooks. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PlaybookListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  createPlaybook: {
    parameters: {
      query?: never
      header?: {
        /** @description A name of your own for this request, 1 to 255 visible ASCII characters, such as a random UUID. Sent again within 24 hours with the same body it creates nothing and gets the first answer once more, marked by `Idempotency-Replayed`. With another body it is refused with `idempotency_mismatch`; while the first request is still being worked on, with `idempotency_in_progress`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description The name and the configuration. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePlaybook']
      }
    }
    responses: {
      /** @description The playbook was created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PlaybookEnvelope']
        }
      }
      400: components['responses']['BadPlaybookRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      409: components['responses']['IdempotencyInProgress']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyMismatch']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  getPlaybook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The playbook. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PlaybookEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  updatePlaybook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
      }
      cookie?: never
    }
    /** @description What to change. */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdatePlaybook']
      }
    }
    responses: {
      /** @description The playbook as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PlaybookEnvelope']
        }
      }
      400: components['responses']['BadPlaybookRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listVersions: {
    parameters: {
      query?: {
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of versions. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VersionListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  createVersion: {
    parameters: {
      query?: never
      header?: {
        /** @description A name of your own for this request, 1 to 255 visible ASCII characters, such as a random UUID. Sent again within 24 hours with the same body it creates nothing and gets the first answer once more, marked by `Idempotency-Replayed`. With another body it is refused with `idempotency_mismatch`; while the first request is still being worked on, with `idempotency_in_progress`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
      }
      cookie?: never
    }
    /** @description What the version is about. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateVersion']
      }
    }
    responses: {
      /** @description The version was made. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VersionEnvelope']
        }
      }
      400: components['responses']['BadVersionRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['IdempotencyInProgress']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyMismatch']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  getVersion: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
        /**
         * @description Identifier of the version. An identifier that is malformed, unknown, of another account or of another playbook is answered with 404.
         * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
         */
        version_id: components['parameters']['VersionId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The version. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VersionEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  markProduction: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
        /**
         * @description Identifier of the version. An identifier that is malformed, unknown, of another account or of another playbook is answered with 404.
         * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
         */
        version_id: components['parameters']['VersionId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The version, now in production. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VersionEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  restoreVersion: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
        /**
         * @description Identifier of the version. An identifier that is malformed, unknown, of another account or of another playbook is answered with 404.
         * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
         */
        version_id: components['parameters']['VersionId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The playbook with the configuration of the version. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PlaybookEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  compareVersions: {
    parameters: {
      query: {
        /**
         * @description What to start from, the identifier of a version of the playbook or `current` for its current configuration. One that is unknown or malformed is answered with 404.
         * @example 01a1e363-53e0-7a8b-8c2d-3e4f5a6b7c02
         */
        from: string
        /**
         * @description What to compare it with, the identifier of a version of the playbook or `current` for its current configuration. One that is unknown or malformed is answered with 404.
         * @example current
         */
        to: string
      }
      header?: never
      path: {
        /**
         * @description Identifier of the playbook. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01
         */
        playbook_id: components['parameters']['PlaybookId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The difference. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VersionComparisonEnvelope']
        }
      }
      400: components['responses']['BadComparison']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listContacts: {
    parameters: {
      query?: {
        /**
         * @description Only what belongs to this number, written like any telephone number. In a URL the plus sign is written `%2B`.
         * @example +14155550123
         */
        phone?: components['parameters']['PhoneFilter']
        /**
         * @description Only contacts that this campaign has a call to.
         * @example 01a1e8f2-f900-7f01-b2c3-d4e5f6a70804
         */
        campaign_id?: components['schemas']['Id']
        /**
         * @description Only what was created at this instant or later.
         * @example 2026-11-16T00:00:00Z
         */
        created_after?: components['parameters']['CreatedAfter']
        /**
         * @description Only what was created before this instant.
         * @example 2026-11-18T00:00:00Z
         */
        created_before?: components['parameters']['CreatedBefore']
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of contacts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ContactListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  upsertContact: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The contact, known by its number. */
    requestBody: {
      content: {
        'application/json': components['schemas']['ContactInput']
      }
    }
    responses: {
      /** @description The contact as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ContactEnvelope']
        }
      }
      400: components['responses']['BadContactRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  getContact: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the contact. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
         */
        contact_id: components['parameters']['ContactId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The contact. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ContactEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  eraseContact: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the contact. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e8f2-f900-7a12-93c4-e5f6a7b80905
         */
        contact_id: components['parameters']['ContactId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The contact and what was personal in its calls are gone. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ContactErasedEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listNumbers: {
    parameters: {
      query?: {
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of numbers. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NumberListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  createNumber: {
    parameters: {
      query?: never
      header?: {
        /** @description A name of your own for this request, 1 to 255 visible ASCII characters, such as a random UUID. Sent again within 24 hours with the same body it creates nothing and gets the first answer once more, marked by `Idempotency-Replayed`. With another body it is refused with `idempotency_mismatch`; while the first request is still being worked on, with `idempotency_in_progress`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description The number and the playbook that is to answer. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateNumber']
      }
    }
    responses: {
      /** @description The number was added. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NumberEnvelope']
        }
      }
      400: components['responses']['BadNumberRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['NumberForbidden']
      409: components['responses']['NumberConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyMismatch']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  getNumber: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the number. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e367-e7c0-7d1e-a2b3-c4d5e6f70803
         */
        number_id: components['parameters']['NumberId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The number. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NumberEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  deleteNumber: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the number. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e367-e7c0-7d1e-a2b3-c4d5e6f70803
         */
        number_id: components['parameters']['NumberId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The number as it was. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NumberEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  updateNumber: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the number. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e367-e7c0-7d1e-a2b3-c4d5e6f70803
         */
        number_id: components['parameters']['NumberId']
      }
      cookie?: never
    }
    /** @description What to change. */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateNumber']
      }
    }
    responses: {
      /** @description The number as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NumberEnvelope']
        }
      }
      400: components['responses']['BadNumberRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['NumberForbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listSuppressions: {
    parameters: {
      query?: {
        /**
         * @description Only what belongs to this number, written like any telephone number. In a URL the plus sign is written `%2B`.
         * @example +14155550123
         */
        phone?: components['parameters']['PhoneFilter']
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of suppressions. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SuppressionListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  createSuppression: {
    parameters: {
      query?: never
      header?: {
        /** @description A name of your own for this request, 1 to 255 visible ASCII characters, such as a random UUID. Sent again within 24 hours with the same body it creates nothing and gets the first answer once more, marked by `Idempotency-Replayed`. With another body it is refused with `idempotency_mismatch`; while the first request is still being worked on, with `idempotency_in_progress`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description The number that is not to be called. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSuppression']
      }
    }
    responses: {
      /** @description The number is on the list. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SuppressionEnvelope']
        }
      }
      400: components['responses']['BadSuppressionRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      409: components['responses']['IdempotencyInProgress']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyMismatch']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  deleteSuppression: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the suppression. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e93c-3700-7f30-84d5-e6f708192a05
         */
        suppression_id: components['parameters']['SuppressionId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The entry as it was. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SuppressionEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  listTokens: {
    parameters: {
      query?: {
        /**
         * @description How many items a page has at most.
         * @example 50
         */
        limit?: components['parameters']['Limit']
        /**
         * @description Where to go on, the `next_cursor` of the page before. Leave it out for the first page, and keep the other parameters as they were. Anything but a cursor that this list has answered to this account is refused with `invalid_cursor`.
         * @example AaHjsSXAfU6hssPU5fYHA1vQm3xWZ0kT
         */
        cursor?: components['parameters']['Cursor']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page of tokens. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TokenListEnvelope']
        }
      }
      400: components['responses']['BadListRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  createToken: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The token to create. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateToken']
      }
    }
    responses: {
      /** @description The token was created. `token` is its secret. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TokenCreatedEnvelope']
        }
      }
      400: components['responses']['BadTokenRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['TokenForbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  revokeToken: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Identifier of the token. An identifier that is malformed, unknown or of another account is answered with 404.
         * @example 01a1e369-bc80-7e2f-b3c4-d5e6f7081904
         */
        token_id: components['parameters']['TokenId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The token, now revoked. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TokenEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['RevocationForbidden']
      404: components['responses']['NotFound']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  getAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The account. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountEnvelope']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  updateAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description What to change. */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateAccount']
      }
    }
    responses: {
      /** @description The account as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountEnvelope']
        }
      }
      400: components['responses']['BadAccountRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
  simulateInboundCall: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Who calls which number. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SimulateInboundCall']
      }
    }
    responses: {
      /** @description The call was brought in. `accepted` says whether the service took it. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId']
          'Cache-Control': components['headers']['CacheControl']
          'X-Content-Type-Options': components['headers']['ContentTypeOptions']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimitPolicy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InboundCallSimulatedEnvelope']
        }
      }
      400: components['responses']['BadSimulatorRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NoSimulator']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['RateLimited']
      500: components['responses']['InternalError']
      503: components['responses']['Unavailable']
    }
  }
}
