import type { UploadedMedia } from '@quack/contract'

/** The tus protocol, for pages and for the service worker. A file that breaks off goes on where it stopped. */

/** Sends a request of an upload. Rejects if there is no answer, or one that is not a success. */
export type SendRequest = (
  method: string,
  address: string,
  options?: { offset?: number; part?: Blob },
) => Promise<Response>

/** What is known of an upload: it can be given again after a failure. */
export interface Begun {
  address?: string
  isComplete?: boolean
}

/** Bytes in a request: few on a slow connection, because what was sent in a broken request is sent again. */
const FIRST_PART = 262_144
const LARGEST_PART = 1_048_576
/** A part that took less time than this, in milliseconds, is followed by one of twice its size. */
const FAST_MS = 4_000

/** The headers of a request. */
export function tusHeaders(
  file: Blob,
  { offset, part }: { offset?: number; part?: Blob } = {},
): Record<string, string> {
  const version = { accept: 'application/json', 'tus-resumable': '1.0.0' }
  if (!part) return { ...version, 'upload-length': String(file.size) }
  return { ...version, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
}

/**
 * Uploads a file, or the rest of it, and has the server process it.
 * @param noteSent is told how many bytes have arrived, and with the first call that the upload has an address
 */
export async function sendFile(
  file: Blob,
  {
    path,
    begun,
    send,
    noteSent,
  }: { path: string; begun: Begun; send: SendRequest; noteSent?: (bytes: number) => void },
): Promise<UploadedMedia> {
  if (!begun.isComplete) await sendParts()
  begun.isComplete = true
  const finished = await send('POST', `${begun.address}/finish`)
  return ((await finished.json()) as { media: UploadedMedia }).media

  async function sendParts(): Promise<void> {
    const { headers } = begun.address ? await send('HEAD', begun.address) : await send('POST', path)
    begun.address ??= headers.get('location') ?? ''
    let offset = Number(headers.get('upload-offset') ?? 0)
    for (let size = FIRST_PART; offset < file.size; ) {
      noteSent?.(offset)
      const start = Date.now()
      const part = file.slice(offset, offset + size)
      const answer = await send('PATCH', begun.address, { offset, part })
      offset = Number(answer.headers.get('upload-offset'))
      if (Date.now() - start < FAST_MS) size = Math.min(size * 2, LARGEST_PART)
    }
    noteSent?.(offset)
  }
}
