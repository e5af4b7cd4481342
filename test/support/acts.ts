/** What an agent does, gathered from its stream: for tests that care for the whole of a reply. */
import type { Agent, AgentAct, AgentInput, Conversation, Findings } from '../../src/ports/Agent.ts'

/** A whole reply. */
export interface Turn extends Findings {
  say: string
  then: { kind: 'listen' } | Extract<AgentAct, { kind: 'hangup' | 'transfer' }>
}

/** Waits for the end of a reply. */
export async function replyOf(conversation: Conversation, input: AgentInput): Promise<Turn> {
  const turn: Turn = { say: '', then: { kind: 'listen' } }
  for await (const act of conversation.reply(input, new AbortController().signal)) {
    if (act.kind === 'say') turn.say += act.text
    else if (act.kind === 'found') Object.assign(turn, act.findings)
    else turn.then = act
  }
  return turn
}

/** An agent that answers each input with acts; a promise that is never settled makes it fall silent. */
export function agentThat(answer: (input: AgentInput) => readonly AgentAct[] | Promise<never>): Agent {
  return {
    check: () => [],
    begin: () => ({
      async *reply(input) {
        yield* await answer(input)
      },
      interrupted: () => undefined,
    }),
  }
}
