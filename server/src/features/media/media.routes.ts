import { ENDPOINTS } from '@quack/contract'
import { AVATAR_MAX_BYTES, MEDIA_WIDTH, MEDIA_WIDTHS, POST_MEDIA_MAX_BYTES } from '@quack/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { AppError } from '../../http/errors.ts'
import { findMedia } from './media.queries.ts'
import { sendStored } from './media.sending.ts'
import { receiveMedia, refuseForm } from './media.service.ts'
import { mediaNameOf, mediaUrl, mediaView } from './media.view.ts'
import type { MediaStore } from './media-store.ts'
import { createVariants } from './variants.ts'

export function registerMedia(app: FastifyInstance, db: Database, store: MediaStore): void {
  const variants = createVariants(store)

  bind(app, ENDPOINTS.uploadMedia, async ({ query }, { request, viewer }) => {
    const purpose = query.for ?? 'post'
    if (!request.isMultipart()) throw new AppError('contentTypeWrong')
    const largest = purpose === 'avatar' ? AVATAR_MAX_BYTES : POST_MEDIA_MAX_BYTES
    // "Smaller than": one byte under the limit is the most that passes.
    const limits = { fileSize: largest - 1, files: 1, fields: 10 }
    const part = await request.file({ limits, throwFileSizeLimit: false }).catch(refuseForm)
    if (!part) throw new AppError('mediaMissing')
    const media = await receiveMedia(db, store, viewer.id, purpose, part.file, () => part.file.truncated)
    return { media: mediaView(media) }
  })

  app.get<{ Params: { name: string }; Querystring: { w?: string } }>('/media/:name', async (request, reply) => {
    const name = mediaNameOf(mediaUrl(request.params.name))
    const media = name === null ? undefined : await findMedia(db.read, name)
    if (!media) throw new AppError('mediaUnknown')
    if (media.type === 'video') return sendStored(request, reply, store, media)
    const wanted = Number(request.query.w ?? MEDIA_WIDTH)
    const width = MEDIA_WIDTHS.find((offered) => offered >= wanted) ?? Math.max(...MEDIA_WIDTHS)
    const format = request.headers.accept?.includes('image/webp') ? 'webp' : 'jpeg'
    const variant = await variants.find(media.name, width, format)
    if (variant === null) throw new AppError('mediaUnknown')
    return sendStored(request, reply.header('vary', 'accept'), store, { name: variant, mime: `image/${format}` })
  })
}
