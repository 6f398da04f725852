import type { TestMember } from '../members.ts'
import { textOf } from './sight.ts'
import type { World, Write } from './world.ts'

/** An id that no entity has. */
export const NO_ID = '1'

/** Ids of the server by the numbers of the world. */
export interface Ids {
  readonly posts: Map<number, string>
  readonly comments: Map<number, string>
  readonly numbers: Map<string, number>
}

/** Makes a write, and applies it to the world if the server's answer agrees. @returns the problem if it does not */
export async function perform(members: ReadonlyMap<string, TestMember>, world: World, ids: Ids, write: Write) {
  const client = members.get(write.by) as TestMember
  const id = members.get(write.member)?._id ?? NO_ID
  const post = ids.posts.get(write.post) ?? NO_ID
  const comment = ids.comments.get(write.comment) ?? NO_ID
  const text = textOf(write.by, write.kind === 'post' ? write.post : write.comment)
  const paths: Record<Write['kind'], string> = {
    post: '/api/posts',
    comment: `/api/comments/add/${post}`,
    like: `/api/posts/like/${post}`,
    dislike: `/api/posts/dislike/${post}`,
    upvote: `/api/comments/upvote/${post}/${comment}`,
    downvote: `/api/comments/downvote/${post}/${comment}`,
    bookmark: `/api/users/bookmark/${post}`,
    follow: `/api/users/follow/${id}`,
    unfollow: `/api/users/unfollow/${id}`,
    block: `/api/users/block/${id}`,
    unblock: `/api/users/unblock/${id}`,
    mute: `/api/users/mute/${id}`,
    unmute: `/api/users/unmute/${id}`,
    deletePost: `/api/posts/${post}`,
    deleteComment: `/api/comments/delete/${post}/${comment}`,
  }
  const payloads: Partial<Record<Write['kind'], object>> = {
    post: { postData: { content: text } },
    comment: { commentData: { text } },
    mute: { duration: 'always' },
  }
  const payload = payloads[write.kind]
  const answer = await client.send({
    method: write.kind === 'deletePost' ? 'DELETE' : 'POST',
    url: paths[write.kind],
    headers: { prefer: 'return=minimal' },
    ...(payload && { payload }),
  })
  const outcome = world.apply(write)
  if (outcome === null && answer.status !== 404) return `${answer.status} instead of unknown`
  if (outcome !== null && outcome !== answer.status < 300) return `${answer.status} ${JSON.stringify(answer.body)}`
  const { post: made } = answer.body as { post?: { _id: string; comments: { _id: string }[] } }
  if (outcome && made && (write.kind === 'post' || write.kind === 'comment')) {
    const madeId = write.kind === 'post' ? made._id : (made.comments[0]?._id ?? NO_ID)
    ids[write.kind === 'post' ? 'posts' : 'comments'].set(write[write.kind], madeId)
    ids.numbers.set(madeId, write[write.kind])
  }
  return null
}
