import { Type } from 'typebox'
import { MUTED_PHRASE_MAX_LENGTH, REPORT_MAX_LENGTH } from '../rules/limits.ts'
import { BY_ID, clientCall } from './client-call.ts'
import { Filter, FilterKeyword, FilterV1, Report } from './entities.ts'

/**
 * Filters, which are our muted words and hashtags, and reports. A filter here is one word or phrase, whole words of a text
 * in any case, or one hashtag with its #; in the home feed and in lists of all posts.
 */

const Phrase = Type.String({ maxLength: MUTED_PHRASE_MAX_LENGTH })
const Keyword = Type.Object({ id: Type.Optional(Type.String()), keyword: Type.Optional(Phrase) })
const [read, write] = [{ scope: 'read:filters' }, { scope: 'write:filters' }] as const

const CHANGE = {
  filter_action: Type.Optional(Type.Enum(['hide', 'warn'])),
  expires_in: Type.Optional(
    Type.String({
      pattern: '^\\d{0,10}$',
      description: 'In seconds; the shortest of our mutes that is as long. Empty for no end',
    }),
  ),
  keywords_attributes: Type.Optional(Type.Array(Keyword, { maxItems: 10 })),
}

export const listFilters = clientCall('GET /api/v2/filters', {
  ...read,
  summary: "The member's filters, the latest first",
  answer: Type.Array(Filter),
})

export const listFiltersV1 = clientCall('GET /api/v1/filters', {
  ...read,
  summary: 'The same, for older apps',
  answer: Type.Array(FilterV1),
})

export const getFilter = clientCall('GET /api/v2/filters/:id', {
  ...read,
  summary: 'A filter',
  params: BY_ID,
  answer: Filter,
})

export const createFilter = clientCall('POST /api/v2/filters', {
  ...write,
  summary: 'Filter a keyword; without one, the title. An equal filter is replaced',
  input: Type.Object({ ...CHANGE, title: Phrase }),
  answer: Filter,
})

export const editFilter = clientCall('PUT /api/v2/filters/:id', {
  ...write,
  summary: 'Change the keyword, the action or the end of a filter',
  params: BY_ID,
  input: Type.Object(CHANGE),
  answer: Filter,
})

export const addKeyword = clientCall('POST /api/v2/filters/:id/keywords', {
  ...write,
  summary: 'Filter another keyword, with the action of this filter: it is a filter of its own',
  params: BY_ID,
  input: Type.Object({ keyword: Phrase }),
  answer: FilterKeyword,
})

export const editKeyword = clientCall('PUT /api/v2/filters/keywords/:id', {
  ...write,
  summary: 'Change the keyword of the filter with this id',
  params: BY_ID,
  input: Type.Object({ keyword: Phrase }),
  answer: FilterKeyword,
})

/** Of a filter, or of its only keyword. */
export const DELETE_FILTER = ['/api/v2/filters/:id', '/api/v2/filters/keywords/:id'] as const
export const deleteFilter = (path: (typeof DELETE_FILTER)[number]) =>
  clientCall(`DELETE ${path}`, { ...write, summary: 'Take a filter back', params: BY_ID })

export const REPORTED_MAX = 10

export const createReport = clientCall('POST /api/v1/reports', {
  summary: 'Report an account, or some of what it wrote. Each status is a report of its own',
  scope: 'write:reports',
  rate: 'report',
  input: Type.Object({
    account_id: Type.String({ maxLength: 40 }),
    status_ids: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: REPORTED_MAX })),
    comment: Type.Optional(Type.String({ maxLength: REPORT_MAX_LENGTH })),
    category: Type.Optional(Type.String({ maxLength: 40 })),
    rule_ids: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  }),
  answer: Report,
})
