import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadedMedia } from '@quack/contract'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { Purpose } from '../media/intake/media.service.ts'
import { receiveMedia } from '../media/intake/media.service.ts'
import type { MediaProcessing } from '../media/media.processing.ts'
import { mediaView } from '../media/records/media.view.ts'
import { purposeOf, type Tus } from './tus.ts'

/** Refusals of the file itself. Sending the same bytes again cannot succeed. */
const FINAL: ReadonlySet<string> = new Set([
  'mediaTypeRefused',
  'avatarTypeRefused',
  'mediaUnreadable',
  'mediaTooDemanding',
  'pictureTooLong',
  'heicRefused',
  'videoFormatRefused',
])

/** Turns uploads into media. Concurrent calls for one upload share the work. */
export function createFinish(processing: MediaProcessing, directory: string, openTus: () => Promise<Tus>) {
  const underWay = new Map<string, Promise<UploadedMedia>>()

  async function finish(viewer: Viewer, id: string, purpose: Purpose): Promise<UploadedMedia> {
    const { files, findStored } = await openTus()
    const info = await findStored(id)
    if (!info) throw new AppError('uploadUnknown')
    if (info.finished) return info.finished
    const upload = await files.getUpload(id).catch(() => null)
    if (!upload) throw new AppError('uploadUnknown')
    if (upload.offset !== upload.size) throw new AppError('uploadIncomplete')
    const file = join(directory, id)
    const bytes = createReadStream(file)
    try {
      const media = mediaView(await receiveMedia(processing, viewer.id, purpose, bytes, () => false))
      // Stored as long as the upload would be, because the answer may get lost.
      await files.configstore.set(id, Object.assign(info, { finished: media }))
      await rm(file, { force: true })
      return media
    } catch (error) {
      if (error instanceof AppError && FINAL.has(error.code)) await files.remove(id)
      throw error
    } finally {
      // It is not read if the processes have too much to do.
      bytes.destroy()
    }
  }

  return async (viewer: Viewer, id: string): Promise<UploadedMedia> => {
    const purpose = purposeOf(id, viewer.id)
    if (purpose === null) throw new AppError('uploadUnknown')
    const present = underWay.get(id) ?? finish(viewer, id, purpose).finally(() => underWay.delete(id))
    underWay.set(id, present)
    return present
  }
}
