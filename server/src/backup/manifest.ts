import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../database/database.ts'

/** What a backup says of itself. It is written last: a backup without it did not finish. */
export interface Manifest {
  readonly format: 1
  readonly quack: string
  readonly engine: Engine
  readonly createdAt: string
  /** By its path in the backup. */
  readonly files: Readonly<Record<string, FileMark>>
}

export interface FileMark {
  readonly bytes: number
  readonly sha256: string
}

/** What stands in the way of a backup or a restore; the message is for the operator. */
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
    throw new BackupError(`${directory} holds no finished backup: there is no ${NAME} in it.`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) throw new BackupError('The backup was made by a newer Quack. Please update this one.')
  return manifest
}

/** Every file as it was when the backup was made, or a BackupError that names one that is not. */
export async function checkFiles(directory: string, { files }: Manifest): Promise<void> {
  for (const [path, mark] of Object.entries(files)) {
    const found = await markOf(join(directory, path)).catch(() => null)
    if (found === null) throw new BackupError(`The backup lacks ${path}.`)
    if (found.bytes !== mark.bytes || found.sha256 !== mark.sha256) throw new BackupError(`${path} is damaged.`)
  }
}

export async function markOf(file: string): Promise<FileMark> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
