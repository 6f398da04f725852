import { ADDRESS } from './addresses.ts'
import { foldCase, UNSPACED } from './characters.ts'
import { TAGS_MAX } from './limits.ts'
import { VISIBLE_PATTERN } from './text.ts'

/**
 * Mentions and hashtags in texts. Server and clients find the same ones, with this one matcher. Its time grows with the
 * length of the text.
 */

export interface MentionPart {
  readonly kind: 'mention'
  /** As typed, with the @. A shorter name of `names` leaves the rest of it as plain text. */
  readonly text: string
  /** The names that it may mean, the longest first. The longest of a member who exists is meant. */
  readonly names: readonly string[]
}
export interface TagPart {
  readonly kind: 'tag'
  /** As typed, with the #. */
  readonly text: string
  /** The tag's identity: texts that are written differently but are the same tag have the same key. */
  readonly key: string
}
export interface PlainPart {
  readonly kind: 'plain'
  readonly text: string
}
export type TextPart = MentionPart | TagPart | PlainPart

const NAME_LENGTH_MAX = 30
/** Characters of a hashtag without the #. A longer one is plain text. */
export const TAG_LENGTH_MAX = 100

/** What neither mentions nor hashtags are looked for in: code between backticks, and addresses. */
const OPAQUE = `\`\`\`[^]*?\`\`\`|\`[^\`\\n]+\`|\\b${ADDRESS}|\\bwww\\.\\S+`
/** A character of a word. Fillers are letters and show nothing: they are space. */
const LETTER = `(?=${VISIBLE_PATTERN})[\\p{L}\\p{M}\\p{N}]`
/** Of a word that has spaces around it. */
const IN_WORD = `(?![${UNSPACED}])${LETTER}`
/** Neither begins within a word, an address or another mention or hashtag. */
const START = `(?<!${IN_WORD}|[_@＠#＃&/=])`
/** With the marks behind it that choose how it is drawn, and show nothing themselves. */
const TAG_LETTER = `(?:${LETTER}|_)(?:(?=\\p{M})\\p{DI})*`
/**
 * Within a word: invisible characters that join letters or keep them apart, and the signs of Catalan (·), katakana (・)
 * and Hebrew (׳ ״) words.
 */
const TAG_JOINT = '[\\u200c\\u200d\\u00b7\\u30fb\\uff65\\u05f3\\u05f4]'
const TAG = `(?:${TAG_LETTER})+(?:${TAG_JOINT}+(?:${TAG_LETTER})+)*`
const REFERENCE = new RegExp(
  `${OPAQUE}|${START}(?:[@＠](?<name>[A-Za-z0-9_.-]+)(?!${IN_WORD}|[@＠])|[#＃](?<tag>${TAG}))`,
  'gu',
)

/** The parts of a text in their order. Their texts together are the text. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const [index, part] of referencesIn(text)) {
    if (index > end) parts.push({ kind: 'plain', text: text.slice(end, index) })
    parts.push(part)
    end = index + part.text.length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}

/** The mentions and hashtags of a text, each with its index. Those behind one are looked for after it was taken. */
function* referencesIn(text: string): Generator<readonly [number, MentionPart | TagPart]> {
  // Most texts have neither, and the expression takes some milliseconds to compile.
  if (!/[@＠#＃]/.test(text)) return
  const keys = new Set<string>()
  for (const { index, groups } of text.matchAll(REFERENCE)) {
    const { name, tag } = groups ?? {}
    if (name !== undefined) {
      const names = namesIn(name)
      if (names[0] !== undefined) {
        yield [index, { kind: 'mention', text: text.slice(index, index + 1 + names[0].length), names }]
      }
    } else if (tag !== undefined && isTag(tag)) {
      const key = tagKey(tag)
      if (keys.size === TAGS_MAX && !keys.has(key)) continue
      keys.add(key)
      yield [index, { kind: 'tag', text: text.slice(index, index + 1 + tag.length), key }]
    }
  }
}

/**
 * The names that a run of name characters may mean: all of it, or what is before one of its dots and hyphens. These do
 * not end a name, because they end sentences.
 */
function namesIn(run: string): string[] {
  if (!/^[A-Za-z0-9_]/.test(run)) return []
  const ends = run.slice(0, NAME_LENGTH_MAX + 1).matchAll(/(?<=[A-Za-z0-9_])(?=[.-]|$)/g)
  const names = [...ends].filter(({ index }) => index <= NAME_LENGTH_MAX).map(({ index }) => run.slice(0, index))
  return names.reverse()
}

const WHOLE_TAG = new RegExp(`^${TAG}$`, 'u')

/**
 * Whether a text can follow the # of a hashtag. Its key must be one too: it is part of addresses, and databases limit
 * the length of keys. Some letters stand for several characters, with spaces among them.
 */
export function isTag(text: string): boolean {
  if (text.length > TAG_LENGTH_MAX || !WHOLE_TAG.test(text)) return false
  const key = tagKey(text)
  return key.length <= TAG_LENGTH_MAX && WHOLE_TAG.test(key) && /\p{L}/u.test(key)
}

/** The identity of a tag: compatible characters are one, and case and invisible characters do not count. */
export function tagKey(tag: string): string {
  // In lower case, the dot of İ is a mark of its own.
  return foldCase(tag.replace(/\p{DI}/gu, '')).replaceAll('i\u0307', 'i')
}

/** The mentions of a text: for each, the names that it may mean, in lower case, the longest first. Each once. */
export function mentionsIn(text: string): (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  for (const [, part] of referencesIn(text)) {
    if (part.kind !== 'mention') continue
    const names = part.names.map((name) => name.toLowerCase())
    found.set(names[0] ?? '', names)
  }
  return [...found.values()]
}

/** The hashtags of a text by key, each as it is typed first, without the #. */
export function tagsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, part] of referencesIn(text)) {
    if (part.kind === 'tag' && !found.has(part.key)) found.set(part.key, part.text.slice(1))
  }
  return found
}

/** A hashtag as it is typed first, without the #; null if the text does not have it. What follows it is not read. */
export function spellingOf(text: string, key: string): string | null {
  for (const [, part] of referencesIn(text)) if (part.kind === 'tag' && part.key === key) return part.text.slice(1)
  return null
}
