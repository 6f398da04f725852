import { AsyncLocalStorage } from 'node:async_hooks'
import type { UploadedMedia } from '@quack/contract'
import { AVATAR_MAX_BYTES, POST_MEDIA_MAX_BYTES, UPLOAD_SECONDS } from '@quack/contract/limits'
import type { Upload } from '@tus/server'
import { nanoid } from 'nanoid'
import type { MemberId } from '../../database/schema.ts'
import type { Purpose } from '../media/media.service.ts'

export const TUS_VERSION = '1.0.0'
/** Where uploads are created, and the folder of each one's address. */
export const UPLOADS_PATH = '/api/uploads'

/** What a client may note about its upload, and is told again; other keys are dropped. */
const CLIENT_METADATA: ReadonlySet<string> = new Set(['filename', 'filetype'])

/** What an upload's id says: whose it is and what for. The rest of it cannot be guessed, and no part leads anywhere. */
const ID = /^(\d+)-(post|avatar)-[\w-]{21}$/

export function createUploadId(owner: MemberId, purpose: Purpose): string {
  return `${owner}-${purpose}-${nanoid()}`
}

/** Null for what is no id, and for the upload of somebody else: nobody learns that there is one. */
export function purposeOf(id: string, viewer: MemberId): Purpose | null {
  const [, owner, purpose] = ID.exec(id) ?? []
  return owner === String(viewer) ? (purpose as Purpose) : null
}

/** Whether an id, or what stands in its place, names an upload of this member. */
export const isUploadOf = (id: string, owner: MemberId): boolean => ID.exec(id)?.[1] === String(owner)

/** What is kept about an upload. What it has become is our own word, apart from the metadata that the client wrote. */
export type KeptUpload = Upload & { finished?: UploadedMedia }

/** "Smaller than": one byte under the limit is the most that passes. */
function maxSizeOf(purpose: Purpose): number {
  return (purpose === 'avatar' ? AVATAR_MAX_BYTES : POST_MEDIA_MAX_BYTES) - 1
}

/**
 * The server's side of the tus protocol, as its library has it.
 * @param directory where the parts are kept: on this node alone, so that a client that comes to another starts again
 */
export async function createTus(directory: string) {
  const [{ Server }, { FileStore }] = await Promise.all([import('@tus/server'), import('@tus/file-store')])
  const files = new FileStore({ directory, expirationPeriodInMilliseconds: UPLOAD_SECONDS * 1_000 })
  const names = new AsyncLocalStorage<string>()
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: files,
    relativeLocation: true,
    namingFunction: () => names.getStore() ?? nanoid(),
    onUploadCreate: async (_request, upload) => {
      const kept = Object.entries(upload.metadata ?? {}).filter(([key]) => CLIENT_METADATA.has(key))
      // Set here, for the library takes the wish for none as no wish.
      upload.metadata = kept.length > 0 ? Object.fromEntries(kept) : undefined
      return {}
    },
    maxSize: (_request, id) => maxSizeOf(id && ID.exec(id)?.[2] === 'avatar' ? 'avatar' : 'post'),
  })
  return {
    files,
    /** What is kept about an upload, be it finished or not. */
    findKept: (id: string): Promise<KeptUpload | undefined> => files.configstore.get(id),
    /** Answers a request of the protocol. @param newId what an upload is called that this request creates */
    handle: (request: Request, newId: string): Promise<Response> => names.run(newId, () => server.handleWeb(request)),
  }
}

export type Tus = Awaited<ReturnType<typeof createTus>>
