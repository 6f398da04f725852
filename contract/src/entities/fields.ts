import { type Static, type TArray, type TObject, type TSchema, Type } from 'typebox'
import { CURSOR_LENGTH_MAX, EMBED_DEFAULT, EMBED_MAX, PAGE_DEFAULT, PAGE_MAX } from '../rules/limits.ts'

/** Small schemas that several nouns share. */

export const Id = Type.String({ minLength: 1, description: "An entity's `_id`" })
export const PostId = Type.String({ minLength: 1, description: "A post's `_id` or its public `id`" })
export const Username = Type.String({ minLength: 1, description: 'A username; upper and lower case are the same' })

export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00$',
  description: 'YYYY-MM-DDTHH:mm:ss+00:00',
  examples: ['2026-01-31T09:30:00+00:00'],
})
export const Count = Type.Integer({ minimum: 0 })

export const MemberSummary = Type.Object(
  {
    _id: Id,
    username: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    avatarURL: Type.String(),
  },
  { description: 'A member in a list' },
)
export type MemberSummary = Static<typeof MemberSummary>

const cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: CURSOR_LENGTH_MAX, description: 'The `nextCursor` of the previous page' }),
)
const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: PAGE_MAX,
    default: PAGE_DEFAULT,
    description: 'Maximum number of entries of the page',
  }),
)
const embed = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: EMBED_MAX,
    default: EMBED_DEFAULT,
    description: 'Maximum number of entries of each list inside an entity, newest first',
  }),
)

export const EmbedQuery = Type.Object({ embed })
export type EmbedQuery = Static<typeof EmbedQuery>
export const PageQuery = Type.Object({ limit, cursor })
export type PageQuery = Static<typeof PageQuery>
export const EntityPageQuery = Type.Object({ limit, cursor, embed })
export type EntityPageQuery = Static<typeof EntityPageQuery>

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The `cursor` of the next page; null at the end',
})

const HiddenCount = Type.Integer({
  minimum: 0,
  description: 'How many entries are left out between the previous page and the end of this one',
})

/** The answer of a list: one page of entries under the list's name, and the cursor of the next page. */
export function page<Name extends string, Entry extends TSchema>(name: Name, entry: Entry) {
  const properties = { [name]: Type.Array(entry), nextCursor: NextCursor }
  return Type.Object(properties) as TObject<{ [K in Name]: TArray<Entry> } & { nextCursor: typeof NextCursor }>
}

/** As `page`, for a list that leaves out entries which the viewer may not see. */
export function countedPage<Name extends string, Entry extends TSchema>(name: Name, entry: Entry) {
  const properties = { ...page(name, entry).properties, hiddenCount: HiddenCount }
  return Type.Object(properties) as TObject<
    { [K in Name]: TArray<Entry> } & { nextCursor: typeof NextCursor; hiddenCount: typeof HiddenCount }
  >
}

/** A client sends this with a write to get only the changed post, or for a vote the comment. */
export const PreferHeaders = Type.Object({
  prefer: Type.Optional(Type.String({ description: '`return=minimal` returns only the changed post' })),
})

export const CreateHeaders = Type.Object({
  prefer: Type.Optional(Type.String({ description: '`return=minimal` returns only the changed post' })),
  'idempotency-key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Makes a repeated request within 7 days one request' }),
  ),
})
