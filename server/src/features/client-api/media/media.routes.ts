import type { MediaAttachment } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/media'
import { toAlt } from '@quack/contract/rules/text'
import type { FastifyInstance } from 'fastify'
import type { Connection } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import type { MediaProcessing } from '../../media/media.processing.ts'
import { mediaNameOf, mediaUrl, mediaView } from '../../media/records/media.view.ts'
import { withLoadableUrls } from '../../media/records/media-addresses.ts'
import { describeUpload, findUpload, listUploads } from '../../media/records/uploads.queries.ts'
import { bindClient, type ClientContext } from '../transport/bind-client.ts'
import type { Urls } from '../transport/urls.ts'
import { attachmentView, mediaIdOf, mediaNameOfId } from './attachment.view.ts'

export function registerMediaCalls(scope: FastifyInstance, processing: MediaProcessing): void {
  const { db } = processing

  const describe = (name: string, viewer: Viewer, description: string) =>
    db.write((transaction) => describeUpload(transaction, { name, member: viewer.id, alt: toAlt(description) }))

  /** @throws mediaUnknown if the member has not uploaded it */
  async function show(name: string, viewer: Viewer, urls: Urls) {
    const upload = await findUpload(db.primary, { name, member: viewer.id })
    if (!upload) throw new AppError('mediaUnknown')
    const { media, alt } = upload
    const { url, type, ...shape } = await withLoadableUrls(db.primary, mediaView(media))
    const attachment = attachmentView({ id: '', url, type, alt, shape, blurhash: media.blurhash }, urls)
    return { attachment, isReady: media.state === 'ready' }
  }

  for (const call of [calls.sendMedia, calls.sendMediaAtOnce]) {
    const send = async ({ input, files, viewer, urls, reply }: ClientContext<typeof call>) => {
      const name = mediaNameOf(files.get('file')?.url ?? '')
      if (name === null) throw new AppError('mediaMissing')
      await describe(name, viewer, input.description ?? '')
      const { attachment, isReady } = await show(name, viewer, urls)
      if (isReady || call === calls.sendMediaAtOnce) return attachment
      reply.code(calls.sendMedia.meanwhile)
      return { ...attachment, url: null }
    }
    bindClient(scope, call, send, { intake: processing })
  }

  bindClient(scope, calls.getMedia, async ({ params, viewer, urls, reply }): Promise<MediaAttachment> => {
    const { attachment, isReady } = await show(requireName(params.id), viewer, urls)
    if (isReady) return attachment
    reply.code(calls.getMedia.meanwhile)
    return { ...attachment, url: null }
  })

  bindClient(scope, calls.describeMedia, async ({ params, input, viewer, urls }) => {
    const name = requireName(params.id)
    if (input.description !== undefined) await describe(name, viewer, input.description)
    return (await show(name, viewer, urls)).attachment
  })
}

/** Of the media that an app sends with a status, by their ids, those that the member has uploaded, with their descriptions. */
export async function findSent(
  db: Connection,
  ids: readonly string[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, { url: string; alt: string }>> {
  const names = ids.flatMap((id) => mediaNameOfId(id) ?? [])
  const uploads = names.length === 0 ? [] : await listUploads(db, { names, member: viewer.id })
  return new Map(uploads.map(({ name, alt }) => [mediaIdOf(name), { url: mediaUrl(name), alt }]))
}

/** @throws mediaUnknown */
function requireName(id: string): string {
  const name = mediaNameOfId(id)
  if (name === null) throw new AppError('mediaUnknown')
  return name
}
