import type { CommentId, MemberId, PostId } from '../../src/database/schema.ts'
import * as queries from '../../src/features/client-api/streaming/streaming.queries.ts'
import type { TestApp } from '../app.ts'
import { comment } from '../blocks.ts'
import { signUp, writePost } from '../members.ts'

/** Reads what streams of apps are told. */
export async function hearNews(app: TestApp): Promise<void> {
  const { read } = app.db
  const [author, reader] = [await signUp(app), await signUp(app)]
  const post = await writePost(author)
  const comments = [Number(await comment(reader, post._id, 'Nice')) as CommentId]
  const [viewer, posts] = [Number(author._id) as MemberId, [Number(post._id) as PostId]]
  await queries.listFresh(read, { floor: 0, limit: 10 })
  await queries.listNewEvents(read, [{ viewer, floor: 0 }])
  await queries.listReactions(read, { members: [viewer], posts, comments })
}
