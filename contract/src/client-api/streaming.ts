import { Type } from 'typebox'
import { clientCall } from './client-call.ts'

/**
 * Live news for apps: as a WebSocket at STREAMING_PATH, with up to CHANNELS_MAX streams, or as server-sent events with
 * one, at the address of the stream. Only here, the token may also be in the address, or be the protocol of the
 * WebSocket, because browsers give these no header.
 */
export const STREAMING_PATH = '/api/v1/streaming'
export const HEALTH_PATH = `${STREAMING_PATH}/health`

/** The streams, with what a token has to allow. Nothing comes from elsewhere, so `local` is all. */
export const STREAMS = {
  user: 'read:statuses',
  'user:notification': 'read:notifications',
  public: 'read:statuses',
  'public:local': 'read:statuses',
  hashtag: 'read:statuses',
  'hashtag:local': 'read:statuses',
} as const
export type StreamName = keyof typeof STREAMS

/** How many streams one socket may have. */
export const CHANNELS_MAX = 20

const Text = Type.Optional(Type.String({ maxLength: 100 }))
/** What the address asks for. */
export const StreamInput = Type.Object({ stream: Text, tag: Text })
export const openStream = (name: StreamName) =>
  clientCall(`GET ${STREAMING_PATH}/${name.replace(':', '/')}`, STREAMS[name], 'Live news, as server-sent events', {
    input: Type.Object({ tag: Text }),
    answer: Type.String(),
    produces: 'text/event-stream',
  })

/** What an app says on its socket. */
export const StreamMessage = Type.Object({
  type: Type.Enum(['subscribe', 'unsubscribe']),
  stream: Type.String({ maxLength: 100 }),
  tag: Text,
})
