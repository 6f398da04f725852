import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { findPostId, getExistingPostId, getPostId } from '../posts/post-ids.ts'
import { getPost } from '../posts/posts.hydrate.ts'
import { readQuotes } from './quotes.answer.ts'
import { withdrawQuote } from './quotes.service.ts'

export function registerQuotes(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listQuotes, async ({ params, query }, context) => {
    const post = await getExistingPostId(db.read, params.postId, context)
    return readQuotes(db, post, query, hydrationOf(context, query))
  })

  bind(app, ENDPOINTS.withdrawQuote, async ({ params, query }, { viewer, hidden }) => {
    const post = await getPostId(db.read, params.postId)
    await withdrawQuote(db, viewer, { post, quote: await findPostId(db.read, params.quoteId) })
    return { post: await getPost(db.read, post, hydrationOf({ viewer, hidden }, query)) }
  })
}
