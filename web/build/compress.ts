import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Files that compress well. HTML is excluded because the server renders it for each address. */
const KINDS = /\.(js|css|svg|webmanifest|txt)$/
/** In bytes. A smaller response fits into one packet without compression. */
const SMALLEST = 1_024

/** Writes a `.br` and a `.gz` beside each compressible file, so that the server never compresses per request. */
export async function compressFiles(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true })
  await Promise.all(files.filter((file) => KINDS.test(file)).map((file) => compressFile(join(directory, file))))
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: constants.Z_BEST_COMPRESSION })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
