import { createHash } from 'node:crypto'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '../features/media/store/media-store.ts'
import type { FileDigest } from './manifest.ts'

const MIMES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** Copies every stored file. @returns the copied files by name */
export async function copyMedia(store: MediaStore, directory: string): Promise<Map<string, FileDigest>> {
  await mkdir(directory, { mode: 0o700 })
  const copied = new Map<string, FileDigest>()
  for await (const { name } of store.list()) {
    const digest = await copyOne(store, name, join(directory, name))
    if (digest !== null) copied.set(name, digest)
  }
  return copied
}

/** Null if the file was removed meanwhile, by a removal that began earlier. */
async function copyOne(store: MediaStore, name: string, target: string): Promise<FileDigest | null> {
  const content = await store.open(name)
  if (content === null) return null
  const hash = createHash('sha256')
  const handle = await open(target, 'wx', 0o600)
  let bytes = 0
  try {
    await pipeline(content, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        await handle.write(chunk)
      }
    })
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

export async function restoreMedia(directory: string, store: MediaStore): Promise<number> {
  const names = await readdir(directory)
  for (const name of names) {
    const file = store.temporaryFile()
    await copyFile(join(directory, name), file)
    await store.put(file, name, MIMES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  }
  return names.length
}
