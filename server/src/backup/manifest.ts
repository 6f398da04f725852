import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../database/database.ts'

/** A description of the backup. It is written last, so a backup without it is incomplete. */
export interface Manifest {
  readonly format: 1
  readonly quack: string
  readonly engine: Engine
  readonly createdAt: string
  /** By path in the backup. */
  readonly files: Readonly<Record<string, FileDigest>>
}

export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

/** A reason why a backup or a restore is not possible. The message is for the operator. */
export class BackupError extends Error {}

const NAME = 'manifest.json'

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const draft = join(directory, `${NAME}.draft`)
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(directory, NAME))
}

/** @throws BackupError */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, NAME), 'utf8').catch(() => {
    throw new BackupError(`${directory} contains no complete backup: ${NAME} is missing.`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) throw new BackupError('The backup was made by a newer Quack. Please update this one.')
  return manifest
}

/** Checks that every file is as it was when the backup was made. @throws BackupError that names a file that is not */
export async function checkFiles(directory: string, { files }: Manifest): Promise<void> {
  for (const [path, digest] of Object.entries(files)) {
    const found = await digestOf(join(directory, path)).catch(() => null)
    if (found === null) throw new BackupError(`The backup lacks ${path}.`)
    if (found.bytes !== digest.bytes || found.sha256 !== digest.sha256) throw new BackupError(`${path} is damaged.`)
  }
}

export async function digestOf(file: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
