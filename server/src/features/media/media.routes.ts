import { ENDPOINTS } from '@quack/contract'
import { AVATAR_MAX_BYTES, MEDIA_WIDTH, MEDIA_WIDTHS, POST_MEDIA_MAX_BYTES } from '@quack/contract/rules/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connection } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import { receiveMedia, refuseForm } from './intake/media.service.ts'
import type { MediaProcessing } from './media.processing.ts'
import { findServed } from './records/media.queries.ts'
import { isMediaName, mediaView, posterName, videoOfPoster } from './records/media.view.ts'
import { mediaAddressesOf, withLoadableUrls } from './records/media-addresses.ts'
import { type SentFile, sendStored } from './serving/media.sending.ts'
import { chooseFormat } from './serving/variants.ts'

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
    return { media: await withLoadableUrls(db.read, mediaView(media)) }
  })

  /** @param signedFor for how many seconds the address is valid if it is signed */
  async function send(request: FastifyRequest, reply: FastifyReply, { name: text, signedFor }: Address) {
    const media = await findFile(db.read, text, signedFor !== null)
    if (media.mime !== null) return sendStored(request, reply, store, { name: media.name, mime: media.mime, signedFor })
    const { w = MEDIA_WIDTH, still } = request.query as { w?: string; still?: string }
    const wanted = Number(w)
    const width = MEDIA_WIDTHS.find((offered) => offered >= wanted) ?? Math.max(...MEDIA_WIDTHS)
    const isStill = media.mayMove && still === '1'
    const format = chooseFormat(request.headers.accept, media.mayMove && !isStill)
    const variant = await variants.find(media.name, { width, format, isStill })
    if (variant === null) throw new AppError('mediaUnknown')
    reply.header('vary', 'accept')
    return sendStored(request, reply, store, { name: variant, mime: `image/${format}`, signedFor })
  }

  const config = { addressClass: 'file' } as const
  app.get<{ Params: { name: string } }>('/media/:name', { config }, (request, reply) =>
    send(request, reply, { name: request.params.name, signedFor: null }),
  )
  app.get<{ Params: { signature: string; name: string } }>(
    '/media/signed/:signature/:name',
    { config },
    async (request, reply) => {
      const { signature, name } = request.params
      const signedFor = mediaAddressesOf(db.read).verify(signature, name, Date.now())
      if (signedFor === 0) throw new AppError('mediaUnknown')
      return send(request, reply, { name, signedFor })
    },
  )
}

type Address = Pick<SentFile, 'name' | 'signedFor'>

/**
 * The file that an address of media refers to: a video, which is sent as it is, or a picture, which is sent resized.
 * @param isSigned whether the address may name a file that not everyone may see
 * @throws mediaUnknown, also for a video that cannot be played yet
 */
async function findFile(db: Connection, text: string, isSigned: boolean) {
  const video = videoOfPoster(text)
  const name = video ?? text
  const media = isMediaName(name) ? await findServed(db, { name }) : undefined
  if (!media || !(isSigned || media.is_open)) throw new AppError('mediaUnknown')
  if (video !== null) {
    if (media.has_poster === 0) throw new AppError('mediaUnknown')
    return { name: posterName(video), mime: null, mayMove: false }
  }
  if (media.state !== 'ready') throw new AppError('mediaUnknown')
  // Unknown for pictures that are older than the column `frames`.
  return { name: media.name, mime: media.type === 'video' ? media.mime : null, mayMove: media.frames !== 1 }
}
