import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The signing secret: the configured one, or one that is generated on first start and stored in the data directory. */
export async function loadSecret(configured: string | null, dataDir: string): Promise<string> {
  if (configured !== null) return configured
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'secret.key')
  const secret = (await readSecret(file)) ?? (await makeSecret(file))
  if (secret.length < 32) throw new Error(`${file} is damaged: it should contain at least 32 characters.`)
  return secret
}

/** For programs beside the server, which must not generate one: null if there is none here. */
export function findSecret(configured: string | null, dataDir: string): Promise<string | null> {
  return configured === null ? readSecret(join(dataDir, 'secret.key')) : Promise.resolve(configured)
}

async function readSecret(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** If several nodes start together in one directory, one secret gets the name, and it is complete by then. */
async function makeSecret(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}
