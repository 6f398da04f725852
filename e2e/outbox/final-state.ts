import type { APIRequestContext } from '@playwright/test'
import type { Member } from '../support/api.ts'
import type { Model, Switch } from './model.ts'

/** What switches are about. */
export interface Subjects {
  readonly friend: Member
  readonly tag: string
}

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
  viewer: { upvoted: boolean; downvoted: boolean }
}

/** Compares what the server has with the model. @returns the differences */
export async function compare(
  request: APIRequestContext,
  member: Member,
  model: Model,
  subjects: Subjects,
): Promise<string[]> {
  const headers = { authorization: member.token }
  const read = async <Answer>(path: string) => (await (await request.get(path, { headers })).json()) as Answer
  const { posts } = await read<{ posts: Post[] }>('/api/feed?sort=oldest')
  const found: { text: string; id: number }[] = []
  const lines: string[] = []
  const problems: string[] = []
  for (const { _id, content, mediaUrl, likes, viewer } of posts) {
    const { comments } = await read<{ comments: Comment[] }>(`/api/comments/${_id}`)
    const texts = comments
      .map(({ text, viewer }) => voted(text, viewer.upvoted ? 'up' : viewer.downvoted ? 'down' : 'none'))
      .reverse()
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
      comments.map(({ text, vote }) => voted(text, vote)),
    ),
  )
  if (lines.join('\n') !== expected.join('\n')) {
    problems.push(`The server has\n  ${lines.join('\n  ')}\ninstead of\n  ${expected.join('\n  ')}`)
  }
  const switches = await readSwitches(request, member, subjects)
  const isOn = (name: Switch) => model.switches.has(name)
  for (const name of SWITCHES) {
    if (switches[name] !== isOn(name)) problems.push(`${name} is ${switches[name]} instead of ${isOn(name)}`)
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

function voted(text: string, vote: 'up' | 'down' | 'none'): string {
  return vote === 'none' ? text : `${text} [${vote}]`
}

export const SWITCHES = ['follow', 'followTag', 'setting'] as const

/** What the server has. `setting` is off at the start: likes are then in the list. */
export async function readSwitches(
  request: APIRequestContext,
  { token }: Member,
  { friend, tag }: Subjects,
): Promise<Record<Switch, boolean>> {
  const read = async <Answer>(path: string) =>
    (await (await request.get(path, { headers: { authorization: token } })).json()) as Answer
  const { user } = await read<{ user: { viewer: { following: boolean } } }>(`/api/users/${friend.username}`)
  const found = await read<{ tag: { viewer: { following: boolean } } }>(`/api/tags/${tag}`)
  const { kinds } = await read<{ kinds: { like: { list: boolean } } }>('/api/notifications/settings')
  return { follow: user.viewer.following, followTag: found.tag.viewer.following, setting: !kinds.like.list }
}
