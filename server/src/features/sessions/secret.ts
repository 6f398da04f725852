import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** This installation's signing secret: the configured one, or one made on first start and kept beside the data. */
export async function loadSecret(configured: string | null, dataDir: string): Promise<string> {
  if (configured !== null) return configured
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'secret.key')
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = await readFile(file, 'utf8')
  if (secret.length < 32) throw new Error(`${file} is damaged: it should hold at least 32 characters.`)
  return secret
}
