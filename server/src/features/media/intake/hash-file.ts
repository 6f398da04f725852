import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** The name of a content: 128 bits of SHA-256, so that collisions do not occur in practice. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest().subarray(0, 16).toString('base64url')
}
