/** The project as somebody else gets it: its files and nothing that was installed or built here. */
import { $ } from 'bun'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dir, '../..')

export interface FreshClone {
  /** The copy's directory. */
  directory: string
  /** An environment with nothing but a search path and an empty home. */
  env: Record<string, string>
  remove(): Promise<void>
}

/** Copies every file that git tracks or would track. */
export async function makeFreshClone(): Promise<FreshClone> {
  const base = await mkdtemp(path.join(tmpdir(), 'playcall-clone-'))
  const directory = path.join(base, 'playcall')
  const home = path.join(base, 'home')
  await mkdir(home, { recursive: true })
  const listed = await $`git ls-files -z --cached --others --exclude-standard`.cwd(ROOT).text()
  for (const file of listed.split('\0')) {
    if (file === '' || !(await Bun.file(path.join(ROOT, file)).exists())) continue
    await cp(path.join(ROOT, file), path.join(directory, file))
  }
  // What the way to the package registry needs on some machines, and nothing else.
  const passed = Object.entries(process.env).filter(([name]) =>
    /^(PATH|.*_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
  )
  const env = { ...Object.fromEntries(passed.map(([name, value]) => [name, value ?? ''])), HOME: home }
  return { directory, env, remove: () => rm(base, { recursive: true, force: true }) }
}
