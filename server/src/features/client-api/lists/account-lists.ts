import * as calls from '@quack/contract/client-api/lists'
import type { FastifyInstance } from 'fastify'
import { parseIds } from '../../../database/ids.ts'
import type { PartRequest } from '../../../database/paging.ts'
import type { MemberId } from '../../../database/schema.ts'
import { readWithin } from '../../../reading/id-range.ts'
import { listBlocks } from '../../blocks/blocks.queries.ts'
import { UPVOTED_BY } from '../../comments/reading/comments.queries.ts'
import { listRequests } from '../../follows/follow-requests.queries.ts'
import { listPeople } from '../../follows/people.queries.ts'
import { listSuggestions } from '../../follows/suggestions.queries.ts'
import { hydrateMembers, hydrateSummaries } from '../../members/members.hydrate.ts'
import { FOLLOWERS, FOLLOWING } from '../../members/members.queries.ts'
import { parseMemberId } from '../../members/members.service.ts'
import { listMutes } from '../../mutes/mutes.queries.ts'
import { LIKED_BY } from '../../posts/posts.queries.ts'
import { REPOSTED_BY } from '../../reposts/reposts.queries.ts'
import { accountView, blockedView } from '../accounts/account.view.ts'
import { findAccount, findListsOf, readAccounts, readMembers } from '../accounts/accounts.read.ts'
import type { ListPages, PageContext } from '../statuses/list-pages.ts'
import { findStatus } from '../statuses/statuses.read.ts'
import { bindClient, type ClientContext } from '../transport/bind-client.ts'
import { LIMIT_DEFAULT } from '../transport/pages.ts'

type Row = { readonly id: MemberId; readonly at: number }
type Page = PartRequest<{ at: number }>

export function registerAccountLists(scope: FastifyInstance, pages: ListPages): void {
  const { db } = pages
  const answer = (context: PageContext, list: (page: Page) => Promise<readonly Row[]>) =>
    pages.accounts(context, (range) =>
      readWithin(range, list, (ids: readonly MemberId[]) => hydrateMembers(db.read, ids, context.hydration)),
    )

  for (const [call, people] of [
    [calls.listFollowersOf, FOLLOWERS],
    [calls.listFollowedBy, FOLLOWING],
  ] as const) {
    bindClient(scope, call, async (context) => {
      const member = await findAccount(db.read, parseMemberId(context.params.id), context.hydration)
      const owner = await findListsOf(db.read, member, context)
      if (owner === null) return []
      return answer(context, (page) => listPeople(db.read, people, owner, page, context.hidden.blocked))
    })
  }

  for (const [call, ofPost, ofComment] of [
    [calls.listFavouritedBy, LIKED_BY, UPVOTED_BY],
    [calls.listRebloggedBy, REPOSTED_BY, null],
  ] as const) {
    bindClient(scope, call, async (context) => {
      const { id, comment } = await findStatus(db.read, context.params.id, context.hydration)
      const [list, owner] = comment ? [ofComment, Number(comment._id)] : [ofPost, id]
      if (!list) return []
      return answer(context, (page) => listPeople(db.read, list, owner, page, context.hidden.blocked))
    })
  }

  bindClient(scope, calls.listMuted, (context) => {
    const { viewer, hidden } = context
    return answer(context, (page) => listMutes(db.read, viewer.id, page, { hidden: hidden.blocked, now: Date.now() }))
  })

  bindClient(scope, calls.listRequests, (context) =>
    answer(context, (page) => listRequests(db.read, context.viewer.id, page, context.hidden.blocked)),
  )

  bindClient(scope, calls.listBlocked, async (context) => {
    const list = (page: Page) => listBlocks(db.read, context.viewer.id, page)
    const hydrate = async (ids: readonly MemberId[]) => {
      const summaries = await hydrateSummaries(db.read, [ids], { viewer: null })
      return { entities: summaries.list(ids), taken: ids.length }
    }
    const members = await pages.read(context, (range) => readWithin(range, list, hydrate))
    return members.map((member) => blockedView(member, context.urls))
  })

  bindClient(scope, calls.listAccounts, (context) =>
    readAccounts(db.read, parseIds<MemberId>(context.input.id), context),
  )

  bindClient(scope, calls.listFamiliar, async ({ input }) => (input.id ?? []).map((id) => ({ id, accounts: [] })))

  const suggest = async (context: ClientContext<typeof calls.listSuggested>) => {
    const { viewer, hidden, hydration, urls, input } = context
    const page = { limit: input.limit ?? LIMIT_DEFAULT, after: null }
    const rows = await listSuggestions(db.heavy, viewer.id, page, hidden.unlisted)
    const near = new Set(rows.flatMap((row) => (row.near ? String(row.id) : [])))
    const ids = rows.map(({ id }) => id)
    const members = await readMembers(db.read, ids, hydration)
    return members.map((member) => ({
      ...(near.has(member._id)
        ? { source: 'past_interactions', sources: ['friends_of_friends'] }
        : { source: 'global', sources: ['most_followed'] }),
      account: accountView(member, urls),
    }))
  }
  bindClient(scope, calls.listSuggested, suggest, { isHeavy: () => true })
  const accountsOf = async (context: ClientContext<typeof calls.listSuggestedAccounts>) =>
    (await suggest(context)).map(({ account }) => account)
  bindClient(scope, calls.listSuggestedAccounts, accountsOf, { isHeavy: () => true })
}
