import { type Static, Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { EntityPageQuery, PageQuery, page, Timestamp } from '../entities/fields.ts'
import type { ErrorCode } from '../errors/errors.ts'
import { FOUND_TAG_COUNT_MAX, SEARCH_LENGTH_MAX, SUGGESTED_MAX } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { Person } from './follows.ts'

const endpoint = endpoints({ noun: 'search', access: 'member', rate: 'search' })

const q = Type.String({
  minLength: 1,
  maxLength: SEARCH_LENGTH_MAX,
  description:
    'Words, and "phrases" in quotation marks; `-word` excludes, `duck*` is the beginning of a word. Operators: `from:name`, `from:me`, `has:picture`, `has:video`, `has:link`, `has:poll`, `before:2026-01-31`, `after:2026-01`, `in:bookmarks`, `in:likes`, `in:following`, `tag:name`, `lang:de` for posts in German, of any region; several `lang:` are "or", and `lang:*` finds posts in all languages. Days are those of UTC',
})

const PROBLEMS = [
  'searchEmpty',
  'searchTooLong',
  'searchPrefixTooShort',
  'searchFromInvalid',
  'searchHasInvalid',
  'searchInInvalid',
  'searchTagInvalid',
  'searchLangInvalid',
  'searchDateInvalid',
  'searchRepeated',
  'searchExclusionInvalid',
] as const satisfies readonly ErrorCode[]

export const SEARCH_ORDERS = ['newest', 'best'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

export const searchPosts = endpoint('GET /api/search/posts', {
  summary:
    'Posts that the viewer may see and that match all words and operators of a search. Words are looked for in texts, descriptions, warnings and options of polls',
  query: Type.Object({
    q,
    order: Type.Optional(
      Type.Union([Type.Literal('newest'), Type.Literal('best')], {
        default: 'newest',
        description: '`best` orders the newest posts that are found by how well they match',
      }),
    ),
    ...EntityPageQuery.properties,
  }),
  answer: Type.Object({
    ...page('posts', Post).properties,
    isPartial: Type.Boolean({
      description: 'Whether the search is too broad for one request: the next page goes on where this one has stopped',
    }),
    searchedTo: Type.Union([Timestamp, Type.Null()], {
      description:
        'How far a search that is too broad has come among the posts that the viewer may see: older ones are still to be searched. Otherwise null',
    }),
    languages: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Only posts in these languages, or without one, were looked for, as the viewer has chosen (`POST /api/account/languages`). `lang:`, `from:` and `in:` look for others too',
      }),
    ),
    indexedFrom: Type.Union([Timestamp, Type.Null()], {
      description: 'Older posts than this are not found yet, because they are still being indexed; null if all are',
    }),
  }),
  errors: [...PROBLEMS, 'searchFromUnknown', 'cursorInvalid'],
})

export const searchPeople = endpoint('GET /api/search/people', {
  summary:
    'Members whose names have words that begin with the words of a search: first those with exactly this name, then those whom the viewer follows or who follow the viewer, then the most followed. Operators do not count',
  query: Type.Object({ q, ...PageQuery.properties }),
  answer: page('people', Person),
  errors: ['searchEmpty', 'searchTooLong', 'cursorInvalid'],
})

export const FoundTag = Type.Object({
  key: Type.String({ description: 'Which tag it is: the same for all its spellings' }),
  name: Type.String({ description: 'The tag without the #, as in the first post with it that everyone sees' }),
  postsCount: Type.Integer({
    minimum: 1,
    maximum: FOUND_TAG_COUNT_MAX,
    description: `The posts with this tag that everyone sees, counted up to ${FOUND_TAG_COUNT_MAX}`,
  }),
})
export type FoundTag = Static<typeof FoundTag>

export const searchTags = endpoint('GET /api/search/tags', {
  summary:
    'Hashtags that begin with the first word of a search, in posts that everyone sees, in the order of their keys',
  query: Type.Object({ q, ...PageQuery.properties }),
  answer: page('tags', FoundTag),
  errors: ['searchEmpty', 'searchTooLong', 'cursorInvalid'],
})

export const suggestSearch = endpoint('GET /api/search/suggestions', {
  summary: 'The first members and hashtags that a search that is being typed finds; none if there are no words in it',
  query: Type.Object({ q }),
  answer: Type.Object({
    people: Type.Array(Person, { maxItems: SUGGESTED_MAX }),
    tags: Type.Array(FoundTag, { maxItems: SUGGESTED_MAX }),
  }),
})
