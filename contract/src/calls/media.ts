import { type Static, Type } from 'typebox'
import { MediaShape } from '../entities/entities.ts'
import { endpoint } from './endpoint.ts'

export const UploadedMedia = Type.Object({
  url: Type.String({ description: "For a post's mediaUrl or a profile's avatarURL" }),
  type: Type.Enum(['image', 'video']),
  ...MediaShape.properties,
})
export type UploadedMedia = Static<typeof UploadedMedia>

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/media',
  noun: 'media',
  summary: 'Upload a picture or video as the multipart field `file`; `?for=avatar` accepts only pictures under 10 MB',
  access: 'member',
  rate: 'upload',
  query: Type.Object({ for: Type.Optional(Type.Enum(['post', 'avatar'], { default: 'post' })) }),
  consumes: 'multipart/form-data',
  success: 201,
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

export const finishUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:uploadId/finish',
  noun: 'media',
  summary: 'Turn a complete resumable upload into media; a repeated request returns the same media',
  access: 'member',
  rate: 'write',
  params: Type.Object({ uploadId: Type.String({ maxLength: 100 }) }),
  success: 201,
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
