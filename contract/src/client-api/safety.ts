import { Type } from 'typebox'
import { MUTED_PHRASE_MAX_LENGTH, REPORT_MAX_LENGTH } from '../rules/limits.ts'
import { BY_ID, clientCall } from './client-call.ts'
import { Filter, FilterKeyword, FilterV1, Report } from './entities.ts'

/**
 * Filters, which are our muted words and hashtags, and reports. A filter here is one word or phrase, whole words of a
 * text in any case, or one hashtag with its #; in the home feed, in lists of everybody's posts and in searches.
 */

const PATH = '/api/v2/filters'
const [READ, WRITE] = ['read:filters', 'write:filters'] as const
const Phrase = Type.String({ maxLength: MUTED_PHRASE_MAX_LENGTH })
const Keyword = Type.Object({ id: Type.Optional(Type.String()), keyword: Type.Optional(Phrase) })
const ENDS = 'In seconds; the shortest of our mutes that is as long. Empty for no end'
const CHANGE = {
  filter_action: Type.Optional(Type.Enum(['hide', 'warn'])),
  expires_in: Type.Optional(Type.String({ pattern: '^\\d{0,10}$', description: ENDS })),
  keywords_attributes: Type.Optional(Type.Array(Keyword, { maxItems: 10 })),
}
const ONE = { params: BY_ID, answer: Filter }
const ITS_KEYWORD = { params: BY_ID, input: Type.Object({ keyword: Phrase }), answer: FilterKeyword }

export const listFilters = clientCall(`GET ${PATH}`, READ, 'All filters, the latest first', {
  answer: Type.Array(Filter),
})
export const listFiltersV1 = clientCall('GET /api/v1/filters', READ, 'For older apps', { answer: Type.Array(FilterV1) })
export const getFilter = clientCall(`GET ${PATH}/:id`, READ, 'A filter', ONE)

const CREATE = 'Filter a keyword; without one, the title. An equal filter is replaced'
const New = Type.Object({ ...CHANGE, title: Phrase })
export const createFilter = clientCall(`POST ${PATH}`, WRITE, CREATE, { input: New, answer: Filter })

const EDIT = 'Change the keyword, the action or the end of a filter'
export const editFilter = clientCall(`PUT ${PATH}/:id`, WRITE, EDIT, { ...ONE, input: Type.Object(CHANGE) })

const ADD = 'Filter another keyword, with the action of this filter: it is a filter of its own'
export const addKeyword = clientCall(`POST ${PATH}/:id/keywords`, WRITE, ADD, ITS_KEYWORD)
export const editKeyword = clientCall(`PUT ${PATH}/keywords/:id`, WRITE, 'Change a keyword', ITS_KEYWORD)

/** Of a filter, or of its only keyword. */
export const DELETE_FILTER = [`${PATH}/:id`, `${PATH}/keywords/:id`] as const
export const deleteFilter = (path: (typeof DELETE_FILTER)[number]) =>
  clientCall(`DELETE ${path}`, WRITE, 'Take a filter back', { params: BY_ID })

const REPORTED_MAX = 10
const Id = Type.String({ maxLength: 40 })
const REPORT = 'Report an account, or some of what it wrote. Each status is a report of its own'
export const createReport = clientCall('POST /api/v1/reports', 'write:reports', REPORT, {
  rate: 'report',
  input: Type.Object({
    account_id: Id,
    status_ids: Type.Optional(Type.Array(Id, { maxItems: REPORTED_MAX })),
    rule_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    category: Type.Optional(Id),
    comment: Type.Optional(Type.String({ maxLength: REPORT_MAX_LENGTH })),
  }),
  answer: Report,
})
