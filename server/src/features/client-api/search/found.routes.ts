import type { SearchResults } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/lists'
import { commentOfHash, PAGE_PATHS } from '@quack/contract/rules/page-paths'
import type { FastifyInstance } from 'fastify'
import type { MemberId } from '../../../database/schema.ts'
import { parseMemberId } from '../../members/members.service.ts'
import { findIdByPublicId } from '../../posts/posts.queries.ts'
import { searchPeople } from '../../search/search-people.ts'
import { searchPosts } from '../../search/search-posts.ts'
import { searchTags } from '../../search/search-tags.ts'
import { createSeal } from '../../secrets/sealed.ts'
import { findAccount, readAccounts, readHandle } from '../accounts/accounts.read.ts'
import type { ListPages } from '../statuses/list-pages.ts'
import { findStatuses, foundStatuses, statusesOf } from '../statuses/statuses.read.ts'
import { hashtagView } from '../tags/hashtags.routes.ts'
import { bindClient, type ClientContext, type Reader } from '../transport/bind-client.ts'
import { unlessRefused } from '../transport/client-errors.ts'
import { LIMIT_DEFAULT } from '../transport/pages.ts'

/** Our searches have cursors. With an offset, what is before it is found again. */
const OFFSET_MAX = 80
const HANDLE = /^@?[^\s@/]+@[^\s@/]+$/
const NOTHING: SearchResults = { accounts: [], statuses: [], hashtags: [] }

type SearchContext = Omit<ClientContext<typeof calls.searchAccounts>, 'params'>

export function registerFound(scope: FastifyInstance, { db }: ListPages, secret: string): void {
  const seal = createSeal(secret, 'cursors of searches')

  /** @param skip how many are left out first */
  async function findAccounts(context: SearchContext, skip: number) {
    const { input, viewer, hidden } = context
    const { q, limit = LIMIT_DEFAULT, following } = input
    const ofName = async () => [(await readHandle(db.read, q, context)) ?? []].flat()
    if (HANDLE.test(q)) return ofName()
    const { people } = await searchPeople(db, { q, limit: skip + limit }, { viewer, hidden })
    if (people.length === 0) return ofName()
    const wanted = people.slice(skip).filter((person) => !following || person.viewer?.following)
    const ids = wanted.map(({ _id }) => Number(_id))
    return readAccounts(db.read, ids as MemberId[], context)
  }

  bindClient(scope, calls.searchAccounts, (context) => orNone(findAccounts(context, 0)), { isHeavy: () => true })

  const search = async (context: ClientContext<typeof calls.search>): Promise<SearchResults> => {
    const { input, viewer, hidden, hydration, urls } = context
    const { q, type, limit = LIMIT_DEFAULT, offset = 0, account_id } = input
    if (/^https?:\/\//i.test(q)) return { ...NOTHING, ...(await readAddress(q, context)) }
    const skip = type === undefined ? 0 : offset
    if (skip > OFFSET_MAX) return NOTHING

    const findPosts = async () => {
      const author = account_id && (await findAccount(db.read, parseMemberId(account_id), hydration)).username
      const query = { q: author ? `from:${author} ${q}` : q, limit: skip + limit }
      const { posts } = await searchPosts(db, query, hydration, viewer.id, seal)
      return statusesOf(db.read, posts.slice(skip), context)
    }
    const findTags = async () => {
      const { tags } = await searchTags(db.heavy.read, { q, limit: skip + limit }, { viewer, hidden }, seal)
      return tags.slice(skip).map((tag) => hashtagView(tag, urls))
    }
    // What one search cannot look for, another may: a refusal is told for the only one.
    const found = async <Entity>(kind: typeof type, find: () => Promise<Entity[]>) =>
      type === undefined ? orNone(find()) : type === kind ? find() : []
    return {
      accounts: await found('accounts', () => findAccounts(context, skip)),
      statuses: await found('statuses', findPosts),
      hashtags: await found('hashtags', findTags),
    }
  }
  bindClient(scope, calls.search, search, { isHeavy: () => true })

  /** What an address of this installation names. */
  async function readAddress(text: string, reader: Reader): Promise<Partial<SearchResults>> {
    const url = URL.canParse(text) ? new URL(text) : null
    if (url?.origin !== reader.urls.origin) return {}
    const valueIn = (pattern: string) => {
      const [start = ''] = pattern.split(':')
      return url.pathname.startsWith(start) ? url.pathname.slice(start.length) : null
    }
    const [, handle = null, status] = /^\/@([^/]+)(?:\/(\d+))?$/.exec(url.pathname) ?? []
    const name = status === undefined ? (handle ?? valueIn(PAGE_PATHS.profile)) : null
    if (name !== null) return { accounts: [(await readHandle(db.read, name, reader)) ?? []].flat() }
    const [publicId, , ofBranch] = valueIn(PAGE_PATHS.post)?.split('/') ?? []
    if (status === undefined && publicId === undefined) return {}
    const comment = status ?? ofBranch ?? commentOfHash(url.hash)
    const id = comment ?? String(await findIdByPublicId(db.read, publicId ?? ''))
    const found = await findStatuses(db.read, [id], reader.hydration)
    return { statuses: await foundStatuses(db.read, found, reader) }
  }
}

/** None, if the text is no search of this kind. */
function orNone<Entity>(found: Promise<Entity[]>): Promise<Entity[]> {
  return unlessRefused(found, (code) => code.startsWith('search'), [])
}
