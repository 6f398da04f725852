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
import { attachmentView, mediaIdOf, mediaNameOfId } from './attachment.view.ts'

type Asked = Pick<ClientContext<typeof calls.getMedia>, 'viewer' | 'urls' | 'reply'>

export function registerMediaCalls(scope: FastifyInstance, processing: MediaProcessing): void {
  const { db } = processing

  const describe = (name: string, { id: member }: Viewer, description: string) =>
    db.write((transaction) => describeUpload(transaction, { name, member, alt: toAlt(description) }))

  /**
   * @param meanwhile the status until a video is converted, without its address; null to tell it at once
   * @throws mediaUnknown if the member has not uploaded it
   */
  async function show(name: string | null, { viewer, urls, reply }: Asked, meanwhile: number | null) {
    const upload = name === null ? null : await findUpload(db.primary, { name, member: viewer.id })
    if (!upload) throw new AppError('mediaUnknown')
    const { media, alt } = upload
    const { url, type, ...shape } = await withLoadableUrls(db.primary, mediaView(media))
    const attachment = attachmentView({ id: '', url, type, alt, shape, blurhash: media.blurhash }, urls)
    if (meanwhile === null || media.state === 'ready') return attachment
    reply.code(meanwhile)
    return { ...attachment, url: null }
  }

  for (const [call, meanwhile] of [
    [calls.sendMedia, calls.sendMedia.meanwhile],
    [calls.sendMediaAtOnce, null],
  ] as const) {
    const send = async (context: ClientContext<typeof call>) => {
      const name = mediaNameOf(context.files.get('file')?.url ?? '')
      if (name === null) throw new AppError('mediaMissing')
      await describe(name, context.viewer, context.input.description ?? '')
      return show(name, context, meanwhile)
    }
    bindClient(scope, call, send, { intake: processing })
  }

  bindClient(scope, calls.getMedia, (context) =>
    show(mediaNameOfId(context.params.id), context, calls.getMedia.meanwhile),
  )

  bindClient(scope, calls.describeMedia, async (context) => {
    const { params, input, viewer } = context
    const name = mediaNameOfId(params.id)
    if (name !== null && input.description !== undefined) await describe(name, viewer, input.description)
    return show(name, context, null)
  })
}

/**
 * Of the media that an app sends with a status, those that the member has uploaded, by their ids, with descriptions.
 */
export async function findSent(
  db: Connection,
  ids: readonly string[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, { url: string; alt: string }>> {
  const names = ids.flatMap((id) => mediaNameOfId(id) ?? [])
  const uploads = names.length === 0 ? [] : await listUploads(db, { names, member: viewer.id })
  return new Map(uploads.map(({ name, alt }) => [mediaIdOf(name), { url: mediaUrl(name), alt }]))
}
