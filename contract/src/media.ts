import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { MediaShape } from './entities.ts'

export const UploadedMedia = Type.Object({
  url: Type.String({ description: "Goes into a post's mediaUrl or a profile's avatarURL" }),
  type: Type.Enum(['image', 'video']),
  ...MediaShape.properties,
})
export type UploadedMedia = Static<typeof UploadedMedia>

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/media',
  noun: 'media',
  summary: 'Upload a picture or video as the multipart field `file`; `?for=avatar` takes pictures under 10 MB only',
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
  summary: 'Make media of a resumable upload that has arrived whole; asking again answers the same',
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
