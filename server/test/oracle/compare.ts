import { deepStrictEqual } from 'node:assert'
import type { Post } from '@quack/contract'
import { PAGE_MAX, VERSIONS_PAGE } from '@quack/contract/rules/limits'
import type { Random } from '@quack/testing/random'
import { expectedRows, isOfPost, LISTS, type List, type ListName, OF_POST, type Reading, type Target } from './lists.ts'
import type { Model, ModelPost, ViewerName } from './model.ts'
import type { Subject } from './subject.ts'
import { expectationsOf, seenMember, seenPost, shownVersion } from './views.ts'

/** The first difference between server and model. */
export class Disagreement extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

export function same(what: string, seen: unknown, expected: unknown): void {
  try {
    deepStrictEqual(seen, expected)
  } catch (error) {
    throw new Disagreement(what, error)
  }
}

const LIST_NAMES = Object.keys(LISTS) as ListName[]
const LIMITS = [1, 2, 5, 7, 20, 20, 100, 100]
const EMBEDS = [0, 1, 2, 5, 100]

export const chooseEmbed = (random: Random) => random.pick(EMBEDS)

/** A random list that exists at present, and a random viewer who may read it. */
export function chooseReading(random: Random, model: Model, wanted: Partial<Reading> = {}): Reading | null {
  const name = wanted.name ?? random.pick(LIST_NAMES)
  const list: List = LISTS[name]
  const post = wanted.target?.post ?? (model.posts.length > 0 ? random.pick(model.posts) : undefined)
  if (isOfPost(name) && (!post || !model.posts.includes(post))) return null
  const isVisitor = list.isMembersOnly !== true && random.chance(0.15)
  const viewer = wanted.viewer ?? (isVisitor ? null : random.pick(model.names))
  const member = wanted.target?.member ?? random.pick(model.names)
  const target: Target = { member, post: post ?? NO_POST }
  return { name, viewer, target, limit: random.pick(LIMITS), embed: random.pick(EMBEDS), ...wanted }
}
const NO_POST: ModelPost = {
  number: -1,
  author: '',
  content: '',
  lang: '',
  mediaUrl: '',
  type: '',
  furtherPictures: [],
  likeCount: 0,
  likedBy: [],
  dislikedBy: [],
  repostedBy: [],
  at: 0,
  repostedAt: new Map(),
  whoMayRepost: 'everyone',
  whoMayQuote: 'everyone',
  quoted: null,
  poll: null,
  pollVersion: 1,
  versions: [],
  comments: [],
  gone: [],
}

/** Reads a list to its end and compares it with the model. */
export async function compareList(subject: Subject, model: Model, reading: Reading): Promise<void> {
  const { name, viewer, target, limit, embed } = reading
  const list: List = LISTS[name]
  const what = `${name} of ${target.member}/#${target.post.number} for ${viewer} in pages of ${limit}, embed ${embed}`
  const expected = expectedRows(model, reading)
  const seen: unknown[] = []
  for (let cursor: string | null = null, pages = 0; ; pages++) {
    const page = await subject.readPage(reading, cursor)
    if (page.entries.length > limit || (page.entries.length === 0 && page.nextCursor !== null)) {
      throw new Disagreement(what, `a page of ${page.entries.length}`)
    }
    if (pages > expected.length + 1) throw new Disagreement(what, 'it does not end')
    seen.push(...page.entries.map((entry) => list.seen(entry, subject.numbers).value))
    cursor = page.nextCursor
    if (cursor === null) break
  }
  same(
    what,
    seen,
    expected.map((row) => row.value),
  )
}

/** Compares one post and one member, as this viewer reads them. */
export async function compareSingles(subject: Subject, model: Model, viewer: ViewerName, embed: number, at: Target) {
  const see = expectationsOf(model, viewer, embed)
  const query = { embed: String(embed) }
  const { user } = (await subject.read(`/api/users/${at.member}`, viewer, query)) as { user: never }
  same(`member ${at.member} for ${viewer}, embed ${embed}`, seenMember(user, subject.numbers), see.member(at.member))
  if (!model.posts.includes(at.post)) return
  const { post } = (await subject.read(`/api/posts/${subject.idOf(at.post)}`, viewer, query)) as { post: Post }
  same(`post #${at.post.number} for ${viewer}, embed ${embed}`, seenPost(post, subject.numbers), see.post(at.post))
}

/** Compares what a post and its comments said before they were edited. */
async function compareVersions(subject: Subject, post: ModelPost, viewer: ViewerName): Promise<void> {
  const read = async (path: string) => ((await subject.read(path, viewer, {})) as { versions: never[] }).versions
  const newest = <T>(present: T, earlier: readonly T[]) => [present, ...earlier.toReversed()].slice(0, VERSIONS_PAGE)
  const versions = await read(`/api/posts/${subject.idOf(post)}/versions`)
  same(`versions of #${post.number}`, versions.map(shownVersion), newest(shownVersion(post), post.versions))
  for (const comment of post.comments) {
    const texts = (await read(`/api/comments/${subject.idOf(comment)}/versions`)).map(({ text }) => text)
    same(`versions of #${comment.number}`, texts, newest(comment.text, comment.versions))
  }
}

/** Compares every list of every viewer. Each list of a member or post is read by one random viewer. */
export async function compareAll(subject: Subject, model: Model, random: Random): Promise<void> {
  const viewers: ViewerName[] = [null, ...model.names]
  for (const viewer of viewers) {
    for (const name of LIST_NAMES) {
      const list: List = LISTS[name]
      if (viewer === null && list.isMembersOnly) continue
      const reading = chooseReading(random, model, { name, viewer, limit: PAGE_MAX, embed: random.pick([3, 100]) })
      if (reading) await compareList(subject, model, reading)
    }
  }
  const all = { limit: PAGE_MAX, embed: 100 }
  for (const member of model.names) {
    const target = { member, post: NO_POST }
    for (const name of ['profilePosts', 'followers', 'following'] as const) {
      await compareList(subject, model, { name, viewer: random.pick(viewers), target, ...all })
    }
    await compareSingles(subject, model, random.pick(viewers), 100, target)
  }
  for (const post of model.posts) {
    await compareVersions(subject, post, random.pick(viewers))
    const target = { member: random.pick(model.names), post }
    for (const name of OF_POST) {
      await compareList(subject, model, { name, viewer: random.pick(viewers), target, ...all })
    }
  }
}
