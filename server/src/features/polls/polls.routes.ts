import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { getPostId } from '../posts/post-ids.ts'
import { getPost } from '../posts/posts.hydrate.ts'
import { createPollQueue } from './poll-queue.ts'
import { vote } from './polls.service.ts'

export function registerPolls(app: FastifyInstance, db: Database, clock: JobClock): void {
  bind(app, ENDPOINTS.votePoll, async ({ params, body, query }, { viewer, hidden }) => {
    const id = await getPostId(db.read, params.postId)
    await vote(db, viewer, id, body)
    return { post: await getPost(db.read, id, hydrationOf({ viewer, hidden }, query)) }
  })

  runWith(app, createPollQueue({ db, clock, logger: app.log }))
}
