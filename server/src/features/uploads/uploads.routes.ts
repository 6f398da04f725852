import { PassThrough, Readable } from 'node:stream'
import { ENDPOINTS, type ErrorCode } from '@quack/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireViewer } from '../../reading/viewer.ts'
import type { Purpose } from '../media/intake/media.service.ts'
import type { MediaProcessing } from '../media/media.processing.ts'
import { withLoadableUrls } from '../media/records/media-addresses.ts'
import { createTus, createUploadId, purposeOf, TUS_VERSION, type Tus, UPLOADS_PATH } from './tus.ts'
import { createUnfinishedUploads } from './unfinished-uploads.ts'
import { createFinish } from './uploads.service.ts'

const ONE = `${UPLOADS_PATH}/:uploadId`
/** Routes of the protocol besides the declared endpoints. Other methods on them are refused. */
export const UPLOAD_CALLS = [
  ...(['POST', 'OPTIONS'] as const).map((method) => ({ method, path: UPLOADS_PATH })),
  ...(['HEAD', 'PATCH', 'DELETE'] as const).map((method) => ({ method, path: ONE })),
]
const CONTENT_TYPE = 'application/offset+octet-stream'
/**
 * Our refusals for the protocol's statuses. 413 depends on the purpose; of the others, those from 500 on are
 * `unavailable`, and those below are malformed requests.
 */
const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  404: 'uploadUnknown',
  409: 'uploadOffsetWrong',
  410: 'uploadUnknown',
  415: 'contentTypeWrong',
  // An extension that the server does not announce.
  501: 'requestMalformed',
}
/** The headers that the protocol needs. Others are dropped, because the library refuses some valid ones of proxies. */
const HEADERS = /^(?:tus-|upload-|content-(?:length|type)$)/

/** Resumable uploads: the tus protocol, and a call that turns a complete upload into media. */
export function registerUploads(app: FastifyInstance, processing: MediaProcessing): void {
  const directory = processing.store.partsDirectory
  let tus: Promise<Tus> | null = null
  // Loaded when it is first needed.
  const openTus = () => {
    tus ??= createTus(directory)
    return tus
  }
  const finish = createFinish(processing, directory, openTus)
  const unfinished = createUnfinishedUploads(directory, openTus)

  bind(app, ENDPOINTS.finishUpload, async ({ params }, { viewer }) => ({
    media: await withLoadableUrls(processing.db.read, await finish(viewer, params.uploadId)),
  }))

  async function answer(request: FastifyRequest, reply: FastifyReply, purpose: Purpose, newId = ''): Promise<unknown> {
    if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS_VERSION) {
      reply.header('tus-version', TUS_VERSION)
      throw new AppError('uploadVersionWrong')
    }
    const { handle } = await openTus()
    const { bytes, readToEnd } = tap(request.body)
    const response = await handle(toWeb(request, bytes), newId).finally(readToEnd)
    if (response.status >= 400) {
      const tooLarge = purpose === 'avatar' ? 'avatarTooLarge' : 'mediaTooLarge'
      const other = response.status >= 500 ? 'unavailable' : 'requestMalformed'
      throw new AppError(response.status === 413 ? tooLarge : (REFUSALS[response.status] ?? other))
    }
    for (const [name, value] of response.headers) {
      // The library's CORS headers are dropped: these calls allow no other origins.
      if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
    }
    return reply.header('cache-control', 'no-store').code(response.status).send()
  }

  // A scope of its own, because only here this content type is accepted, as a stream.
  app.register(async (scope) => {
    scope.addContentTypeParser(CONTENT_TYPE, (_request, body, done) => done(null, body))

    scope.route<{ Querystring: { for?: Purpose } }>({
      method: 'POST',
      url: UPLOADS_PATH,
      config: { endpoint: { access: 'member', rate: 'upload' } },
      schema: { querystring: ENDPOINTS.uploadMedia.query },
      handler: async (request, reply) => {
        const purpose = request.query.for ?? 'post'
        const { id: owner } = requireViewer(request)
        const id = createUploadId(owner, purpose)
        return unfinished.create(owner, id, () => {
          processing.workers.warm()
          return answer(request, reply, purpose, id)
        })
      },
    })
    scope.route<{ Params: { uploadId: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: ONE,
      config: { endpoint: { access: 'member', rate: 'write' } },
      handler: async (request, reply) => {
        const purpose = purposeOf(request.params.uploadId, requireViewer(request).id)
        if (purpose === null) throw new AppError('uploadUnknown')
        return answer(request, reply, purpose)
      },
    })
    scope.route({
      method: 'OPTIONS',
      url: UPLOADS_PATH,
      config: { endpoint: { access: 'anyone', rate: 'read' } },
      handler: (request, reply) => answer(request, reply, 'post'),
    })
  })
}

/** Converts the request for the library. */
function toWeb({ raw, url, method, headers }: FastifyRequest, body: Readable | null): Request {
  const entries = Object.entries(headers).filter(([name, value]) => HEADERS.test(name) && typeof value === 'string')
  return new Request(new URL(url, `http://${raw.headers.host || 'localhost'}`), {
    method,
    headers: entries as [string, string][],
    ...(body && { body: Readable.toWeb(body) as never, duplex: 'half' as const }),
  })
}

/** The body as a separate stream: if its reader stops, the request itself can still be read to the end. */
function tap(body: unknown): { bytes: Readable | null; readToEnd(): void } {
  if (!(body instanceof Readable)) return { bytes: null, readToEnd: () => undefined }
  const bytes = new PassThrough()
  // If the library has stopped reading, an error of this stream must not end the process.
  bytes.on('error', () => undefined)
  body.pipe(bytes)
  body.once('close', () => {
    if (!body.readableEnded) bytes.destroy(new Error('The connection was lost.'))
  })
  return {
    bytes,
    // Otherwise the next request on this connection would wait behind unread bytes.
    readToEnd() {
      body.unpipe(bytes)
      body.resume()
    },
  }
}
