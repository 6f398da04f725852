import type { MediaAttachment } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/media'
import { toAlt } from '@quack/contract/rules/text'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Connection } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import type { MediaProcessing } from '../../media/media.processing.ts'
import { mediaNameOf, mediaView } from '../../media/records/media.view.ts'
import { withLoadableUrls } from '../../media/records/media-addresses.ts'
import { describeUpload, findUpload } from '../../media/records/uploads.queries.ts'
import { bindClient } from '../transport/bind-client.ts'
import type { Urls } from '../transport/urls.ts'
import { attachmentView } from './attachment.view.ts'
import { mediaNameOfId } from './media-ids.ts'

export function registerMediaCalls(
  scope: FastifyInstance,
  processing: MediaProcessing,
  urlsOf: (request: FastifyRequest) => Urls,
): void {
  const { db } = processing

  const describe = (name: string, viewer: Viewer, description: string) =>
    db.write((transaction) => describeUpload(transaction, { name, member: viewer.id, alt: toAlt(description) }))

  async function show(name: string, viewer: Viewer, request: FastifyRequest) {
    const urls = urlsOf(request)
    const { media, alt } = await requireUpload(db.primary, name, viewer)
    const { url, type, ...shape } = await withLoadableUrls(db.primary, mediaView(media))
    const attachment = attachmentView({ id: '', url, type, alt, shape, blurhash: media.blurhash }, urls)
    return { attachment, isReady: media.state === 'ready' }
  }

  for (const call of [calls.sendMedia, calls.sendMediaAtOnce]) {
    bindClient(
      scope,
      call,
      async ({ input, files, viewer, request, reply }) => {
        const name = mediaNameOf(files.get('file')?.url ?? '')
        if (name === null) throw new AppError('mediaMissing')
        await describe(name, viewer, input.description ?? '')
        const { attachment, isReady } = await show(name, viewer, request)
        if (isReady || call === calls.sendMediaAtOnce) return attachment
        reply.code(202)
        return { ...attachment, url: null }
      },
      { intake: processing },
    )
  }

  bindClient(scope, calls.getMedia, async ({ params, viewer, request, reply }): Promise<MediaAttachment> => {
    const { attachment, isReady } = await show(requireName(params.id), viewer, request)
    if (isReady) return attachment
    reply.code(206)
    return { ...attachment, url: null }
  })

  bindClient(scope, calls.describeMedia, async ({ params, input, viewer, request }) => {
    const name = requireName(params.id)
    await requireUpload(db.primary, name, viewer)
    if (input.description !== undefined) await describe(name, viewer, input.description)
    return (await show(name, viewer, request)).attachment
  })
}

/** The media that an app sends with a status, and their description. @throws mediaUrlInvalid */
export async function findSent(db: Connection, id: string, viewer: Viewer): Promise<{ url: string; alt: string }> {
  const name = mediaNameOfId(id)
  const upload = name === null ? undefined : await findUpload(db, { name, member: viewer.id })
  if (!upload) throw new AppError('mediaUrlInvalid')
  return { url: mediaView(upload.media).url, alt: upload.alt }
}

/** @throws mediaUnknown */
function requireName(id: string): string {
  const name = mediaNameOfId(id)
  if (name === null) throw new AppError('mediaUnknown')
  return name
}

/** @throws mediaUnknown if the member has not uploaded it */
async function requireUpload(db: Connection, name: string, { id }: Viewer) {
  const upload = await findUpload(db, { name, member: id })
  if (!upload) throw new AppError('mediaUnknown')
  return upload
}
