import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createScriptedAgent } from '../../src/agents/scripted/scripted.ts'
import type { PlaybookConfig, ScriptStep } from '../../src/core/playbookConfig.ts'
import type { AgentInput, HangupReason } from '../../src/ports/Agent.ts'
import { replyOf, type Turn } from '../support/acts.ts'
import { seeded } from '../support/random.ts'

const agent = createScriptedAgent()
const ANSWERED: AgentInput = { kind: 'answered', answeredBy: 'human' }
const SILENCE: AgentInput = { kind: 'silence' }
const LISTEN = { kind: 'listen' } as const
const ENDLESS = '{% for i in (1..100000000) %}{% endfor %}'

function heard(text: string): AgentInput {
  return { kind: 'heard', text }
}

function hangup(reason: HangupReason): Turn['then'] {
  return { kind: 'hangup', reason }
}

/** Says what the default variable `day` comes to. */
async function sayDay(variables: Record<string, unknown>, given: Record<string, unknown>): Promise<string> {
  const turns = await talk({ first_message: '{{ day }}', variables }, [ANSWERED], given)
  return turns[0]?.say ?? ''
}

function check(config: Partial<PlaybookConfig>): string[] {
  return agent.check({ agent: 'scripted', ...config }).map(({ pointer, message }) => `${pointer}: ${message}`)
}

/** What the agent answers to each input; texts stand for what is heard. */
async function talk(
  config: Omit<PlaybookConfig, 'agent'>,
  inputs: (AgentInput | string)[],
  variables: Record<string, unknown> = {},
): Promise<Turn[]> {
  const conversation = agent.begin({ agent: 'scripted', ...config }, variables)
  const turns: Turn[] = []
  for (const input of inputs) turns.push(await replyOf(conversation, typeof input === 'string' ? heard(input) : input))
  return turns
}

const SURVEY: ScriptStep[] = [
  {
    id: 'ask',
    say: 'Will you come?',
    expect: [
      { match: 'yes|sure', outcome: 'confirmed', goto: 'bring' },
      { match: 'nobody', outcome: 'opt_out', goto: 'bring' },
      { match: 'human|person', goto: 'transfer' },
      { match: 'no', outcome: 'declined', goto: 'end' },
    ],
    else: 'ask',
  },
  { say: 'This step is only reached from the one before.' },
  { id: 'bring', say: 'Bring your card.' },
]

describe('following the script', () => {
  test('the first message comes first, and the steps after the replies', async () => {
    const turns = await talk(
      { first_message: 'Hi {{ name }}.', end_message: 'Bye.', script: [{ say: 'One?' }, { say: 'Two?' }] },
      [ANSWERED, 'hello', 'one', 'two'],
      { name: 'Ada' },
    )
    expect(turns).toEqual([
      { say: 'Hi Ada.', then: LISTEN },
      { say: 'One?', then: LISTEN },
      { say: 'Two?', then: LISTEN },
      { say: 'Bye.', then: hangup('agent_hung_up') },
    ])
  })

  test('without a first message it begins with the first step', async () => {
    expect(await talk({ script: [{ say: 'One?' }] }, [ANSWERED])).toEqual([{ say: 'One?', then: LISTEN }])
  })

  test('without a script it hears one reply and takes its leave', async () => {
    const turns = await talk({ first_message: 'Hi.', end_message: 'Bye.' }, [ANSWERED, 'hello'])
    expect(turns).toEqual([
      { say: 'Hi.', then: LISTEN },
      { say: 'Bye.', then: hangup('agent_hung_up') },
    ])
  })

  test('with nothing to say it hangs up', async () => {
    expect(await talk({}, [ANSWERED])).toEqual([{ say: '', then: hangup('agent_hung_up') }])
  })

  test('a reply that matches leads to its step and leaves its outcome', async () => {
    const [, turn] = await talk({ script: SURVEY }, [ANSWERED, 'Sure!'])
    expect(turn).toEqual({ say: 'Bring your card.', then: LISTEN, outcome: 'confirmed' })
  })

  test('the first expectation that matches counts', async () => {
    const [, turn] = await talk({ script: SURVEY }, [ANSWERED, 'No… yes.'])
    expect(turn?.outcome).toBe('confirmed')
  })

  test('an unexpected reply leads to `else`, or to the next step without one', async () => {
    const [, again] = await talk({ script: SURVEY }, [ANSWERED, 'What?'])
    expect(again?.say).toBe('Will you come?')
    const [, next] = await talk({ script: [{ say: 'a', expect: [{ match: 'yes' }] }, { say: 'b' }] }, [ANSWERED, 'no'])
    expect(next?.say).toBe('b')
  })

  test('`end` says the end message and hangs up', async () => {
    const [, turn] = await talk({ script: SURVEY, end_message: 'Bye.' }, [ANSWERED, 'no'])
    expect(turn).toEqual({ say: 'Bye.', then: hangup('agent_hung_up'), outcome: 'declined' })
  })

  test('`transfer` hands the callee over', async () => {
    const [, turn] = await talk({ script: SURVEY, transfer_number: '+14155550177' }, [ANSWERED, 'a human, please'])
    expect(turn).toEqual({ say: '', then: { kind: 'transfer', to: '+14155550177' } })
  })

  test('`transfer` dials E.164, however the number was written, and never a number that nobody has', async () => {
    const [, turn] = await talk({ script: SURVEY, transfer_number: '+44 (0)20 7183 8750' }, [ANSWERED, 'a human'])
    expect(turn?.then).toEqual({ kind: 'transfer', to: '+442071838750' })
    const [, failed] = await talk({ script: SURVEY, transfer_number: '+1234567' }, [ANSWERED, 'a human'])
    expect(failed?.then).toEqual(hangup('agent_failed'))
  })

  test('a script that goes round in circles ends after two hundred turns', async () => {
    const circle = [{ id: 'a', say: 'Again?', else: 'a' }]
    const turns = await talk({ script: circle }, [ANSWERED, ...Array.from({ length: 250 }, () => 'hm')])
    expect(turns.findIndex(({ then }) => then.kind === 'hangup')).toBe(200)
  })

  test('after the last words it says and wants nothing more', async () => {
    const turns = await talk({ end_message: 'Bye.' }, [ANSWERED, 'hello?', SILENCE, ANSWERED])
    expect(turns.slice(1)).toEqual([1, 2, 3].map(() => ({ say: '', then: LISTEN })))
  })

  test('what is heard before the answer is nothing to reply to', async () => {
    const turns = await talk({ first_message: 'Hi.' }, ['early', ANSWERED])
    expect(turns.map(({ say }) => say)).toEqual(['', 'Hi.'])
  })
})

describe('variables', () => {
  test('what is given wins over the defaults, unless it has no value', async () => {
    expect(await sayDay({ day: 'Monday' }, { day: 'Friday' })).toBe('Friday')
    expect(await sayDay({ day: 'Monday' }, {})).toBe('Monday')
    expect(await sayDay({ day: 'Monday' }, { day: null })).toBe('Monday')
    expect(await sayDay({ day: 'Monday' }, { day: '' })).toBe('')
  })

  test('what looks like a template in a variable is said as it is', async () => {
    expect(await sayDay({ day: '{{ secret }}', secret: 'told' }, {})).toBe('{{ secret }}')
  })
})

describe('opting out', () => {
  const out = { outcome: 'opt_out', optOut: true, then: hangup('opted_out') } as const

  test('a callee who asks not to be called again is obeyed at once, whatever the script says', async () => {
    const config = { first_message: 'Hi.', end_message: 'Bye.', script: SURVEY }
    expect((await talk(config, [ANSWERED, 'Do not call me!']))[1]).toEqual({ say: 'Bye.', ...out })
    expect((await talk(config, [ANSWERED, 'hi', "Yes, sure, but don't call again."]))[2]).toMatchObject(out)
  })

  test('the outcome `opt_out` of a script counts too', async () => {
    expect((await talk({ script: SURVEY }, [ANSWERED, 'nobody']))[1]).toEqual({ say: '', ...out })
  })

  test('the wish is kept when the words that follow it fail', async () => {
    const turn = (await talk({ first_message: 'Hi.', end_message: ENDLESS }, [ANSWERED, 'stop calling']))[1]
    expect(turn).toMatchObject({ outcome: 'opt_out', optOut: true, then: { kind: 'hangup' } })
  })
})

describe('machines', () => {
  const machine: AgentInput = { kind: 'answered', answeredBy: 'machine' }

  test('a machine is hung up on unless there is a message to leave', async () => {
    const quiet = [{ say: '', then: hangup('voicemail') }]
    expect(await talk({ first_message: 'Hi.' }, [machine])).toEqual(quiet)
    expect(await talk({ voicemail: { action: 'hangup', message: 'Hi.' } }, [machine])).toEqual(quiet)
    const turns = await talk({ voicemail: { action: 'message', message: 'Call {{ us }}.' } }, [machine], { us: 'back' })
    expect(turns).toEqual([{ say: 'Call back.', then: hangup('voicemail') }])
  })

  test('whoever is not known to be a machine is talked to', async () => {
    const [turn] = await talk({ first_message: 'Hi.' }, [{ kind: 'answered', answeredBy: 'unknown' }])
    expect(turn?.say).toBe('Hi.')
  })
})

describe('silence', () => {
  test('it asks twice whether anybody is there, and then takes its leave', async () => {
    const turns = await talk({ first_message: 'Hi.', end_message: 'Bye.' }, [ANSWERED, SILENCE, SILENCE, SILENCE])
    expect(turns.slice(1)).toEqual([
      { say: 'Are you still there?', then: LISTEN },
      { say: 'Are you still there?', then: LISTEN },
      { say: 'Bye.', then: hangup('silence') },
    ])
  })

  test('it asks as often and in the words that the playbook says', async () => {
    const config = { first_message: 'Hi.', silence: { message: 'Hm {{ x }}?', max: 1 } }
    const turns = await talk(config, [ANSWERED, SILENCE, SILENCE], { x: 'y' })
    expect(turns.slice(1).map(({ say }) => say)).toEqual(['Hm y?', ''])
    const [, never] = await talk({ first_message: 'Hi.', silence: { max: 0 } }, [ANSWERED, SILENCE])
    expect(never?.then).toEqual({ kind: 'hangup', reason: 'silence' })
  })

  test('a word from the callee makes it patient again, and the script goes on where it was', async () => {
    const turns = await talk({ first_message: 'Hi.', script: [{ say: 'One?' }, { say: 'Two?' }] }, [
      ANSWERED,
      SILENCE,
      SILENCE,
      'hello',
      SILENCE,
      SILENCE,
      'one',
    ])
    expect(turns.at(-1)).toEqual({ say: 'Two?', then: LISTEN })
  })
})

describe('failing', () => {
  test('a template that fails is answered with the error message, and the call ends', async () => {
    const [turn] = await talk({ first_message: ENDLESS, error_message: 'Oh, {{ name }}.' }, [ANSWERED], { name: 'Ada' })
    expect(turn).toEqual({ say: 'Oh, Ada.', then: hangup('agent_failed') })
  })

  test('an error message that is missing or fails itself is replaced by an apology', async () => {
    for (const config of [{ first_message: ENDLESS }, { first_message: ENDLESS, error_message: ENDLESS }]) {
      const [turn] = await talk(config, [ANSWERED])
      expect(turn?.say).toContain('sorry')
      expect(turn?.then).toEqual({ kind: 'hangup', reason: 'agent_failed' })
    }
  })

  test('an outcome is kept when the step it leads to fails', async () => {
    const script = [{ say: 'a', expect: [{ match: '*', outcome: 'heard' }] }, { say: ENDLESS }]
    const [, turn] = await talk({ script }, [ANSWERED, 'x'])
    expect(turn).toMatchObject({ outcome: 'heard', then: { reason: 'agent_failed' } })
  })
})

describe('checking a configuration', () => {
  test('a good one has no faults', () => {
    expect(
      check({
        first_message: 'Hi {{ name }}.',
        voicemail: { action: 'message', message: 'Call back.' },
        outcomes: ['confirmed', 'declined'],
        transfer_number: '+14155550177',
        script: SURVEY,
      }),
    ).toEqual([])
    expect(check({})).toEqual([])
  })

  test('every template is looked at', () => {
    const bad = '{{ x'
    const faults = agent.check({
      agent: 'scripted',
      first_message: bad,
      end_message: bad,
      error_message: bad,
      voicemail: { action: 'hangup', message: bad },
      silence: { message: bad },
      script: [{ say: 'good' }, { say: bad }],
    })
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/first_message',
      '/end_message',
      '/error_message',
      '/voicemail/message',
      '/silence/message',
      '/script/1/say',
    ])
  })

  test('an agent that needs a language model is refused', () => {
    expect(check({ agent: 'llm' })).toEqual([
      '/agent: This server has no language model configured. Use the agent `scripted`.',
    ])
  })

  test('a message for machines has to be there', () => {
    const fault = '/voicemail: The action `message` needs a `message` to leave.'
    expect(check({ voicemail: { action: 'message' } })).toEqual([fault])
    expect(check({ voicemail: { action: 'message', message: ' ' } })).toEqual([fault])
  })

  test('ids are unique and not reserved, and targets exist', () => {
    expect(
      check({
        script: [
          {
            id: 'a',
            say: '',
            expect: [
              { match: 'x', goto: 'b' },
              { match: 'y', goto: 'end' },
            ],
            else: 'c',
          },
          { id: 'a', say: '', expect: [{ match: 'x', goto: 'transfer' }], else: 'a' },
          { id: 'end', say: '' },
          { say: '' },
        ],
      }),
    ).toEqual([
      '/script/1/id: Another step is called `a` already.',
      '/script/2/id: `end` is reserved; call the step otherwise.',
      '/script/0/expect/0/goto: No step is called `b`.',
      '/script/0/else: No step is called `c`.',
      '/script/1/expect/0/goto: A transfer needs a `transfer_number`.',
    ])
  })

  test('a transfer number is possible, and neither an emergency number nor of premium rate', () => {
    expect(check({ transfer_number: '+44 (0)20 7183 8750' })).toEqual([])
    for (const [transfer_number, fault] of [
      ['+1234567', 'No country has such a number.'],
      ['+1 911 555 0100', 'This is an emergency number;'],
      ['+1 900 555 0123', 'This is a premium-rate number;'],
    ] as const) {
      expect(check({ transfer_number })).toEqual([expect.stringContaining(`/transfer_number: ${fault}`) as never])
    }
  })

  test('outcomes must be listed when there is a list; `opt_out` always may be used', () => {
    const script = [
      {
        say: '',
        expect: [
          { match: 'a', outcome: 'x' },
          { match: 'b', outcome: 'opt_out' },
        ],
      },
    ]
    expect(check({ script })).toEqual([])
    expect(check({ script, outcomes: ['y'] })).toEqual([
      '/script/0/expect/0/outcome: The outcome `x` is not listed in `outcomes`.',
    ])
  })
})

test('a conversation that passes the check ends properly, whatever it is told', async () => {
  const target = fc.constantFrom('a', 'b', 'end', 'transfer')
  const expectation = fc.record(
    { match: fc.constantFrom('yes', 'no|*', 'maybe * not'), goto: target, outcome: fc.constantFrom('o', 'opt_out') },
    { requiredKeys: ['match'] },
  )
  const step = fc.record(
    { say: fc.constantFrom('Yes?', '{{ x }}', ''), expect: fc.array(expectation, { maxLength: 3 }), else: target },
    { requiredKeys: ['say'] },
  )
  const input = fc.oneof(
    fc.constantFrom('yes', 'no', 'maybe not', 'do not call me', '').map(heard),
    fc.constant(SILENCE),
    fc.constant(ANSWERED),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 4 }), fc.array(input, { maxLength: 12 }), async (steps, inputs) => {
      const script: ScriptStep[] = [...steps, { id: 'a', say: 'A' }, { id: 'b', say: 'B' }]
      const config: PlaybookConfig = { agent: 'scripted', script, transfer_number: '+14155550177' }
      expect(agent.check(config)).toEqual([])
      const turns = await talk(config, [ANSWERED, ...inputs])
      const last = turns.findIndex(({ then }) => then.kind !== 'listen')
      const afterwards = last === -1 ? [] : turns.slice(last + 1)
      expect(afterwards.every(({ say, then }) => say === '' && then.kind === 'listen')).toBe(true)
      expect(turns.every(({ then }) => then.kind !== 'hangup' || then.reason !== 'agent_failed')).toBe(true)
      for (const { outcome, optOut, then } of turns) {
        expect(optOut === true).toBe(outcome === 'opt_out')
        if (optOut) expect(then).toEqual({ kind: 'hangup', reason: 'opted_out' })
      }
    }),
    seeded(300),
  )
})
