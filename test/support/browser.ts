/**
 * A real browser for the tests. For Linux on x64 it comes with the packages, so that a machine needs nothing but what
 * `bun install` brings; elsewhere it is the Chromium or Chrome that the machine has.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'

const PACKED = path.resolve(import.meta.dir, '../../node_modules/@sparticuz/chromium/bin')
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const INSTALLED_ON_MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

export interface TestBrowser {
  browser: Browser
  close(): Promise<void>
}

/** How the browser of a machine is started. */
interface Executable {
  file: string
  env: Record<string, string>
}

/**
 * Starts Chromium. It finds no host but 127.0.0.1, whoever asks for one: the name service of the machine is not asked.
 * Throws an Error that says what to install where there is no browser.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const directory = await mkdtemp(path.join(tmpdir(), 'playcall-browser-'))
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true })
  try {
    const { file, env } = await findExecutable(directory)
    const browser = await chromium.launch({
      executablePath: file,
      env: { ...process.env, ...env },
      args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--no-proxy-server'],
    })
    return {
      browser,
      close: async () => {
        await browser.close()
        await remove()
      },
    }
  } catch (cause) {
    await remove()
    throw cause
  }
}

async function findExecutable(directory: string): Promise<Executable> {
  if (process.platform === 'linux' && process.arch === 'x64') return await unpack(directory)
  const names = INSTALLED.map((name) => Bun.which(name)).filter((name) => name !== null)
  for (const file of [...names, ...INSTALLED_ON_MAC]) if (await exists(file)) return { file, env: {} }
  throw new Error(
    `There is no browser for ${process.platform} on ${process.arch} among the packages: install Chromium or Google Chrome, so that one of ${INSTALLED.join(', ')} is a command.`,
  )
}

/** Unpacks the browser of the package, with the libraries and the font that a machine without a desktop lacks. */
async function unpack(directory: string): Promise<Executable> {
  const file = path.join(directory, 'chromium')
  const fonts = path.join(directory, 'fonts.conf')
  await pipeline(
    createReadStream(path.join(PACKED, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(file, { mode: 0o700 }),
  )
  // They lie beside the executable, where it looks for its own.
  for (const name of ['swiftshader', 'al2023', 'fonts']) await unpackArchive(`${name}.tar.br`, directory)
  await mkdir(path.join(directory, 'cache'))
  await writeFile(fonts, fontsIn(directory))
  return { file, env: { LD_LIBRARY_PATH: path.join(directory, 'lib'), FONTCONFIG_FILE: fonts } }
}

async function unpackArchive(name: string, directory: string): Promise<void> {
  const archive = path.join(directory, name.replace('.br', ''))
  await pipeline(createReadStream(path.join(PACKED, name)), createBrotliDecompress(), createWriteStream(archive))
  const tar = Bun.spawn(['tar', '-xf', archive, '-C', directory], { stdout: 'ignore', stderr: 'inherit' })
  if ((await tar.exited) !== 0) throw new Error(`tar could not unpack ${name}`)
}

/** The machine's fonts and the one of the package. */
function fontsIn(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${path.join(directory, 'fonts')}</dir>
  <cachedir>${path.join(directory, 'cache')}</cachedir>
</fontconfig>
`
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
