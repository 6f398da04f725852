import { ERRORS, type ErrorCode } from '@quack/contract'
import { tagsIn } from '@quack/contract/rules/references'
import { parseSearch, type SearchPart, type TextTerm } from '@quack/contract/rules/search/search-query'
import { tokensOf } from '@quack/contract/rules/search/tokens'
import { createWordMatcher } from '@quack/contract/rules/search/word-matcher'
import { timeOfId } from '../../src/database/ids.ts'

/** Posts and members in plain lists, and a search that looks at every post. The server must find the same. */

export interface ModelPost {
  readonly id: number
  readonly author: string
  content: string
  alt: string
  mediaType: '' | 'image' | 'video'
  /** A BCP 47 tag; empty for none. */
  lang: string
  isHidden: boolean
}

export interface ModelMember {
  readonly name: string
  isPrivate: boolean
  readonly follows: Set<string>
  readonly blocks: Set<string>
  readonly mutes: Set<string>
  /** Hides posts of others with one of them. */
  hiddenWords: readonly string[]
  /** The languages to which searches are limited; none for all. */
  languages: readonly string[]
  readonly bookmarks: Set<number>
  readonly likes: Set<number>
}

export class SearchModel {
  readonly members = new Map<string, ModelMember>()
  /** Newest first. */
  posts: ModelPost[] = []

  member(name: string): ModelMember {
    const member = this.members.get(name)
    if (!member) throw new Error(`There is no ${name}.`)
    return member
  }

  add(post: ModelPost): void {
    const at = this.posts.findIndex(({ id }) => id < post.id)
    this.posts.splice(at < 0 ? this.posts.length : at, 0, post)
  }

  remove(id: number): void {
    this.posts = this.posts.filter((post) => post.id !== id)
  }

  isBlocked(one: string, other: string): boolean {
    return this.member(one).blocks.has(other) || this.member(other).blocks.has(one)
  }

  /** All posts that a search finds, newest first, or why it is refused. */
  search(viewer: string, q: string): readonly ModelPost[] | ErrorCode {
    const { parts, problem } = parseSearch(q)
    if (problem) return problem
    const from = parts.find((part) => part.kind === 'from')
    const author = from?.kind === 'from' ? this.#authorOf(viewer, from.name) : null
    if (author === undefined) return 'searchFromUnknown'
    const isOwnList = parts.some((part) => part.kind === 'in' && part.list !== 'following')
    const isListed = this.#listing(viewer, author !== null || isOwnList)
    const isSeen = this.#sight(viewer)
    const isLimited = author === null && !parts.some(({ kind }) => kind === 'in' || kind === 'lang')
    const languages = isLimited ? this.member(viewer).languages : []
    const asked = parts.flatMap((part) => (part.kind === 'lang' ? [part.language] : []))
    return this.posts.filter(
      (post) =>
        (author === null || post.author === author) &&
        (languages.length === 0 || post.lang === '' || languages.includes(codeOf(post))) &&
        (asked.length === 0 || asked.includes('*') || asked.includes(codeOf(post))) &&
        parts.every((part) => this.#isMatch(viewer, post, part)) &&
        isSeen(post) &&
        isListed(post),
    )
  }

  /** @returns undefined if there is nobody of this name */
  #authorOf(viewer: string, name: string): string | undefined {
    const lower = name.toLowerCase()
    if (lower === 'me') return viewer
    return this.members.has(lower) && !this.isBlocked(viewer, lower) ? lower : undefined
  }

  #sight(viewer: string): (post: ModelPost) => boolean {
    const seen = new Set<string>()
    for (const { name, isPrivate } of this.members.values()) {
      const isFollowed = this.member(viewer).follows.has(name)
      if (!this.isBlocked(viewer, name) && (!isPrivate || name === viewer || isFollowed)) seen.add(name)
    }
    return ({ author, isHidden }) => !isHidden && seen.has(author)
  }

  #listing(viewer: string, isOfAll: boolean): (post: ModelPost) => boolean {
    const { mutes, hiddenWords } = this.member(viewer)
    const matcher = createWordMatcher(hiddenWords.map((phrase) => ({ phrase })))
    const isMuted = ({ author, content, alt }: ModelPost) =>
      mutes.has(author) || (author !== viewer && matcher(`${content}\n${alt}`) !== null)
    return (post) => isOfAll || !isMuted(post)
  }

  #isMatch(viewer: string, post: ModelPost, part: SearchPart): boolean {
    const { follows, bookmarks, likes } = this.member(viewer)
    if (part.kind === 'words') return hasTerm(post, part.term) !== part.term.isExcluded
    if (part.kind === 'before') return timeOfId(post.id) < part.time
    if (part.kind === 'after') return timeOfId(post.id) >= part.time
    if (part.kind === 'tag') return tagsIn(post.content).has(part.key)
    if (part.kind === 'in') {
      if (part.list === 'following') return follows.has(post.author)
      return (part.list === 'likes' ? likes : bookmarks).has(post.id)
    }
    if (part.kind !== 'has') return true
    if (part.media === 'link') return /\bhttps?:\/\/|\bwww\./i.test(post.content)
    return post.mediaType === (part.media === 'picture' ? 'image' : 'video')
  }
}

const codeOf = ({ lang }: ModelPost) => lang.toLowerCase().split('-', 1)[0] ?? ''

/** Texts with their tokens on a line each, so that a sequence of tokens is a part of such a text. */
const lines = new Map<string, string>()

function linesOf(text: string): string {
  const known = lines.get(text)
  if (known !== undefined) return known
  const made = `\n${tokensOf(text)
    .map((token) => token.text)
    .join('\n')}\n`
  lines.set(text, made)
  return made
}

function hasTerm({ content, alt }: ModelPost, { tokens, isPrefix }: TextTerm): boolean {
  const wanted = `\n${tokens.join('\n')}${isPrefix ? '' : '\n'}`
  return linesOf(content).includes(wanted) || linesOf(alt).includes(wanted)
}

/** The score of `order=best`, from the positive words alone. */
export function scoreOf({ content, alt }: ModelPost, q: string): number {
  const terms = parseSearch(q).parts.flatMap((part) =>
    part.kind === 'words' && !part.term.isExcluded ? [part.term] : [],
  )
  const length = tokensOf(content).length + tokensOf(alt).length
  let score = 0
  for (const { tokens, isPrefix } of terms) {
    const wanted = `\n${tokens.join('\n')}${isPrefix ? '' : '\n'}`
    const count = occurrences(linesOf(content), wanted) + occurrences(linesOf(alt), wanted)
    score += count / (count + 1.2 * (0.25 + (0.75 * length) / 30))
  }
  const [isOpen, last] = [terms.slice(0, -1).some(({ isPrefix }) => isPrefix), terms.at(-1)]
  if (last && terms.length > 1 && !isOpen) {
    const tokens = terms.flatMap((term) => term.tokens)
    if (hasTerm({ content, alt } as ModelPost, { tokens, isPrefix: last.isPrefix, isExcluded: false })) score += 1
  }
  return Math.round(score * 1_000_000)
}

function occurrences(text: string, wanted: string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++
  return count
}

export const messageOf = (code: ErrorCode): string => ERRORS[code].message
