import type { IncomingMessage } from 'node:http'
import type { Member, Post } from '@quack/contract'
import type { Account, Status } from '@quack/contract/client-api/entities'
import type { listFollowersOf } from '@quack/contract/client-api/lists'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import type { IdRange, RangePage } from '../../../reading/id-range.ts'
import { type Hydration, hydrationOf } from '../../../reading/list-query.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { accountView } from '../accounts/account.view.ts'
import type { ClientContext } from '../transport/bind-client.ts'
import { linkPages, rangeOf } from '../transport/pages.ts'
import type { Urls } from '../transport/urls.ts'
import { statusesOf } from './statuses.read.ts'

export type PageContext = Omit<ClientContext<typeof listFollowersOf>, 'params' | 'isCurrent'>
type Read<Entity> = (range: IdRange, hydration: Hydration) => Promise<RangePage<Entity>>

interface UrlsOf {
  readonly urlsOf: (request: FastifyRequest) => Urls
  /** Before the framework; null if only the framework knows the origin. */
  readonly directUrlsOf: (request: IncomingMessage, viewer: Viewer) => Urls | null
}

export type ListPages = ReturnType<typeof createListPages>

/** Answers with pages of lists, and tells where the pages beside them are. */
export function createListPages(db: Database, { urlsOf, directUrlsOf }: UrlsOf) {
  /** @param show the entities of a page */
  async function answer<Entity, Shown>(
    context: PageContext,
    read: Read<Entity>,
    show: (entities: readonly Entity[], urls: Urls, hydration: Hydration) => Shown | Promise<Shown>,
  ): Promise<Shown> {
    const { input, request, reply } = context
    const [urls, hydration] = [urlsOf(request), hydrationOf(context, { embed: 0 })]
    const page = await read(rangeOf(input), hydration)
    linkPages(request, reply, urls.origin, page)
    return show(page.entities, urls, hydration)
  }

  return {
    db,
    urlsOf,
    directUrlsOf,
    answer,
    statuses: (context: PageContext, read: Read<Post>): Promise<Status[]> =>
      answer(context, read, (posts, urls, hydration) => statusesOf(db.read, posts, hydration, urls)),
    accounts: (context: PageContext, read: Read<Member>): Promise<Account[]> =>
      answer(context, read, (members, urls) => members.map((member) => accountView(member, urls))),
  }
}

export const NOTHING = { entities: [], ids: [], isLast: true } as const
