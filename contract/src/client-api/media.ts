import { Type } from 'typebox'
import { ALT_MAX_LENGTH } from '../rules/limits.ts'
import type { ClientCall } from './client-call.ts'
import { MediaAttachment } from './entities.ts'

/** Calls about pictures and videos, which are sent before the status that shows them. */

const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })
const Description = Type.Optional(Type.String({ maxLength: ALT_MAX_LENGTH }))
const media = { access: 'member', scope: 'write:media', answer: MediaAttachment } as const

const sent = {
  ...media,
  method: 'POST',
  rate: 'upload',
  params: null,
  input: Type.Object({ description: Description }),
  files: { file: 'post' },
} as const

export const sendMedia = {
  ...sent,
  path: '/api/v2/media',
  summary: 'Send a picture or video as the field `file`. 202 and no address while a video is converted',
  meanwhile: 202,
} as const satisfies ClientCall

export const sendMediaAtOnce = {
  ...sent,
  path: '/api/v1/media',
  summary: 'The same, for apps that do not wait: with the address at which a video will be',
} as const satisfies ClientCall

export const getMedia = {
  ...media,
  method: 'GET',
  rate: 'read',
  path: '/api/v1/media/:id',
  summary: 'What was sent. 206 while a video is converted',
  meanwhile: 206,
  params: Id,
  input: Type.Object({}),
} as const satisfies ClientCall

export const describeMedia = {
  ...media,
  method: 'PUT',
  rate: 'write',
  path: '/api/v1/media/:id',
  summary: 'Describe what was sent, for those who cannot see it',
  params: Id,
  input: Type.Object({ description: Description }),
} as const satisfies ClientCall
