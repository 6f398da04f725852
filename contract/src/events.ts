import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Post } from './entities.ts'
import { WATCHED_MAX } from './limits.ts'

/** What each event of a stream carries, as JSON. */
export interface Events {
  /** New posts of members whom the viewer follows, oldest first, by `_id`. Each comes once. */
  posts: { ids: string[] }
  /** How a watched post stands. */
  post: PostState
  /** A watched post is gone. */
  delete: { _id: string }
  /** How many follow the viewer. */
  follower: { followersCount: number }
  /** The stream cannot be gone on with from where it was: what is shown should be read anew. */
  resync: Record<string, never>
  /** The session has ended, and the stream with it. */
  ended: Record<string, never>
}

/** Text and media are there if they were changed within minutes; `updatedAt` tells who lacks an older change. */
export type PostState = Pick<Post, '_id' | 'commentCount' | 'updatedAt'> & {
  likes: Pick<Post['likes'], 'likeCount' | 'likedByCount'>
  edited?: Pick<Post, 'content' | 'mediaUrl' | 'type' | 'alt' | 'media'>
}

export const openEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  noun: 'events',
  summary: 'Live news as server-sent events: new posts of those one follows, changes of watched posts, followers',
  access: 'member',
  rate: 'read',
  query: Type.Object({
    watch: Type.Optional(
      Type.String({
        pattern: `^(\\d{1,16}(,\\d{1,16}){0,${WATCHED_MAX - 1}})?$`,
        description: `The posts on the screen: up to ${WATCHED_MAX} \`_id\`s with commas between`,
      }),
    ),
  }),
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({
        maxLength: 2_048,
        description: 'The id of the last event that came: the stream goes on from there',
      }),
    ),
  }),
  success: 200,
  produces: 'text/event-stream',
  answer: Type.String({ description: 'Events posts, post, delete, follower, resync and ended; see events.ts' }),
  errors: ['tooManyStreams'],
})
