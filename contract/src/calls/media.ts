import { type Static, Type } from 'typebox'
import { MediaShape } from '../entities/entities.ts'
import { endpoints } from './endpoint.ts'

const endpoint = endpoints({ noun: 'media', access: 'member' })

export const UploadedMedia = Type.Object({
  url: Type.String({ description: "For a post's mediaUrl, or an avatarURL or headerURL of a profile" }),
  type: Type.Enum(['image', 'video']),
  ...MediaShape.properties,
})
export type UploadedMedia = Static<typeof UploadedMedia>

export const uploadMedia = endpoint('POST /api/media', {
  summary: 'Upload a picture or video as the multipart field `file`; `?for=avatar` accepts only pictures under 10 MB',
  rate: 'upload',
  success: 201,
  query: Type.Object({ for: Type.Optional(Type.Enum(['post', 'avatar'], { default: 'post' })) }),
  consumes: 'multipart/form-data',
  answer: Type.Object({ media: UploadedMedia }),
  errors: [
    'mediaMissing',
    'mediaTooLarge',
    'avatarTooLarge',
    'mediaTypeRefused',
    'avatarTypeRefused',
    'mediaUnreadable',
    'mediaTooDemanding',
    'pictureTooLong',
    'heicRefused',
    'videoFormatRefused',
    'unavailable',
  ],
})

export const finishUpload = endpoint('POST /api/uploads/:uploadId/finish', {
  summary:
    'Turn a complete resumable upload into media; a request that is repeated within a day returns the same media',
  success: 201,
  params: Type.Object({ uploadId: Type.String({ maxLength: 100 }) }),
  answer: Type.Object({ media: UploadedMedia }),
  errors: [
    'uploadUnknown',
    'uploadIncomplete',
    'mediaTypeRefused',
    'avatarTypeRefused',
    'mediaUnreadable',
    'mediaTooDemanding',
    'pictureTooLong',
    'heicRefused',
    'videoFormatRefused',
    'unavailable',
  ],
})
