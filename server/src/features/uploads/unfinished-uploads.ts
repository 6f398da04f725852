import { readdir } from 'node:fs/promises'
import { UPLOAD_SECONDS, UPLOADS_MAX } from '@quack/contract/rules/limits'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { isUploadOf, type Tus } from './tus.ts'

/** Limits the uploads that members have begun on this node: each may use 20 MB of its disk for a day. */
export function createUnfinishedUploads(directory: string, openTus: () => Promise<Tus>) {
  /** The ids of uploads that are being created, in the order of their requests. */
  const creating = new Set<string>()

  async function isUnfinished(id: string): Promise<boolean> {
    const { findStored } = await openTus()
    const { finished, creation_date = 0 } = (await findStored(id)) ?? { finished: true }
    return !finished && Date.now() - Number(new Date(creation_date)) < UPLOAD_SECONDS * 1_000
  }

  /** A finished upload keeps its metadata but no bytes, and does not count. */
  async function listUnfinished(owner: MemberId): Promise<string[]> {
    const ids = (await readdir(directory)).filter((name) => isUploadOf(name, owner))
    const areUnfinished = await Promise.all(ids.map(isUnfinished))
    return ids.filter((_, index) => areUnfinished[index])
  }

  return {
    /**
     * Creates an upload with this id, unless its owner has too many unfinished ones.
     * @throws tooManyUploads
     */
    async create<T>(owner: MemberId, id: string, create: () => Promise<T>): Promise<T> {
      const earlier = [...creating].filter((other) => isUploadOf(other, owner))
      creating.add(id)
      try {
        // A set, because an upload that is created meanwhile may be in both lists.
        const present = new Set([...earlier, ...(await listUnfinished(owner))])
        if (present.size >= UPLOADS_MAX) throw new AppError('tooManyUploads')
        return await create()
      } finally {
        creating.delete(id)
      }
    },
  }
}
