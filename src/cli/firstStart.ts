/** What a new database is given, so that a stranger can place a call at once. */
import { SCOPES } from '../core/apiToken.ts'
import type { PlaybookConfig } from '../core/playbookConfig.ts'
import type { Instant } from '../core/time.ts'
import { DEFAULT_LIMITS } from '../app.ts'
import { saveVersion } from '../operations/playbooks/saveVersion.ts'
import { findFirstAccount, insertAccount, lockAccounts } from '../store/accounts/accounts.ts'
import type { Store } from '../store/open.ts'
import { insertPlaybook, listPlaybooks } from '../store/playbooks/playbooks.ts'
import { insertToken, makeToken } from '../store/tokens/tokens.ts'

/**
 * The playbook that the contract's examples name, so that they work on a new server as they stand: whoever reads the
 * reference sends the first call with two clicks.
 */
export const DEMO_PLAYBOOK_ID = '01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01'

/** What the demo playbook says. */
export const DEMO: PlaybookConfig = {
  agent: 'scripted',
  language: 'en',
  first_message:
    'Hello{% if first_name %} {{ first_name }}{% endif %}, this is the assistant of Playcall. I am calling about your appointment. Do you have a moment?',
  script: [
    {
      id: 'offer',
      say: 'We have a free slot {{ slot }}. Does that suit you?',
      expect: [
        { match: 'yes|sure|of course|fine|okay|perfect|great|works', goto: 'confirm', outcome: 'confirmed' },
        { match: 'no|not|another|different', goto: 'other', outcome: 'wants_another_time' },
      ],
      else: 'confirm',
    },
    { id: 'other', say: 'No problem. A colleague will call you with other times.', else: 'end' },
    { id: 'confirm', say: 'Thank you, you are booked {{ slot }}. Shall we send you a reminder?', else: 'end' },
  ],
  end_message: 'Thank you for your time. Goodbye.',
  voicemail: { action: 'message', message: 'Hello, this is the assistant of Playcall. We will call again. Goodbye.' },
  outcomes: ['confirmed', 'wants_another_time'],
  variables: { slot: 'on Monday at nine' },
  max_duration_s: 300,
}

export interface FirstSteps {
  /** The token, if this start has made it; null when the operator gave it. It cannot be read again. */
  newToken: string | null
  playbookId: string
}

/** Makes an account, a token and a demo playbook in a new database. Answers null when there is an account already. */
export async function prepareFirstStart(
  store: Store,
  options: { token: string | null; now: Instant; newId: () => string },
): Promise<FirstSteps | null> {
  if ((await findFirstAccount(store.db)) !== null) return null
  const { now: at, newId } = options
  const accountId = newId()
  const playbookId = DEMO_PLAYBOOK_ID
  const { secret, token } = makeToken(
    {
      id: newId(),
      accountId,
      name: 'First token',
      scopes: SCOPES,
      at,
      expiresAt: null,
      fromEnvironment: options.token !== null,
    },
    options.token ?? undefined,
  )
  const isMade = await store.transaction(async (tx) => {
    // Several processes may start together.
    await lockAccounts(tx)
    if ((await findFirstAccount(tx)) !== null) return false
    await insertAccount(tx, {
      id: accountId,
      name: 'First account',
      timeZone: 'UTC',
      requestsPerSecond: DEFAULT_LIMITS.perSecond,
      requestsPerMinute: DEFAULT_LIMITS.perMinute,
      at,
    })
    await insertToken(tx, token)
    const playbook = await insertPlaybook(tx, { id: playbookId, accountId, name: 'Demo', config: DEMO, at })
    const by = { message: 'First version', createdBy: 'Playcall' }
    await saveVersion(tx, playbook, { id: newId(), accountId, ...by, at })
    return true
  })
  if (!isMade) return null
  return { newToken: options.token === null ? secret : null, playbookId }
}

/** The id of the first account's newest playbook, for the lines that a later start prints; null when there is none. */
export async function findSomePlaybook(store: Store): Promise<string | null> {
  const accountId = await findFirstAccount(store.db)
  if (accountId === null) return null
  const [newest] = await listPlaybooks(store.db, accountId, { limit: 1, afterId: null })
  return newest?.id ?? null
}
