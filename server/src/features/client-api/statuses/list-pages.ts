import type { Member, Post } from '@quack/contract'
import type { Account, Status } from '@quack/contract/client-api/entities'
import type { listFollowersOf } from '@quack/contract/client-api/lists'
import type { Database } from '../../../database/database.ts'
import type { IdRange, RangePage } from '../../../reading/id-range.ts'
import { accountView } from '../accounts/account.view.ts'
import type { ClientContext } from '../transport/bind-client.ts'
import { linkPages, rangeOf } from '../transport/pages.ts'
import { statusesOf } from './statuses.read.ts'

export type PageContext = Omit<ClientContext<typeof listFollowersOf>, 'params' | 'isCurrent'>
type Read<Entity> = (range: IdRange) => Promise<RangePage<Entity>>

export type ListPages = ReturnType<typeof createListPages>

/** Answers with pages of lists, and tells where the pages beside them are. */
export function createListPages(db: Database) {
  /** The entities of a page. */
  async function read<Entity>({ input, request, reply, urls }: PageContext, list: Read<Entity>) {
    const page = await list(rangeOf(input))
    linkPages(request, reply, urls.origin, page)
    return [...page.entities]
  }

  return {
    db,
    read,
    statuses: async (context: PageContext, list: Read<Post>): Promise<Status[]> =>
      statusesOf(db.read, await read(context, list), context),
    accounts: async (context: PageContext, list: Read<Member>): Promise<Account[]> =>
      (await read(context, list)).map((member) => accountView(member, context.urls)),
  }
}

export const NOTHING = { entities: [], ids: [], isLast: true } as const
