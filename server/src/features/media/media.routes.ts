import { basename, dirname } from 'node:path'
import { ENDPOINTS } from '@quack/contract'
import { AVATAR_MAX_BYTES, MEDIA_WIDTH, MEDIA_WIDTHS, POST_MEDIA_MAX_BYTES } from '@quack/contract/limits'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { AppError } from '../../http/errors.ts'
import { findMedia } from './media.queries.ts'
import { receiveMedia, refuseForm } from './media.service.ts'
import { mediaNameOf, mediaUrl, mediaView } from './media.view.ts'
import type { MediaStore } from './media-store.ts'
import { createVariants } from './variants.ts'

export function registerMedia(app: FastifyInstance, db: Database, store: MediaStore): void {
  const variants = createVariants(store)

  bind(app, ENDPOINTS.uploadMedia, async ({ query }, { request }) => {
    const purpose = query.for ?? 'post'
    if (!request.isMultipart()) throw new AppError('contentTypeWrong')
    const largest = purpose === 'avatar' ? AVATAR_MAX_BYTES : POST_MEDIA_MAX_BYTES
    // "Smaller than": one byte under the limit is the most that passes.
    const limits = { fileSize: largest - 1, files: 1, fields: 10 }
    const part = await request.file({ limits, throwFileSizeLimit: false }).catch(refuseForm)
    if (!part) throw new AppError('mediaMissing')
    const media = await receiveMedia(db, store, purpose, part.file, () => part.file.truncated)
    return { media: mediaView(media) }
  })

  app.get<{ Params: { name: string }; Querystring: { w?: string } }>('/media/:name', async (request, reply) => {
    const name = mediaNameOf(mediaUrl(request.params.name))
    const media = name === null ? undefined : await findMedia(db.read, name)
    if (!media) throw new AppError('mediaUnknown')
    if (media.type === 'video') {
      const path = await store.find(media.name)
      if (path === null) throw new AppError('mediaUnknown')
      return sendFile(reply, path, media.mime)
    }
    const wanted = Number(request.query.w ?? MEDIA_WIDTH)
    const width = MEDIA_WIDTHS.find((offered) => offered >= wanted) ?? Math.max(...MEDIA_WIDTHS)
    const format = request.headers.accept?.includes('image/webp') ? 'webp' : 'jpeg'
    const path = await variants.find(media.name, width, format)
    if (path === null) throw new AppError('mediaUnknown')
    return sendFile(reply.header('vary', 'accept'), path, `image/${format}`)
  })
}

/** The address names the content, so what is there once is there for ever. */
function sendFile(reply: FastifyReply, path: string, mime: string) {
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mime)
    .sendFile(basename(path), dirname(path), { contentType: false, index: false })
}
