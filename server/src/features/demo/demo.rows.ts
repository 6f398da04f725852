import { GUEST } from '@quack/contract/rules/demo'
import type { Insertable } from 'kysely'
import type { IdSource } from '../../database/ids.ts'
import type { CommentId, MemberId, PostId, Schema } from '../../database/schema.ts'
import type { MediaRow } from '../media/records/media.queries.ts'
import { mediaUrl } from '../media/records/media.view.ts'
import { createPublicId } from '../posts/posts.service.ts'
import { DEMO } from './demo.content.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Rows = { [Table in keyof Schema]?: Insertable<Schema[Table]>[] }

/**
 * The demo's content as rows. Their ids are as old as the content says. Pure, except for the ids.
 * @param now milliseconds since 1970
 * @param media the stored media of each of the demo's files
 */
export function demoRows(
  ids: IdSource,
  now: number,
  hashes: { guest: string; others: string },
  media: ReadonlyMap<string, MediaRow>,
) {
  const memberIds = new Map<string, MemberId>()
  for (const member of DEMO.members) memberIds.set(member.username, ids.at(now - member.joinedDaysAgo * DAY))
  const idOf = (username: string) => required(memberIds.get(username), username)

  const follows = Object.entries(DEMO.follows).flatMap(([follower, followed], index) =>
    followed.map((username, order) => ({
      follower_id: idOf(follower),
      followed_id: idOf(username),
      at: ids.at(now - 30 * DAY + index * MINUTE + order * 7 * MINUTE),
    })),
  )
  const posts = DEMO.posts.map((post) => {
    const time = now - post.minutesAgo * MINUTE
    const picture = post.media ? required(media.get(post.media.file), post.media.file) : null
    return { content: post, time, id: ids.at<PostId>(time), picture }
  })
  const comments = posts.flatMap((post) =>
    post.content.comments.map((comment) => {
      const time = post.time + comment.minutesAfter * MINUTE
      return { content: comment, time, id: ids.at<CommentId>(time), postId: post.id }
    }),
  )
  const postIds = new Map(posts.map((post) => [post.content.key, post.id]))

  return {
    members: DEMO.members.map((member) => ({
      id: idOf(member.username),
      username: member.username,
      username_key: member.username.toLowerCase(),
      first_name: member.firstName,
      last_name: member.lastName,
      email: member.email,
      password_hash: member.username === GUEST.username ? hashes.guest : hashes.others,
      avatar_url: member.avatarURL,
      bio: member.bio,
      website: member.website,
      followers_count: follows.filter((follow) => follow.followed_id === idOf(member.username)).length,
      following_count: follows.filter((follow) => follow.follower_id === idOf(member.username)).length,
      posts_count: DEMO.posts.filter((post) => post.author === member.username).length,
      updated_at: now - member.joinedDaysAgo * DAY,
      is_shared: member.username === GUEST.username ? 1 : 0,
    })),
    follows,
    // A quote is counted where it is quoted, which has to be there before it.
    posts: posts.toReversed().map(({ content, time, id, picture }) => ({
      id,
      public_id: createPublicId(),
      author_id: idOf(content.author),
      content: content.content,
      media_url: picture ? mediaUrl(picture.name) : '',
      media_type: picture?.type ?? ('' as const),
      media_name: picture?.name ?? null,
      alt: content.media?.alt ?? '',
      like_count: content.likedBy.length,
      liked_by_count: content.likedBy.length,
      comment_count: content.comments.length,
      repost_count: content.repostedBy?.length ?? 0,
      quoted_id: content.quotes === undefined ? null : required(postIds.get(content.quotes), content.quotes),
      updated_at: time,
    })),
    reposts: posts.flatMap(({ content: { repostedBy = [] }, time, id }) =>
      repostedBy.map((username, order) => ({
        id: ids.at(time + (order + 1) * MINUTE),
        member_id: idOf(username),
        post_id: id,
      })),
    ),
    likes: posts.flatMap(({ content, time, id }) =>
      content.likedBy.map((username, order) => ({
        post_id: id,
        member_id: idOf(username),
        at: ids.at(time + (order + 1) * MINUTE),
      })),
    ),
    comments: comments.map(({ content, time, id, postId }) => ({
      id,
      post_id: postId,
      author_id: idOf(content.author),
      text: content.text,
      upvote_count: content.upvotedBy?.length ?? 0,
      downvote_count: content.downvotedBy?.length ?? 0,
      updated_at: time,
    })),
    comment_votes: comments.flatMap(({ content, time, id }) => {
      const votes = (usernames: readonly string[] | undefined, vote: 1 | -1) =>
        (usernames ?? []).map((username) => ({
          comment_id: id,
          member_id: idOf(username),
          vote,
          at: ids.at(time + MINUTE),
        }))
      return [...votes(content.upvotedBy, 1), ...votes(content.downvotedBy, -1)]
    }),
    bookmarks: DEMO.guestBookmarks.map((key, order) => ({
      member_id: idOf(GUEST.username),
      post_id: required(postIds.get(key), key),
      at: ids.at(now - (DEMO.guestBookmarks.length - order) * MINUTE),
    })),
  } satisfies Rows
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo refers to ${name}, which does not exist.`)
  return value
}
