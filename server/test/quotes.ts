import type { WhoMayQuote } from '@quack/contract'
import { type Client, MINIMAL } from './client.ts'
import type { TestMember } from './members.ts'

/** What tests of quotes do and read. */

const quoting = (quote: string, content: string) => ({ body: { postData: { content, quote } }, headers: MINIMAL })

export async function quote(member: TestMember, postId: string, content = 'A quote') {
  const { post } = await member.call('POST /api/posts', quoting(postId, content))
  if (!post) throw new Error('The new post did not come back.')
  return post
}
export const refuseQuote = (member: TestMember, postId: string) =>
  member.refuse('POST /api/posts', quoting(postId, 'A quote'))
export const withdrawQuote = (member: TestMember, postId: string, quoteId: string) =>
  member.call('DELETE /api/posts/:postId/quotes/:quoteId', { params: { postId, quoteId } })

export const readPost = async (reader: Client, postId: string) =>
  (await reader.call('GET /api/posts/:postId', { params: { postId } })).post

/** The text of the quoted post, as the reader sees it; or what stands in its place. */
export async function quotedBy(reader: Client, postId: string) {
  const { quote } = await readPost(reader, postId)
  return quote?.post?.content ?? quote
}

export const letQuote = (author: TestMember, postId: string, whoMayQuote: WhoMayQuote) =>
  author.call('POST /api/posts/edit/:postId', {
    params: { postId },
    body: { postData: { whoMayQuote } },
    headers: MINIMAL,
  })
