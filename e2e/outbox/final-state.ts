import type { APIRequestContext } from '@playwright/test'
import type { Member } from '../support/api.ts'
import type { Model } from './model.ts'

interface Written {
  _id: string
}
interface Post extends Written {
  content: string
  mediaUrl: string
  likes: { likeCount: number }
  viewer: { liked: boolean; bookmarked: boolean }
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
  const problems: string[] = []
  for (const { _id, content, mediaUrl, likes, viewer } of posts) {
    const { comments } = await read<{ comments: Comment[] }>(`/api/comments/${_id}`)
    const texts = comments.map(({ text }) => text).reverse()
    const marks = [mediaUrl !== '' && 'picture', viewer.liked && 'like', viewer.bookmarked && 'bookmark']
    lines.push(lineOf(content, marks, texts))
    if (likes.likeCount !== Number(viewer.liked)) problems.push(`${content} has ${likes.likeCount} likes.`)
    found.push(
      { text: content, id: Number(_id) },
      ...comments.map((each) => ({ text: each.text, id: Number(each._id) })),
    )
  }
  const expected = model.posts.map(({ text, hasPicture, comments, toggles }) =>
    lineOf(
      text,
      [hasPicture && 'picture', ...(['like', 'bookmark'] as const).filter((each) => toggles.has(each))],
      comments,
    ),
  )
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

function lineOf(text: string, marks: readonly (string | false)[], comments: readonly string[]): string {
  return `${[text, ...marks.filter((mark) => mark !== false).map((mark) => `[${mark}]`)].join(' ')}: ${comments.join(', ')}`
}
