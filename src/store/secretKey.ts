/**
 * The key that what must not be read with the database alone is locked with. It is kept outside: `PLAYCALL_SECRET_KEY`,
 * else a file of the data directory that the first start makes. A Postgres database without the setting has none.
 *
 * Subkeys are derived from it (HKDF with SHA-256, RFC 5869), one for each purpose, so that none tells of another. What is
 * sealed is encrypted and authenticated (AES-256-GCM), so that a wrong key is noticed and never used.
 */
import type { Kysely } from 'kysely'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { syncDirectory } from './durableFs.ts'
import type { Tables } from './tables.ts'

/** The name of the key's file within the data directory. */
export const SECRET_KEY_FILE = 'secret-key'

const SEALED = 'sealed:1:'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface SecretKey {
  /** Locks a text. `purpose` is told to `open` again, and no other opens it. */
  seal(purpose: string, text: string): string
  /** Throws a WrongSecretKey. */
  open(purpose: string, sealed: string): string
}

/** Something was sealed with another key, or changed. The message says what to do. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey'
}

/** Whether a stored text was sealed. */
export const isSealed = (text: string): boolean => text.startsWith(SEALED)

/** `text` is the setting, or what the file holds: the same text makes the same key. */
export function createSecretKey(text: string): SecretKey {
  const subkey = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', text.trim(), '', `playcall ${purpose}`, KEY_BYTES))
  return {
    seal(purpose, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', subkey(purpose), nonce)
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return SEALED + sealed.toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      try {
        const decipher = createDecipheriv('aes-256-gcm', subkey(purpose), nonce)
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new WrongSecretKey(
          'The secrets in the database were locked with another secret key. Set PLAYCALL_SECRET_KEY to that one, or to the ' +
            `content of the file ${SECRET_KEY_FILE} in the data directory that the database, or its backup, was made in.`,
          { cause },
        )
      }
    },
  }
}

/** A key that is gone with the process. */
export function makeSecretKey(): SecretKey {
  return createSecretKey(randomBytes(KEY_BYTES).toString('hex'))
}

/** The key of a data directory whose lock this process holds; made when there is none. */
export function readKeyFile(directory: string): SecretKey {
  const file = path.join(directory, SECRET_KEY_FILE)
  if (!fs.existsSync(file)) makeKeyFile(directory, file)
  const text = fs.readFileSync(file, 'utf8').trim()
  if (text.length < MIN_SECRET_KEY_LENGTH) {
    throw new Error(`${file} holds no secret key: it is empty or was cut short. Put back the file that was there.`)
  }
  return createSecretKey(text)
}

/** Characters: those of 128 bits in hexadecimal digits. */
export const MIN_SECRET_KEY_LENGTH = 32

/** Whole or not at all, and on the disk before anything is sealed with it. For its owner alone. */
function makeKeyFile(directory: string, file: string): void {
  const unfinished = `${file}.new`
  const { O_CREAT, O_TRUNC, O_WRONLY } = fs.constants
  const descriptor = fs.openSync(unfinished, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
  try {
    const text = Buffer.from(`${randomBytes(KEY_BYTES).toString('hex')}\n`)
    fs.writeSync(descriptor, text, 0, text.length, 0)
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
  fs.renameSync(unfinished, file)
  syncDirectory(directory)
}

/** By the adapter, which a database shares with its transactions alone. */
const keys = new WeakMap<object, SecretKey>()

/** Gives a database the key of what is sealed in it. */
export function giveSecretKey(db: Kysely<Tables>, key: SecretKey): void {
  keys.set(db.getExecutor().adapter, key)
}

/** The key of a database, or of one of its transactions; null where it has none. */
export function secretKeyOf(db: Kysely<Tables>): SecretKey | null {
  return keys.get(db.getExecutor().adapter) ?? null
}
