import type { APIRequestContext } from '@playwright/test'
import type { Member } from '../support/api.ts'
import type { Model } from './model.ts'

interface Written {
  _id: string
}
interface Post extends Written {
  content: string
  mediaUrl: string
}
interface Comment extends Written {
  text: string
}

/** Compares what the server has with the model. @returns the differences */
export async function compare(request: APIRequestContext, member: Member, model: Model): Promise<string[]> {
  const headers = { authorization: member.token }
  const read = async <Answer>(path: string) => (await (await request.get(path, { headers })).json()) as Answer
  const { posts } = await read<{ posts: Post[] }>('/api/feed?sort=oldest')
  const found: { text: string; id: number }[] = []
  const lines: string[] = []
  for (const { _id, content, mediaUrl } of posts) {
    const { comments } = await read<{ comments: Comment[] }>(`/api/comments/${_id}`)
    const texts = comments.map(({ text }) => text).reverse()
    lines.push(lineOf(content, mediaUrl !== '', texts))
    found.push(
      { text: content, id: Number(_id) },
      ...comments.map((each) => ({ text: each.text, id: Number(each._id) })),
    )
  }
  const expected = model.posts.map(({ text, hasPicture, comments }) => lineOf(text, hasPicture, comments))
  const problems: string[] = []
  if (lines.join('\n') !== expected.join('\n')) {
    problems.push(`The server has\n  ${lines.join('\n  ')}\ninstead of\n  ${expected.join('\n  ')}`)
  }
  // Ids grow with time, across posts and comments.
  const isWritten = new Set(model.written)
  const order = found.filter(({ text }) => isWritten.has(text)).toSorted((one, other) => one.id - other.id)
  const texts = order.map(({ text }) => text)
  if (texts.join() !== model.written.join()) problems.push(`In the order ${texts} instead of ${model.written}`)
  return problems
}

function lineOf(text: string, hasPicture: boolean, comments: readonly string[]): string {
  return `${text}${hasPicture ? ' [picture]' : ''}: ${comments.join(', ')}`
}
