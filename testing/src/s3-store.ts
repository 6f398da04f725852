import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { S3mini } from 's3mini'

export interface S3Keys {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface PrivateS3Store {
  /** Its endpoint and credentials, which may create buckets. */
  readonly keys: S3Keys
  stop(): Promise<void>
}

/** Debian's own Python, the only one that finds Debian's packages. */
const PYTHON = '/usr/bin/python3'
const SCRIPT = fileURLToPath(new URL('s3-store.py', import.meta.url))

/**
 * Starts a private S3-compatible store that verifies signatures, on loopback and a free port, in a temporary folder. It
 * ends with this process. `stop` also removes the folder.
 */
export async function startS3Store(): Promise<PrivateS3Store> {
  const folder = mkdtempSync(join(tmpdir(), 'quack-s3-'))
  const credentials = { accessKeyId: 'quack:tests', secretAccessKey: 'secret-of-the-tests' }
  const server = spawn(PYTHON, [SCRIPT, folder, credentials.accessKeyId, credentials.secretAccessKey], {
    // It ends when its standard input does, so however this process ends.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  let log = ''
  const endpoint = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000)
      const [, address] = /ready (\S+)\n/.exec(log) ?? []
      if (address) resolve(address)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`The S3 store did not start:\n${log}`)))
  })
  return {
    keys: { endpoint, region: 'us-east-1', ...credentials },
    async stop() {
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Creates a bucket with a random name. */
export async function createBucket(keys: S3Keys): Promise<S3Keys & { readonly bucket: string }> {
  const bucket = `quack-${randomBytes(6).toString('hex')}`
  const isCreated = await new S3mini({ ...keys, endpoint: `${keys.endpoint}/${bucket}` }).createBucket()
  if (!isCreated) throw new Error('The S3 store did not create the bucket.')
  return { ...keys, bucket }
}
