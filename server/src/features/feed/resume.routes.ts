import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind, type Context } from '../../http/bind.ts'
import { hydrationOf } from '../../http/list-query.ts'
import { followsTags } from '../tags/tag-follows.queries.ts'
import { readPosition, storePosition } from './feed-positions.ts'
import { readerOf } from './feed-read.ts'
import { readBetween, resumeFeed } from './resume.ts'

/** Reading positions. They are a member's own and change often, so that nothing here is cached by its address. */
export function registerResume(app: FastifyInstance, db: Database): void {
  const readerFor = async ({ viewer, hidden }: Pick<Context<typeof ENDPOINTS.resumeFeed>, 'viewer' | 'hidden'>) =>
    readerOf(viewer.id, hidden, await followsTags(db.read, viewer.id))

  bind(app, ENDPOINTS.getFeedPosition, async ({ query }, { viewer }) => ({
    position: await readPosition(db, viewer, query.sort ?? 'latest'),
  }))

  bind(app, ENDPOINTS.setFeedPosition, async ({ body }, { viewer }) => ({
    position: await storePosition(db, viewer, body),
  }))

  bind(app, ENDPOINTS.resumeFeed, async ({ query }, context) => {
    const position = await readPosition(db, context.viewer, query.sort ?? 'latest')
    return resumeFeed(db, await readerFor(context), position, query, hydrationOf(context, query))
  })

  bind(app, ENDPOINTS.listFeedBetween, async ({ query }, context) =>
    readBetween(db, await readerFor(context), query, hydrationOf(context, query)),
  )
}
