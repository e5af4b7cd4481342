/** The database that a new one begins as: made by `bun run template`, with every migration done. */
import templatePath from './template.tar.zst' with { type: 'file' }

/** A data directory of Postgres as a tar archive, 9 MB. */
export async function readTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await Bun.zstdDecompress(await Bun.file(templatePath).bytes()))
}
