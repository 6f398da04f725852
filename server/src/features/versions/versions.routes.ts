import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { getPlaced, parseCommentId } from '../comments/comments.service.ts'
import { getPostId } from '../posts/post-ids.ts'
import { createEditNotices } from './edit-notices.ts'
import { setVersions } from './records/keep-version.ts'
import { readCommentVersions, readPostVersions } from './versions.answer.ts'

export function registerVersions(app: FastifyInstance, db: Database, clock: JobClock): void {
  const notices = createEditNotices({ db, clock, logger: app.log })
  setVersions(db, { now: clock.now, tellSoon: () => notices.wake() })
  runWith(app, notices)

  bind(app, ENDPOINTS.listPostVersions, async ({ params, query }, context) =>
    readPostVersions(db.read, await getPostId(db.read, params.postId), query, hydrationOf(context, {})),
  )

  bind(app, ENDPOINTS.listCommentVersions, async ({ params, query }, context) => {
    const { id } = await getPlaced(db.read, parseCommentId(params.commentId), context)
    return readCommentVersions(db.read, id, query, hydrationOf(context, {}))
  })
}
