import { sql } from 'kysely'
import type { Installation } from './app.ts'
import { type Client, MINIMAL } from './client.ts'
import type { TestMember } from './members.ts'

/** What tests of polls do and read. */

export const VOTE = 'PUT /api/posts/:postId/vote'

export const OPTIONS = ['Ducks', 'Geese', 'Swans']

/** Writes a post with a poll. */
export async function ask(author: TestMember, poll: Record<string, unknown> = {}, postData: object = {}) {
  const data = { content: 'Which ones?', poll: { options: OPTIONS, ...poll }, ...postData }
  const { post } = await author.call('POST /api/posts', { body: { postData: data }, headers: MINIMAL })
  if (!post) throw new Error('The new post did not come back.')
  return post
}

const voting = (postId: string, choices: readonly number[], version: number) => ({
  params: { postId },
  body: { choices: [...choices], version },
})

export const vote = async (member: TestMember, postId: string, choices: readonly number[], version = 1) =>
  (await member.call(VOTE, voting(postId, choices, version))).post
export const refuseVote = (member: TestMember, postId: string, choices: readonly number[], version = 1) =>
  member.refuse(VOTE, voting(postId, choices, version))

export const editPoll = (author: TestMember, postId: string, poll: object | null, more: object = {}) =>
  author.call('POST /api/posts/edit/:postId', {
    params: { postId },
    body: { postData: { poll, ...more } },
    headers: MINIMAL,
  } as never)

/** What a reader sees of a poll: of everyone's part and of the own. */
export async function readPoll(reader: Client, postId: string) {
  // Without nested lists, a viewer with a vote is answered from the caches too.
  const of = { params: { postId }, query: { embed: 0 } }
  const { poll, viewer } = (await reader.call('GET /api/posts/:postId', of)).post
  return { poll, own: viewer?.poll }
}

/** The time of the end has come. */
export const letEnd = ({ db }: Pick<Installation, 'db'>, postId: string) =>
  db.write((transaction) =>
    sql`update polls set ends_at = 1000, due_at = 1000 where post_id = ${postId}`.execute(transaction),
  )
