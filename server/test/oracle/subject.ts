import type { ErrorCode, Post, PostsAnswer } from '@quack/contract'
import { ERRORS } from '@quack/contract'
import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import type { Random } from '@quack/testing/random'
import { sql } from 'kysely'
import type { Connection } from '../../src/database/database.ts'
import type { MemberId } from '../../src/database/schema.ts'
import type { Installation } from '../app.ts'
import { type Answer, createClient } from '../client.ts'
import { signUp, type TestMember } from '../members.ts'
import { LISTS, type List, type Reading } from './lists.ts'
import type { ModelPost, ViewerName } from './model.ts'
import {
  choicesOf,
  coverOf,
  editedAvatarOf,
  editedTextOf,
  isRepeatable,
  langOf,
  languagesOf,
  mediaOf,
  type Operation,
  PICTURES,
  pollOf,
  quoteRuleOf,
  ruleOf,
} from './operations.ts'

export const NAMES = Array.from({ length: 12 }, (_, index) => `duck${index}`)

/** The server under test, and the numbers of the posts and comments on it. */
export interface Subject {
  readonly app: Installation
  readonly numbers: { numberOf(id: string): number | string }
  /** Removes everything except the members, because sign-ups are expensive. */
  reset(): Promise<void>
  perform(step: Operation, random: Random, embed: number): Promise<Outcome>
  readPage(reading: Reading, cursor: string | null): Promise<{ entries: unknown[]; nextCursor: string | null }>
  read(path: string, viewer: ViewerName, query: Record<string, string>): Promise<unknown>
  idOf(of: Pick<ModelPost, 'number'>): string
}

export interface Outcome {
  readonly answer: Answer<unknown>
  /** Whether only the changed entity was requested. */
  readonly isMinimal: boolean
}

/** An id that no entity has. */
const NO_ID = '1'

export async function startSubject(app: Installation): Promise<Subject> {
  const members = new Map<ViewerName, TestMember>()
  for (const username of NAMES) {
    members.set(username, await signUp(app, { username, avatarURL: DEFAULT_AVATARS[0] }))
  }
  await app.db.write((transaction) => addPictures(transaction, [...members.values()]))
  const numbers = new Map<string, number>()
  const ids = new Map<number, { _id: string; id: string }>()
  const client = (viewer: ViewerName) => members.get(viewer) ?? createClient(app.app, null)

  function register(number: number, made: { _id: string; id?: string } | undefined): void {
    if (made === undefined || numbers.has(made._id)) throw new Error('The new entity is not first in the answer.')
    numbers.set(made._id, number)
    ids.set(number, { _id: made._id, id: made.id ?? NO_ID })
  }

  const readings = async (path: string, viewer: ViewerName, query: Record<string, string>) => {
    const answer = await client(viewer).send({ method: 'GET', url: path, query })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  return {
    app,
    numbers: { numberOf: (id) => numbers.get(id) ?? `unknown ${id}` },
    idOf: (post) => ids.get(post.number)?._id ?? NO_ID,
    read: readings,
    async reset() {
      numbers.clear()
      ids.clear()
      await app.db.write(async (transaction) => {
        for (const table of ['posts', 'follows', 'tag_follows'] as const) await transaction.deleteFrom(table).execute()
        const blank = {
          followers_count: 0,
          following_count: 0,
          posts_count: 0,
          who_may_repost: 'everyone' as const,
          who_may_quote: 'everyone' as const,
          languages: '',
          bio: '',
          avatar_url: DEFAULT_AVATARS[0],
        }
        await transaction.updateTable('members').set(blank).where(sql<boolean>`true`).execute()
      })
    },

    async perform(step, random, embed) {
      const isMinimal = random.chance(0.8)
      const post = ids.get(step.post)?.[random.chance(0.5) ? '_id' : 'id'] ?? NO_ID
      const comment = ids.get(step.comment)?._id ?? NO_ID
      const member = members.get(step.member)?._id ?? NO_ID
      const answering = step.answering === null ? undefined : (ids.get(step.answering)?._id ?? NO_ID)
      const other = ids.get(step.other ?? -1)?.[random.chance(0.5) ? '_id' : 'id'] ?? NO_ID
      const { path, payload, method = 'POST' } = requestOf(step, { post, other, comment, answering, member })
      const answer = await client(step.by).send({
        method,
        url: path,
        query: /bookmark|tags/.test(path) ? {} : { embed: String(embed) },
        headers: isMinimal ? { prefer: 'return=minimal' } : {},
        ...(payload && { payload }),
      })
      const isPost = step.kind === 'post' || step.kind === 'quote'
      if (answer.status < 300 && (isPost || step.kind === 'comment')) {
        const { post: changed, posts = [] } = answer.body as PostsAnswer
        const seen: Post | undefined = changed ?? posts.find((entry) => isPost || hasId(entry, post))
        if (isPost) register(step.post, seen)
        else register(step.comment, seen?.comments[0])
      }
      return { answer, isMinimal }
    },

    async readPage({ name, viewer, target, limit, embed }, cursor) {
      const list: List = LISTS[name]
      const body = (await readings(
        list.path(target, (post) => ids.get(post.number)?._id ?? NO_ID),
        viewer,
        {
          limit: String(limit),
          ...(list.isEmbedding && { embed: String(embed) }),
          ...(cursor !== null && { cursor }),
        },
      )) as Record<string, unknown>
      return { entries: body[list.part] as unknown[], nextCursor: body.nextCursor as string | null }
    },
  }
}

/** Pictures that all have uploaded. Nobody loads them, so there are no files; and no sweep removes them. */
async function addPictures(db: Connection, members: readonly TestMember[]): Promise<void> {
  const shape = { type: 'image', mime: 'image/webp', bytes: 1, width: 1, height: 1, preview: '', frames: 1 } as const
  for (const name of PICTURES) {
    await db
      .insertInto('media')
      .values({ name, ...shape, created_at: 0 })
      .execute()
    const uploaders = members.map(({ _id }) => ({ name, member_id: Number(_id) as MemberId }))
    await db.insertInto('media_uploaders').values(uploaders).execute()
    await db
      .insertInto('media_uploads')
      .values({ name, member_id: 1 as MemberId, at: Number.MAX_SAFE_INTEGER })
      .execute()
  }
}

const hasId = (post: Post, text: string) => post._id === text || post.id === text

interface Ids {
  readonly post: string
  readonly other: string
  readonly comment: string
  readonly answering: string | undefined
  readonly member: string
}

interface Request {
  readonly path: string
  readonly payload?: object
  readonly method?: 'PUT' | 'DELETE'
}

function requestOf(step: Operation, { post, other, comment, answering, member }: Ids): Request {
  const { text } = step
  const edited = editedTextOf(step)
  const [like, bookmark] = [`/api/posts/${post}/like`, `/api/posts/${post}/bookmark`]
  const [followed, vote] = [`/api/users/${member}/follow`, `/api/comments/${post}/${comment}/vote`]
  const tag = `/api/tags/${step.tag}/follow`
  const [repost, reposts] = [`/api/posts/${post}/repost`, `/api/users/${member}/hidden-reposts`]
  const rules = { whoMayRepost: ruleOf(step), whoMayQuote: quoteRuleOf(step) }
  const poll = pollOf(step)
  const written = {
    content: text,
    lang: langOf(step),
    ...rules,
    ...coverOf(step),
    ...mediaOf(step),
    ...(poll !== undefined && { poll }),
  }
  const repeatable: Partial<Record<Operation['kind'], Request>> = {
    like: { path: like, method: 'PUT' },
    follow: { path: followed, method: 'PUT' },
    unfollow: { path: followed, method: 'DELETE' },
    upvote: { path: vote, method: 'PUT', payload: { vote: 'up' } },
    downvote: { path: vote, method: 'PUT', payload: { vote: 'down' } },
    bookmark: { path: bookmark, method: 'PUT' },
    followTag: { path: tag, method: 'PUT' },
    unbookmark: { path: bookmark, method: 'DELETE' },
  }
  const requests: Record<Operation['kind'], Request> = {
    post: { path: '/api/posts', payload: { postData: written } },
    quote: { path: '/api/posts', payload: { postData: { ...written, quote: other } } },
    withdrawQuote: { path: `/api/posts/${post}/quotes/${other}`, method: 'DELETE' },
    editPost: { path: `/api/posts/edit/${post}`, payload: { postData: { ...written, content: edited } } },
    deletePost: { path: `/api/posts/${post}`, method: 'DELETE' },
    pin: { path: `/api/posts/pin/${post}` },
    unpin: { path: `/api/posts/unpin/${post}` },
    like: { path: `/api/posts/like/${post}` },
    dislike: { path: `/api/posts/dislike/${post}` },
    unlike: { path: like, method: 'DELETE' },
    repost: { path: repost, method: 'PUT' },
    unrepost: { path: repost, method: 'DELETE' },
    hideReposts: { path: reposts, method: 'PUT' },
    showReposts: { path: reposts, method: 'DELETE' },
    setLanguages: { path: '/api/account/languages', payload: { languages: languagesOf(step) } },
    setReposts: { path: '/api/account/reposts', payload: rules },
    follow: { path: `/api/users/follow/${member}` },
    unfollow: { path: `/api/users/unfollow/${member}` },
    followTag: { path: tag },
    unfollowTag: { path: tag, method: 'DELETE' },
    comment: { path: `/api/comments/add/${post}`, payload: { commentData: { text, answering } } },
    editComment: { path: `/api/comments/edit/${post}/${comment}`, payload: { commentData: { text: edited } } },
    deleteComment: { path: `/api/comments/delete/${post}/${comment}` },
    upvote: { path: `/api/comments/upvote/${post}/${comment}` },
    downvote: { path: `/api/comments/downvote/${post}/${comment}` },
    unvote: { path: vote, method: 'DELETE' },
    votePoll: {
      path: `/api/posts/${post}/vote`,
      method: 'PUT',
      payload: { choices: choicesOf(step), version: step.version },
    },
    bookmark: { path: `/api/users/bookmark/${post}` },
    unbookmark: { path: `/api/users/remove-bookmark/${post}` },
    editProfile: { path: '/api/users/edit', payload: { userData: { bio: edited, avatarURL: editedAvatarOf(step) } } },
    walk: { path: '' },
  }
  return (isRepeatable(step) && repeatable[step.kind]) || requests[step.kind]
}

/** Whether an answer is exactly this refusal. */
export function isRefusal(answer: Answer<unknown>, code: ErrorCode): boolean {
  const { status, message } = ERRORS[code]
  return answer.status === status && (answer.body as { errors?: string[] }).errors?.[0] === message
}
