/** What would keep the scripted agent from working with a configuration, each fault with its place. */
import { type PhoneFault, readPhone } from '../core/phone.ts'
import type { PlaybookConfig, ScriptStep } from '../core/playbookConfig.ts'
import type { ConfigFault } from '../ports/Agent.ts'
import { OPT_OUT } from './phrases.ts'
import { checkTemplate } from './template.ts'

/**
 * UTF-16 units of all texts together: more than an hour of talk. To parse as much takes some milliseconds, in which
 * nobody else is served.
 */
const MOST_UNITS_TOGETHER = 64 * 1024

const RESERVED_TARGETS: readonly string[] = ['end', 'transfer']

/** Answers the faults in the order of the configuration; pointers are JSON pointers into it. Templates are not run. */
export function checkScriptedConfig(config: PlaybookConfig): ConfigFault[] {
  return [
    ...agentFaults(config),
    ...templateFaults(config),
    ...voicemailFaults(config),
    ...transferFaults(config),
    ...scriptFaults(config),
  ]
}

function agentFaults({ agent }: PlaybookConfig): ConfigFault[] {
  if (agent === 'scripted') return []
  return [{ pointer: '/agent', message: 'This server has no language model configured. Use the agent `scripted`.' }]
}

function templateFaults(config: PlaybookConfig): ConfigFault[] {
  const templates: [pointer: string, template: string | undefined][] = [
    ['/first_message', config.first_message],
    ['/end_message', config.end_message],
    ['/error_message', config.error_message],
    ['/voicemail/message', config.voicemail?.message],
    ['/silence/message', config.silence?.message],
  ]
  for (const [index, step] of (config.script ?? []).entries()) templates.push([`/script/${index}/say`, step.say])
  const units = templates.reduce((sum, [, template]) => sum + (template?.length ?? 0), 0)
  if (units > MOST_UNITS_TOGETHER) {
    const message = `The texts have ${units} characters together; ${MOST_UNITS_TOGETHER} are the most. Shorten them.`
    return [{ pointer: '', message }]
  }
  return templates.flatMap(([pointer, template]) => {
    const message = template === undefined ? null : checkTemplate(template)
    return message === null ? [] : [{ pointer, message }]
  })
}

function voicemailFaults({ voicemail }: PlaybookConfig): ConfigFault[] {
  if (voicemail?.action !== 'message' || voicemail.message?.trim()) return []
  return [{ pointer: '/voicemail', message: 'The action `message` needs a `message` to leave.' }]
}

function transferFaults({ transfer_number: text }: PlaybookConfig): ConfigFault[] {
  const fault = text === undefined ? null : readPhone(text).fault
  return fault === null ? [] : [{ pointer: '/transfer_number', message: TRANSFER_FAULTS[fault] }]
}

const TRANSFER_FAULTS: Record<PhoneFault, string> = {
  impossible: 'No country has such a number. Check the country code and count the digits.',
  emergency: 'This is an emergency number; nobody is transferred to it.',
  premium: 'This is a premium-rate number; nobody is transferred to it.',
}

function scriptFaults(config: PlaybookConfig): ConfigFault[] {
  const script = config.script ?? []
  const ids = new Set(script.flatMap(({ id }) => (id === undefined ? [] : [id])))
  return [
    ...idFaults(script),
    ...script.flatMap((step, index) => targetFaults(config, step, index, ids)),
    ...script.flatMap((step, index) => outcomeFaults(config, step, index)),
  ]
}

function idFaults(script: readonly ScriptStep[]): ConfigFault[] {
  const seen = new Set<string>()
  return script.flatMap(({ id }, index) => {
    if (id === undefined) return []
    const pointer = `/script/${index}/id`
    if (RESERVED_TARGETS.includes(id)) return [{ pointer, message: `\`${id}\` is reserved; call the step otherwise.` }]
    if (seen.has(id)) return [{ pointer, message: `Another step is called \`${id}\` already.` }]
    seen.add(id)
    return []
  })
}

function targetFaults(
  config: PlaybookConfig,
  step: ScriptStep,
  index: number,
  ids: ReadonlySet<string>,
): ConfigFault[] {
  const expected = (step.expect ?? []).map(({ goto }, at) => [`/script/${index}/expect/${at}/goto`, goto] as const)
  const targets = [...expected, [`/script/${index}/else`, step.else] as const]
  return targets.flatMap(([pointer, target]) => {
    if (target === undefined || target === 'end') return []
    if (target === 'transfer') {
      return config.transfer_number === undefined ? [{ pointer, message: 'A transfer needs a `transfer_number`.' }] : []
    }
    return ids.has(target) ? [] : [{ pointer, message: `No step is called \`${target}\`.` }]
  })
}

function outcomeFaults({ outcomes }: PlaybookConfig, step: ScriptStep, index: number): ConfigFault[] {
  if (outcomes === undefined) return []
  return (step.expect ?? []).flatMap(({ outcome }, at) => {
    if (outcome === undefined || outcome === OPT_OUT || outcomes.includes(outcome)) return []
    const pointer = `/script/${index}/expect/${at}/outcome`
    return [{ pointer, message: `The outcome \`${outcome}\` is not listed in \`outcomes\`.` }]
  })
}
