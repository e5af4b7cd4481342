/** Programs of their own processes, which are asked and answer: what is measured shares nothing with who measures. */
import path from 'node:path'

export interface Program<Question, Answer> {
  pid: number
  /** One question at a time. Rejects with what the program threw, or when it has ended. */
  ask(question: Question): Promise<Answer>
  stop(): Promise<void>
}

type Reply = { done: unknown } | { failed: string }

/** Starts a program of `programs/`. What it writes to standard error is shown. */
export function startProgram<Question, Answer>(
  name: string,
  options: { args?: readonly string[]; env?: Record<string, string> } = {},
): Program<Question, Answer> {
  let settle: { resolve: (answer: Answer) => void; reject: (cause: Error) => void } | null = null
  const child = Bun.spawn(
    [process.execPath, path.join(import.meta.dir, 'programs', `${name}.ts`), ...(options.args ?? [])],
    {
      cwd: path.resolve(import.meta.dir, '../..'),
      env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...options.env },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      ipc: (reply: Reply) => {
        if ('done' in reply) settle?.resolve(reply.done as Answer)
        else settle?.reject(new Error(`${name}: ${reply.failed}`))
        settle = null
      },
    },
  )
  void child.exited.then((code) => settle?.reject(new Error(`${name} ended with ${code}`)))
  return {
    pid: child.pid,
    ask: (question) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        child.send(question)
      }),
    stop: async () => {
      child.kill()
      await child.exited
    },
  }
}

/** The other end: answers every question, and ends the process when nobody is there any more to ask. */
export function answerQuestions(answer: (question: never) => unknown): void {
  const reply = (message: Reply): void => void process.send?.(message)
  process.on('disconnect', () => process.exit(0))
  process.on('message', (question) => {
    Promise.resolve(question as never)
      .then(answer)
      .then(
        (done) => reply({ done }),
        (cause: unknown) => reply({ failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
      )
  })
}
