import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind, type Handler } from '../../http/calls/bind.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { getMember } from '../members/members.hydrate.ts'
import { askFeed, type FeedCaches } from './cached-feed.ts'
import { readPosition, readStart, setHomeStart, storePosition } from './feed-positions.ts'
import { readBetween, resumeFeed } from './resume.ts'

/** Reading positions. They are a member's own and change often, so no answer is kept for its address. */
export function registerResume(app: FastifyInstance, db: Database, caches: FeedCaches): void {
  bind(app, ENDPOINTS.getFeedPosition, async ({ query }, { viewer }) => ({
    position: await readPosition(db, viewer, query.sort ?? 'latest'),
  }))

  bind(app, ENDPOINTS.setFeedPosition, async ({ body }, { viewer }) => ({
    position: await storePosition(db, viewer, body),
  }))

  // Counting then looks for the words in thousands of texts.
  const ifWordsHide = ({ hidden }: FastifyRequest) => Boolean(hidden.words?.hiding.length)
  const resume: Handler<typeof ENDPOINTS.resumeFeed> = async ({ query }, context) => {
    const { position, resumesHome } = await readStart(db, context.viewer, query.sort ?? 'latest')
    const { from = 'position' } = query
    const isAtPosition = position !== null && (from === 'position' || (from === 'setting' && resumesHome))
    return resumeFeed(await askFeed(db, caches, context, query), { position, isAtPosition }, query)
  }
  bind(app, ENDPOINTS.resumeFeed, resume, null, ifWordsHide)

  bind(app, ENDPOINTS.setHomeStart, async ({ body, query }, { viewer, hidden }) => {
    await setHomeStart(db, viewer, body.resumes)
    return { user: await getMember(db.read, viewer.id, hydrationOf({ viewer, hidden }, query)) }
  })

  const between: Handler<typeof ENDPOINTS.listFeedBetween> = async ({ query }, context) =>
    readBetween(await askFeed(db, caches, context, query), query)
  bind(app, ENDPOINTS.listFeedBetween, between, null, ifWordsHide)
}
