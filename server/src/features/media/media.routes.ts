import { ENDPOINTS } from '@quack/contract'
import { AVATAR_MAX_BYTES, MEDIA_WIDTH, MEDIA_WIDTHS, POST_MEDIA_MAX_BYTES } from '@quack/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { Connection } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { AppError } from '../../http/errors.ts'
import { receiveMedia, refuseForm } from './intake/media.service.ts'
import type { MediaProcessing } from './media.processing.ts'
import { findMedia } from './records/media.queries.ts'
import { mediaNameOf, mediaUrl, mediaView, posterName, videoOfPoster } from './records/media.view.ts'
import { sendStored } from './serving/media.sending.ts'
import { chooseFormat } from './serving/picture-format.ts'

export function registerMedia(app: FastifyInstance, processing: MediaProcessing): void {
  const { db, store, variants } = processing

  bind(app, ENDPOINTS.uploadMedia, async ({ query }, { request, viewer }) => {
    const purpose = query.for ?? 'post'
    if (!request.isMultipart()) throw new AppError('contentTypeWrong')
    const largest = purpose === 'avatar' ? AVATAR_MAX_BYTES : POST_MEDIA_MAX_BYTES
    // The specification says "smaller than", so the largest file allowed is one byte below the limit.
    const limits = { fileSize: largest - 1, files: 1, fields: 10 }
    const part = await request.file({ limits, throwFileSizeLimit: false }).catch(refuseForm)
    if (!part) throw new AppError('mediaMissing')
    const media = await receiveMedia(processing, viewer.id, purpose, part.file, () => part.file.truncated)
    return { media: mediaView(media) }
  })

  const config = { addressClass: 'file' } as const
  app.get<{ Params: { name: string }; Querystring: { w?: string } }>(
    '/media/:name',
    { config },
    async (request, reply) => {
      const media = await findServed(db.read, request.params.name)
      if (media.mime !== null) return sendStored(request, reply, store, { name: media.name, mime: media.mime })
      const wanted = Number(request.query.w ?? MEDIA_WIDTH)
      const width = MEDIA_WIDTHS.find((offered) => offered >= wanted) ?? Math.max(...MEDIA_WIDTHS)
      const format = chooseFormat(request.headers.accept, media.isAnimated)
      const variant = await variants.find(media.name, width, format)
      if (variant === null) throw new AppError('mediaUnknown')
      return sendStored(request, reply.header('vary', 'accept'), store, { name: variant, mime: `image/${format}` })
    },
  )
}

/**
 * The file that an address of media refers to: a video, which is sent as it is, or a picture, which is sent resized.
 * @throws mediaUnknown, also for a video that cannot be played yet
 */
async function findServed(db: Connection, text: string) {
  const video = videoOfPoster(text)
  const name = video ?? mediaNameOf(mediaUrl(text))
  const media = name === null ? undefined : await findMedia(db, name)
  if (!media) throw new AppError('mediaUnknown')
  if (video !== null) {
    if (media.has_poster === 0) throw new AppError('mediaUnknown')
    return { name: posterName(video), mime: null, isAnimated: false }
  }
  if (media.state !== 'ready') throw new AppError('mediaUnknown')
  // Unknown for pictures that are older than the column `frames`.
  return { name: media.name, mime: media.type === 'video' ? media.mime : null, isAnimated: media.frames !== 1 }
}
