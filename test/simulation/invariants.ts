/**
 * What must hold after every step, whatever went wrong in it: judged by the database and by what the network remembers.
 * A rule that changed in the step is given the benefit of the doubt: a dial may follow the old one or the new one.
 */
import { isTerminal } from '../../src/core/call.ts'
import { checkDials } from './dialInvariants.ts'
import { demand, type Evidence } from './evidence.ts'
import { wasNeverPlaced } from './policy.ts'
import type { CallRow, Snapshot } from './snapshot.ts'

/** Throws an Error that says which promise was broken. */
export function checkInvariants(evidence: Evidence): void {
  checkDials(evidence)
  checkCalls(evidence)
  checkAttempts(evidence)
  checkCampaigns(evidence)
}

const FROZEN = [
  'account_id',
  'campaign_id',
  'phone',
  'config_hash',
  'version_id',
  'version_source',
  'launch_at',
] as const

function checkCalls({ before, after, accepted }: Evidence): void {
  const calls = new Map(after.calls.map((call) => [call.id, call]))
  const campaigns = new Set(after.campaigns.map(({ id }) => id))
  for (const id of accepted) demand(calls.has(id) || campaigns.has(id), 'what was accepted is kept:', id)
  for (const old of before.calls) {
    const call = calls.get(old.id)
    if (!call) throw new Error(`a call is kept: ${old.id}`)
    for (const key of FROZEN) demand(call[key] === old[key], `a call keeps its ${key}:`, call)
    const isOver = isTerminal(old.status)
    demand(!isOver || (call.status === old.status && call.ended_at === old.ended_at), 'what has ended stays so:', call)
  }
  const known = new Set(before.calls.map(({ id }) => id))
  const live = new Set(after.attempts.filter(({ ended_at }) => ended_at === null).map(({ call_id }) => call_id))
  const markers = new Set<number>()
  for (const call of after.calls) {
    const goesOn = call.status === 'scheduled' ? call.next_at !== null : live.has(call.id)
    demand(isTerminal(call.status) || goesOn, 'a call ends or goes on:', call)
    demand(isTerminal(call.status) ? !live.has(call.id) : true, 'an ended call has no live attempt:', call)
    if (call.marker !== null) demand(!markers.has(call.marker), 'a keyed request takes effect once:', call)
    if (call.marker !== null) markers.add(call.marker)
    if (!known.has(call.id) && call.campaign_id === null) checkVersion([before, after], call)
    if (
      call.ended_reason === 'suppressed' &&
      !isTerminal(before.calls.find(({ id }) => id === call.id)?.status ?? 'scheduled')
    ) {
      const isListed = [...before.suppressions, ...after.suppressions].some(
        (one) => one.account_id === call.account_id && one.phone === call.phone,
      )
      demand(isListed, "only the own account's suppressions end a call:", call)
    }
  }
}

/** The version is the one that was named, or else the one in production when the call or its campaign was created. */
function checkVersion(
  moments: readonly Snapshot[],
  call: Pick<CallRow, 'account_id' | 'requested' | 'config_hash'>,
): void {
  const expected = moments.map(({ playbooks, versions }) => {
    const playbook = playbooks.find(({ account_id }) => account_id === call.account_id)
    const own = (id: string | null | undefined) =>
      versions.find((one) => one.id === id && one.account_id === call.account_id)?.hash
    return own(call.requested) ?? own(playbook?.production) ?? playbook?.config_hash
  })
  demand(expected.includes(call.config_hash), 'a call takes the version in production when it is created:', call)
}

/** An attempt that is closed with an outcome had that outcome in the network. */
function checkAttempts({ before, after, requests }: Evidence): void {
  const truth = new Map(requests.map((call) => [call.attemptId, call]))
  const closed = new Set(before.attempts.filter(({ ended_at }) => ended_at !== null).map(({ id }) => id))
  for (const attempt of after.attempts) {
    demand((attempt.ended_at === null) === (attempt.check_at !== null), 'a live attempt is checked:', attempt)
    const phone = truth.get(attempt.id)
    const { disposition } = attempt
    if (closed.has(attempt.id) || !phone || disposition === null) continue
    if (disposition === 'unknown' || disposition === 'canceled') continue
    if (disposition === 'failed' && wasNeverPlaced(phone)) continue
    if (disposition === 'answered')
      demand(phone.answeredAt !== null, 'only what was answered counts as answered:', attempt)
    else {
      const { answer, report } = phone
      const refused = answer.kind === 'refused' ? answer.cause : answer.kind === 'throttled' ? 'failed' : null
      const told = { told: report?.cause ?? refused, attempt }
      demand(told.told === disposition, 'an attempt ends as it did at the carrier:', told)
    }
  }
  const byId = new Map(after.attempts.map((attempt) => [attempt.id, attempt]))
  const calls = new Map(after.calls.map((call) => [call.id, call]))
  const configs = new Map(after.configs.map(({ hash, max_duration_s }) => [hash, max_duration_s]))
  for (const { attemptId, said } of requests) {
    const call = calls.get(byId.get(attemptId)?.call_id ?? '')
    const wanted = configs.get(call?.config_hash ?? '')
    for (const text of said) {
      const spoken = /^config (\d+)/.exec(text)?.[1]
      if (spoken && wanted) demand(Number(spoken) === wanted, 'the pinned configuration speaks:', { text, call })
    }
  }
}

function checkCampaigns({ before, after }: Evidence): void {
  const names = new Set<string>()
  const known = new Set(before.campaigns.map(({ id }) => id))
  for (const campaign of after.campaigns) {
    const calls = after.calls.filter(({ campaign_id }) => campaign_id === campaign.id)
    const unfinished = campaign.to_store + calls.filter(({ status }) => !isTerminal(status)).length
    const all = campaign.to_store + calls.length
    const isWhole = campaign.state === 'canceled' ? all <= campaign.calls : all === campaign.calls
    demand(isWhole, 'a campaign has its calls:', { ...campaign, stored: calls.length })
    demand(campaign.to_store === 0 || campaign.state !== 'canceled', 'a canceled campaign gets no calls:', campaign)
    if (!known.has(campaign.id)) checkVersion([before, after], campaign)
    demand(
      calls.every(({ config_hash }) => config_hash === campaign.config_hash),
      'all calls of a campaign take the version that it took:',
      campaign,
    )
    demand(new Set(calls.map(({ phone }) => phone)).size === calls.length, 'a campaign calls a number once:', campaign)
    demand(unfinished === campaign.remaining, 'a campaign knows how many calls are left:', { ...campaign, unfinished })
    demand(unfinished > 0 || campaign.state === 'completed' || campaign.state === 'canceled', 'it completes:', campaign)
    demand(unfinished === 0 || campaign.state !== 'completed', 'it is not complete before:', campaign)
    demand(
      calls.every(({ account_id }) => account_id === campaign.account_id),
      'accounts are apart:',
      campaign,
    )
    demand(!names.has(campaign.name), 'a keyed campaign is created once:', campaign)
    names.add(campaign.name)
  }
}
