import type { Post } from '@quack/contract'
import { hasMedia, hasTag, hasWords } from '@quack/contract/rules/search/search-match'
import type { SearchMedia, TextTerm } from '@quack/contract/rules/search/search-query'
import { altsOf } from '@quack/contract/rules/text'

/** A post whose text is compared. */
export interface ComparedText {
  readonly author_id: number
  readonly content: string
  /** As altsOf makes it. */
  readonly alt: string
  /** Where `media` is asked for. */
  readonly media_type?: string
}

/** Texts by their properties. To copy these between threads is faster than an object for each text. */
export interface Columns {
  readonly authors: readonly number[]
  readonly contents: readonly string[]
  readonly alts: readonly string[]
  readonly media: readonly string[]
}

export const columnsOf = (texts: readonly ComparedText[]): Columns => ({
  authors: texts.map(({ author_id }) => author_id),
  contents: texts.map(({ content }) => content),
  alts: texts.map(({ alt }) => alt),
  media: texts.map(({ media_type = '' }) => media_type),
})

export const textsOf = ({ authors, contents, alts, media }: Columns): ComparedText[] =>
  authors.map((author_id, index) => ({
    author_id,
    content: contents[index] ?? '',
    alt: alts[index] ?? '',
    media_type: media[index] ?? '',
  }))

/** What a text must have. */
export interface Wanted {
  readonly terms?: readonly TextTerm[]
  readonly media?: readonly SearchMedia[]
  /** Keys of hashtags. */
  readonly tags?: readonly string[]
}

/** Posts of others with these phrases do not match. */
export interface Unwanted {
  readonly viewer: number | null
  readonly phrases: readonly string[]
}

/** The part of a post in which muted words count. */
export const mutableText = ({
  content,
  ...media
}: Pick<Post, 'content' | 'alt' | 'furtherPictures' | 'warning' | 'poll'>): string => `${content}\n${altsOf(media)}`

/** @param hides whether a text has an unwanted phrase */
export function doesMatch(
  text: ComparedText,
  { terms = [], media = [], tags = [] }: Wanted,
  viewer: number | null,
  hides: (text: string) => boolean,
): boolean {
  return (
    media.every((kind) => hasMedia(text.content, text.media_type ?? '', kind)) &&
    tags.every((key) => hasTag(text, key)) &&
    hasWords(text, terms) &&
    (text.author_id === viewer || !hides(mutableText(text)))
  )
}
