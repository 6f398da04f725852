import * as calls from '@quack/contract/client-api/lists'
import type { FastifyInstance } from 'fastify'
import { parseId } from '../../../database/ids.ts'
import type { PartRequest } from '../../../database/paging.ts'
import type { MemberId } from '../../../database/schema.ts'
import type { Hidden } from '../../../reading/hidden.ts'
import { type IdRange, readWithin } from '../../../reading/id-range.ts'
import type { Hydration } from '../../../reading/list-query.ts'
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
import { accountView, blockedView } from '../accounts/account.view.ts'
import { findAccount, findListsOf, readMembers } from '../accounts/accounts.read.ts'
import { type ListPages, NOTHING } from '../statuses/list-pages.ts'
import { findStatus } from '../statuses/statuses.read.ts'
import { bindClient, type ClientContext } from '../transport/bind-client.ts'
import { LIMIT_DEFAULT } from '../transport/pages.ts'

type Row = { readonly id: MemberId; readonly at: number }
type Page = PartRequest<{ at: number }>

export function registerAccountLists(scope: FastifyInstance, pages: ListPages): void {
  const { db } = pages
  const readRows = (range: IdRange, load: (page: Page) => Promise<readonly Row[]>, hydration: Hydration) =>
    readWithin(range, load, (ids: readonly MemberId[]) => hydrateMembers(db.read, ids, hydration))

  for (const [call, people] of [
    [calls.listFollowersOf, FOLLOWERS],
    [calls.listFollowedBy, FOLLOWING],
  ] as const) {
    bindClient(scope, call, (context) =>
      pages.accounts(context, async (range, hydration) => {
        const member = await findAccount(db.read, parseMemberId(context.params.id), hydration)
        const owner = await findListsOf(db.read, member, context)
        if (owner === null) return NOTHING
        return readRows(range, (page) => listPeople(db.read, people, owner, page, context.hidden.blocked), hydration)
      }),
    )
  }

  bindClient(scope, calls.listFavouritedBy, (context) =>
    pages.accounts(context, async (range, hydration) => {
      const { id, comment } = await findStatus(db.read, context.params.id, hydration)
      const [list, owner] = comment ? [UPVOTED_BY, Number(comment._id)] : [LIKED_BY, id]
      return readRows(range, (page) => listPeople(db.read, list, owner, page, context.hidden.blocked), hydration)
    }),
  )

  const muted = (viewer: MemberId, page: Page, { blocked: hidden }: Hidden) =>
    listMutes(db.read, viewer, page, { hidden, now: Date.now() })
  const asking = (viewer: MemberId, page: Page, { blocked }: Hidden) => listRequests(db.read, viewer, page, blocked)
  for (const [call, list] of [
    [calls.listMuted, muted],
    [calls.listRequests, asking],
  ] as const) {
    bindClient(scope, call, (context) =>
      pages.accounts(context, (range, hydration) =>
        readRows(range, (page) => list(context.viewer.id, page, context.hidden), hydration),
      ),
    )
  }

  bindClient(scope, calls.listBlocked, (context) =>
    pages.answer(
      context,
      (range) =>
        readWithin(
          range,
          (page) => listBlocks(db.read, context.viewer.id, page),
          async (ids) => {
            const summaries = await hydrateSummaries(db.read, [ids], { viewer: null })
            return { entities: summaries.list(ids), taken: ids.length }
          },
        ),
      (members, urls) => members.map((member) => blockedView(member, urls)),
    ),
  )

  bindClient(scope, calls.listAccounts, async ({ input, hydration, urls }) => {
    const ids = (input.id ?? []).flatMap((text) => parseId<MemberId>(text) ?? [])
    const members = await readMembers(db.read, ids, hydration)
    return members.map((member) => accountView(member, urls))
  })

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
