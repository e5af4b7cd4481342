/** Faults that somebody might make, as replacements in the source. The simulation has to find every one of them. */

export interface Bug {
  name: string
  /** The seeds within which it has to be found: so many from this one on. */
  from: number
  seeds: number
  replacements: { file: string; from: string; to: string }[]
}

export const bugs: Bug[] = [
  {
    name: 'the carrier is asked before the dial is committed',
    from: 1,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/dialling/dispatcher.ts',
        from: '    return stepped\n',
        to: '    deps.committed(stepped)\n    return stepped\n',
      },
      {
        file: 'src/engine/dialling/dispatcher.ts',
        from: '    deps.committed(stepped)\n    return moved',
        to: '    return moved',
      },
    ],
  },
  {
    name: 'a create request without an answer is sent again',
    from: 1,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/perform.ts',
        from: "return tell({ kind: 'placement_unknown', attemptId })",
        to: 'return place(item, ref)',
      },
    ],
  },
  {
    name: 'a report on an earlier attempt is taken for one on the present',
    from: 43,
    seeds: 10,
    replacements: [
      {
        file: 'src/core/step.ts',
        from: 'if (!attempt || attempt.id !== event.attemptId) return unchanged(call)',
        to: 'if (!attempt) return unchanged(call)',
      },
    ],
  },
  {
    name: 'suppressions are not looked at before a dial',
    from: 1,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/dialling/dialVerdicts.ts',
        from: 'if (phone === null || suppressed.has(phone))',
        to: 'if (phone === null)',
      },
    ],
  },
  {
    name: 'calling hours do not hold for recalls',
    from: 36,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/dialling/dialVerdicts.ts',
        from: 'const decide = ({ phone, campaignId, contactId }: EngineCall): Verdict => {',
        to: 'const decide = ({ call, phone, campaignId, contactId }: EngineCall): Verdict => {',
      },
      {
        file: 'src/engine/dialling/dialVerdicts.ts',
        from: 'const open = nextWithinCallingHours(hours, zone, free)',
        to: 'const open = call.attemptCount > 0 ? free : nextWithinCallingHours(hours, zone, free)',
      },
    ],
  },
  {
    name: 'an account gets its lines back twice',
    from: 1,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/dialling/lines.ts',
        from: 'usageOf(line.accountId)[line.direction]--',
        to: 'usageOf(line.accountId)[line.direction] -= 2',
      },
    ],
  },
  {
    name: 'a line is free again once the call is answered',
    from: 1,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/perform.ts',
        from: 'if (call.attempt && call.attempt.endedAt !== null) freeLine',
        to: 'if (call.attempt && (call.attempt.endedAt ?? call.attempt.answeredAt) !== null) freeLine',
      },
    ],
  },
  {
    name: 'a paused campaign goes on',
    from: 40,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/dialling/dialVerdicts.ts',
        from: "if (campaign?.state === 'paused') return { kind: 'hold' }",
        to: '',
      },
    ],
  },
  {
    name: 'recalls count from the end of the attempt',
    from: 8,
    seeds: 10,
    replacements: [
      {
        file: 'src/core/step.ts',
        from: 'anchorAt: call.anchorAt,\n    recallMinutes',
        to: 'anchorAt: attempt.endedAt ?? 0,\n    recallMinutes',
      },
    ],
  },
  {
    name: 'the current configuration speaks in place of the pinned one',
    from: 1,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/talking/script.ts',
        from: 'await configurationOf(item)',
        to: `await configurationOf({ ...item, configHash: (await store.db.selectFrom('calls')
          .innerJoin('playbooks', 'playbooks.id', 'calls.playbook_id').select('playbooks.config_hash')
          .where('calls.id', '=', item.call.id).executeTakeFirstOrThrow()).config_hash })`,
      },
    ],
  },
  {
    name: 'a process that starts dials again what was dialled and not answered',
    from: 1,
    seeds: 10,
    replacements: [
      {
        file: 'src/engine/engine.ts',
        from: `onLive: ({ attempt, accountId, direction }) => {
      if (lines.has(attempt.id)) return false`,
        to: `onLive: ({ attempt, accountId, direction, phone, ringTimeoutS, maxDurationS }) => {
      if (lines.has(attempt.id)) return false
      if (attempt.placement === 'requested' && phone !== null) {
        const { id, number } = attempt
        void carrier.place({ attemptId: id, attemptNumber: number, to: phone, from: null, ringTimeoutS, maxDurationS })
      }`,
      },
    ],
  },
  {
    name: "somebody else's campaign can be changed",
    from: 30,
    seeds: 10,
    replacements: [
      {
        file: 'src/store/campaigns/campaigns.ts',
        from: "return db.selectFrom('campaigns').selectAll().where('account_id', '=', accountId)",
        to: "return db.selectFrom('campaigns').selectAll()",
      },
    ],
  },
  {
    name: 'the attempt limit allows one dial more',
    from: 47,
    seeds: 10,
    replacements: [
      { file: 'src/core/attemptLimit.ts', from: 'newestFirst[limit.max - 1]', to: 'newestFirst[limit.max]' },
    ],
  },
  {
    name: 'a part of a campaign is stored twice',
    from: 14,
    seeds: 10,
    replacements: [
      {
        file: 'src/store/campaigns/parts.ts',
        from: '  await removePart(tx, key)\n',
        to: '',
      },
      {
        file: 'src/engine/sweeps/campaignSweep.ts',
        from: 'return key && storePart(tx, key, deps.newId)\n        })',
        to: `return key && { key, ...(await storePart(tx, key, deps.newId))! }
        })
        if (terms) await store.transaction((tx) => removePart(tx, terms.key))`,
      },
      {
        file: 'src/engine/sweeps/campaignSweep.ts',
        from: 'import { lockNextPart, storePart }',
        to: 'import { lockNextPart, removePart, storePart }',
      },
    ],
  },
]
