import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** What compresses well. Pages are left out: the server fills them in for each address. */
const KINDS = /\.(js|css|svg|webmanifest|txt)$/
/** Below this, in bytes, an answer fits into one packet either way. */
const SMALLEST = 1_024

/** Puts a `.br` and a `.gz` beside each file that gains by it, so that the server compresses nothing while people wait. */
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
