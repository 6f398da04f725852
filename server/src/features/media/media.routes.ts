import { ENDPOINTS } from '@quack/contract'
import {
  AVATAR_MAX_BYTES,
  MEDIA_WIDTH,
  MEDIA_WIDTHS,
  PICTURE_SIDE_MAX,
  POST_MEDIA_MAX_BYTES,
} from '@quack/contract/rules/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionId } from '../../database/schema.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import { receiveMedia, refuseForm } from './intake/media.service.ts'
import type { MediaProcessing } from './media.processing.ts'
import { findServed, findServedTo } from './records/media.queries.ts'
import { isMediaName, mediaView, posterName, videoOfPoster } from './records/media.view.ts'
import { mediaAddressesOf, withLoadableUrls } from './records/media-addresses.ts'
import { type SentFile, sendStored } from './serving/media.sending.ts'
import { chooseFormat } from './serving/variants.ts'

/** @param isForApps whether apps of other origins may show what is here */
export function registerMedia(app: FastifyInstance, processing: MediaProcessing, isForApps: boolean): void {
  const { db, store, variants } = processing

  bind(app, ENDPOINTS.uploadMedia, async ({ query }, { request, viewer }) => {
    const purpose = query.for ?? 'post'
    if (!request.isMultipart()) throw new AppError('contentTypeWrong')
    const largest = purpose === 'avatar' ? AVATAR_MAX_BYTES : POST_MEDIA_MAX_BYTES
    // A file has to be smaller than the limit, so the largest one allowed is one byte below it.
    const limits = { fileSize: largest - 1, files: 1, fields: 10 }
    const part = await request.file({ limits, throwFileSizeLimit: false }).catch(refuseForm)
    if (!part) throw new AppError('mediaMissing')
    const media = await receiveMedia(processing, viewer.id, purpose, part.file, () => part.file.truncated)
    return { media: await withLoadableUrls(db.read, mediaView(media)) }
  })

  async function send(request: FastifyRequest, reply: FastifyReply, { name: text, signedFor, session }: Address) {
    const media = await findFile(text, async (name) => {
      const found = await (session === undefined
        ? findServed(db.read, { name })
        : findServedTo(db.read, { name, session, now: Date.now() }))
      return found && (found.is_open || (signedFor !== null && session === undefined)) ? found : null
    })
    // Apps in browsers are pages of other origins.
    if (isForApps && (signedFor === null || session !== undefined)) {
      reply.header('cross-origin-resource-policy', 'cross-origin')
    }
    if (media.mime !== null) return sendStored(request, reply, store, { name: media.name, mime: media.mime, signedFor })
    const { w = MEDIA_WIDTH, still } = request.query as { w?: string; still?: string }
    const wanted = Number(w)
    const width = MEDIA_WIDTHS.find((offered) => offered >= wanted) ?? PICTURE_SIDE_MAX
    const isStill = media.mayMove && still === '1'
    const isWhole = width === PICTURE_SIDE_MAX
    const format = chooseFormat(request.headers.accept, isWhole || (media.mayMove && !isStill))
    // The whole picture is the stored file, so there is nothing to encode.
    const isStored = isWhole && format === 'webp' && !isStill
    const variant = isStored ? media.name : await variants.find(media.name, { width, format, isStill })
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
  app.get<{ Params: { signature: string; name: string } }>(
    '/media/app/:signature/:name',
    { config },
    async (request, reply) => {
      const { signature, name } = request.params
      const session = mediaAddressesOf(db.read).sessionOf(signature, name)
      if (session === null) throw new AppError('mediaUnknown')
      return send(request, reply, { name, signedFor: APP_CACHE_SECONDS, session })
    },
  )
}

/** For how long an app shows a file without asking again whether its member may still see it. */
const APP_CACHE_SECONDS = 60 * 60

type Served = NonNullable<Awaited<ReturnType<typeof findServed>>>

/** A signed address is valid for `signedFor` seconds more; one for an app while its session lasts. */
type Address = Pick<SentFile, 'name' | 'signedFor'> & { readonly session?: SessionId }

/**
 * The file that an address of media refers to: a video, which is sent as it is, or a picture, which is sent resized.
 * @param find a file that the address may name
 * @throws mediaUnknown, also for a video that cannot be played yet
 */
async function findFile(text: string, find: (name: string) => Promise<Served | null>) {
  const video = videoOfPoster(text)
  const name = video ?? text
  const media = isMediaName(name) ? await find(name) : null
  if (!media) throw new AppError('mediaUnknown')
  if (video !== null) {
    if (media.has_poster === 0) throw new AppError('mediaUnknown')
    return { name: posterName(video), mime: null, mayMove: false }
  }
  if (media.state !== 'ready') throw new AppError('mediaUnknown')
  // Unknown for older pictures until a sweep has counted their frames.
  return { name: media.name, mime: media.type === 'video' ? media.mime : null, mayMove: media.frames !== 1 }
}
