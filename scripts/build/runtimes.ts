/** The Bun that is packed with the program: for this machine its own, for others from Bun's npm packages. */
import { $ } from 'bun'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import manifest from '../../package.json'

export const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'] as const
export type Target = (typeof TARGETS)[number]

const BUN_VERSION = manifest.packageManager.replace('bun@', '')
const CACHE = path.resolve(import.meta.dir, '../../node_modules/.cache/playcall/runtimes', BUN_VERSION)

export function isTarget(name: string): name is Target {
  return TARGETS.some((target) => target === name)
}

/** What this machine is. Throws an Error when it is none of the targets. */
export function hostTarget(): Target {
  const name = `${process.platform.replace('win32', 'windows')}-${process.arch}`
  if (!isTarget(name)) throw new Error(`Playcall cannot be built on ${name}. Name a target: ${TARGETS.join(', ')}.`)
  return name
}

/** The path of the Bun for a target, which is installed from its package when it is not there yet. */
export async function findRuntime(target: Target): Promise<string> {
  if (target === hostTarget() && Bun.version === BUN_VERSION) return process.execPath
  const name = `@oven/bun-${target.replace('arm64', 'aarch64')}`
  const folder = path.join(CACHE, target)
  const file = path.join(folder, 'node_modules', name, 'bin', target.startsWith('windows') ? 'bun.exe' : 'bun')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  await Bun.write(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: BUN_VERSION } }),
  )
  // Quoted: the shell would look for files of such names.
  await $`${process.execPath} install --silent ${'--cpu=*'} ${'--os=*'}`.cwd(folder)
  return file
}
