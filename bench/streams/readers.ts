import { openDatabase } from '../../server/src/database/open/open.ts'
import type { MemberId, PostId, SessionId } from '../../server/src/database/schema.ts'
import { createPublicId } from '../../server/src/features/posts/posts.service.ts'
import { createTokens } from '../../server/src/features/sessions/tokens.ts'

/** Rows per statement. */
const CHUNK = 500
/** Posts that each reader watches. */
const WATCHED = 20
/** Other members that each reader follows. */
const FOLLOWED = 20

/**
 * Creates members with a session each. The first `followers` of them follow one author.
 * @returns their tokens, and the posts that they watch
 */
export async function prepareReaders(url: string, secret: string, count: number, followers: number) {
  const db = await openDatabase({ url }, (error) => console.error(error))
  const tokens = createTokens(secret)
  const now = Date.now()
  const members = Array.from({ length: count + 1 }, (_, index) => ({
    id: db.ids.at<MemberId>(now - 1_000_000_000 - index),
    session: db.ids.at<SessionId>(now - 1_000_000 - index),
    username: `reader${index}`,
  }))
  const [author] = members
  if (!author) throw new Error('The dataset has no author.')
  const readers = members.slice(1)

  for (let from = 0; from < members.length; from += CHUNK) {
    const chunk = members.slice(from, from + CHUNK)
    await db.write(async (transaction) => {
      const columns = { first_name: 'Reader', last_name: 'Duck', email: 'r@example.com', password_hash: '' }
      const rows = chunk.map(({ id, username }) => ({
        id,
        username,
        username_key: username,
        ...columns,
        avatar_url: '/avatars/duck-1.webp',
        updated_at: now,
      }))
      await transaction.insertInto('members').values(rows).execute()
      const sessions = chunk.map(({ id, session }) => ({
        id: session,
        member_id: id,
        expires_at: now + 86_400_000,
        seen_at: now,
      }))
      await transaction.insertInto('sessions').values(sessions).execute()
    })
  }
  for (let from = 0; from < readers.length; from += CHUNK) {
    const follows = readers.slice(from, from + CHUNK).flatMap(({ id }, index) => {
      const others = Array.from({ length: FOLLOWED }, (_, step) => readers[(from + index + step * 7 + 1) % count])
      const followed = [...(from + index < followers ? [author] : []), ...others]
      return [...new Set(followed.map((member) => member?.id))].flatMap((other) =>
        other === undefined || other === id ? [] : [{ follower_id: id, followed_id: other, at: db.ids.next() }],
      )
    })
    await db.write((transaction) => transaction.insertInto('follows').values(follows).execute())
  }
  const posts = Array.from({ length: WATCHED }, (_, index) => db.ids.at<PostId>(now - 100_000_000 - index))
  await db.write((transaction) =>
    transaction
      .insertInto('posts')
      .values(
        posts.map((id) => ({
          id,
          public_id: createPublicId(),
          author_id: author.id,
          content: 'A post to watch',
          media_url: '',
          media_type: '' as const,
          media_name: null,
          updated_at: now - 100_000_000,
        })),
      )
      .execute(),
  )
  await db.close()
  const tokenOf = ({ id, session, username }: (typeof members)[number]) =>
    tokens.sign({ _id: String(id), username, sid: String(session) }, 86_400)
  return { author: tokenOf(author), readers: readers.map(tokenOf), watch: posts.map(String) }
}
