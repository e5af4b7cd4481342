/**
 * Packs the service into one file: `bun run build [linux-x64 linux-arm64 darwin-x64 darwin-arm64 windows-x64 | all]`.
 *
 * Without a target it builds for this machine. Everything is inside: the contract, the reference page, the database and
 * its template. Beside each file lie its bill of materials and, for all of them, SHA256SUMS. The same sources give the
 * same bytes.
 */
import { $ } from 'bun'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import manifest from '../package.json'
import { writeBillOfMaterials } from './build/billOfMaterials.ts'
import { findRuntime, hostTarget, isTarget, TARGETS, type Target } from './build/runtimes.ts'

const ROOT = path.resolve(import.meta.dir, '..')
const DIST = path.join(ROOT, 'dist')

/** Builds for one target and answers the file. Throws an AggregateError when something cannot be packed. */
export async function build(target: Target, folder = DIST): Promise<string> {
  const suffix = target.startsWith('windows') ? '.exe' : ''
  const outfile = path.join(folder, `${target === hostTarget() ? 'playcall' : `playcall-${target}`}${suffix}`)
  const result = await Bun.build({
    entrypoints: [path.join(ROOT, 'src/main.ts')],
    target: 'bun',
    minify: true,
    bytecode: true,
    format: 'esm',
    metafile: true,
    root: ROOT,
    define: { 'process.env.PLAYCALL_COMMIT': JSON.stringify(await readCommit()) },
    plugins: [{ name: 'compress what is large', setup: compressLargeFiles }],
    compile: {
      target: `bun-${target}`,
      outfile,
      executablePath: await findRuntime(target),
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  })
  const inputs = Object.keys(result.metafile?.inputs ?? {})
  await writeBillOfMaterials(`${outfile}.cdx.json`, {
    root: ROOT,
    inputs,
    bun: manifest.packageManager.split('@')[1] ?? '',
  })
  return outfile
}

/** To a quarter of their sizes. The service knows both forms by their first bytes; browsers take the page's script as it is. */
function compressLargeFiles(builder: Bun.PluginBuilder): void {
  builder.onLoad({ filter: /api-reference\/dist\/browser\/standalone\.js$/ }, async ({ path: source }) => ({
    contents: Bun.gzipSync(await Bun.file(source).bytes(), { level: 9 }),
    loader: 'file',
  }))
  builder.onLoad({ filter: /pglite\/dist\/pglite\.data$/ }, async ({ path: source }) => ({
    contents: Bun.zstdCompressSync(await Bun.file(source).bytes(), { level: 19 }),
    loader: 'file',
  }))
}

/** The commit that is checked out; with changes that are not committed it says so. */
async function readCommit(): Promise<string> {
  const head = await $`git rev-parse --short=12 HEAD`.cwd(ROOT).quiet().nothrow()
  if (head.exitCode !== 0) return 'unknown commit'
  const changes = await $`git status --porcelain`.cwd(ROOT).quiet().text()
  return head.stdout.toString().trim() + (changes === '' ? '' : ', changed')
}

async function writeSums(): Promise<void> {
  const names = readdirSync(DIST)
    .filter((name) => name.startsWith('playcall'))
    .toSorted()
  const lines = await Promise.all(
    names.map(async (name) => {
      const hash = new Bun.CryptoHasher('sha256').update(await Bun.file(path.join(DIST, name)).bytes())
      return `${hash.digest('hex')}  ${name}\n`
    }),
  )
  await Bun.write(path.join(DIST, 'SHA256SUMS'), lines.join(''))
}

async function main(args: string[]): Promise<number> {
  const wanted = args.length === 0 ? [hostTarget()] : args[0] === 'all' ? [...TARGETS] : args
  const unknown = wanted.find((name) => !isTarget(name))
  if (unknown !== undefined) {
    console.error(`There is no target ${unknown}. Name one of: ${TARGETS.join(', ')}, all.`)
    return 2
  }
  rmSync(DIST, { recursive: true, force: true })
  mkdirSync(DIST, { recursive: true })
  for (const target of wanted.filter(isTarget)) {
    const file = await build(target)
    console.log(`${path.relative(ROOT, file)}  ${(Bun.file(file).size / 1e6).toFixed(1)} MB`)
  }
  await writeSums()
  return 0
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
