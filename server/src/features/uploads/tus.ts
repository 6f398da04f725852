import { AsyncLocalStorage } from 'node:async_hooks'
import type { UploadedMedia } from '@quack/contract'
import { AVATAR_MAX_BYTES, POST_MEDIA_MAX_BYTES, UPLOAD_SECONDS } from '@quack/contract/rules/limits'
import type { Upload } from '@tus/server'
import { nanoid } from 'nanoid'
import type { MemberId } from '../../database/schema.ts'
import type { Purpose } from '../media/intake/media.service.ts'

export const TUS_VERSION = '1.0.0'
/** Where uploads are created. Their addresses are below this path. */
export const UPLOADS_PATH = '/api/uploads'

/** Metadata that a client may store with its upload. Other keys are dropped. */
const CLIENT_METADATA: ReadonlySet<string> = new Set(['filename', 'filetype'])

/** An upload's id: the owner, the purpose, and a random part that cannot be guessed. It contains no path separators. */
const ID = /^(\d+)-(post|avatar)-[\w-]{21}$/

export function createUploadId(owner: MemberId, purpose: Purpose): string {
  return `${owner}-${purpose}-${nanoid()}`
}

/** Null for anything that is not an id, and for another member's upload, so that its existence is not revealed. */
export function purposeOf(id: string, viewer: MemberId): Purpose | null {
  const [, owner, purpose] = ID.exec(id) ?? []
  return owner === String(viewer) ? (purpose as Purpose) : null
}

/** Whether an id, or a file name in its place, belongs to an upload of this member. */
export const isUploadOf = (id: string, owner: MemberId): boolean => ID.exec(id)?.[1] === String(owner)

/** The stored state of an upload. `finished` is set by the server, apart from the client's metadata. */
export type StoredUpload = Upload & { finished?: UploadedMedia }

/** A file must be smaller than the limit, so the largest one allowed is one byte below it. */
function maxSizeOf(purpose: Purpose): number {
  return (purpose === 'avatar' ? AVATAR_MAX_BYTES : POST_MEDIA_MAX_BYTES) - 1
}

/**
 * The server's side of the tus protocol, run by its library.
 * @param directory where the parts are stored, on this node only: a client that reaches another node starts again
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
      // Set here, because the library treats a returned `undefined` as no change.
      upload.metadata = kept.length > 0 ? Object.fromEntries(kept) : undefined
      return {}
    },
    maxSize: (_request, id) => maxSizeOf(id && ID.exec(id)?.[2] === 'avatar' ? 'avatar' : 'post'),
  })
  return {
    files,
    /** The stored state of an upload, finished or not. */
    findStored: (id: string): Promise<StoredUpload | undefined> => files.configstore.get(id),
    /** Answers a request of the protocol. @param newId the id of the upload that this request may create */
    handle: (request: Request, newId: string): Promise<Response> => names.run(newId, () => server.handleWeb(request)),
  }
}

export type Tus = Awaited<ReturnType<typeof createTus>>
