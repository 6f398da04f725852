import * as calls from '@quack/contract/client-api/polls'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { vote } from '../../polls/polls.service.ts'
import { bindClient, type Reader } from '../transport/bind-client.ts'
import { pollView } from './poll.view.ts'
import { findStatus } from './statuses.read.ts'

export function registerPollCalls(scope: FastifyInstance, db: Database): void {
  /** @throws postUnknown, pollUnknown, pollChanged */
  async function find(text: string, { hydration }: Reader) {
    const [id = '', version] = text.split('-')
    const { id: post, ...found } = await findStatus(db.read, id, hydration)
    const view = found.comment ? null : pollView(found.post)
    if (!view) throw new AppError('pollUnknown')
    if (view.id !== text) throw new AppError('pollChanged')
    return { post, view, version: Number(version) }
  }
  bindClient(scope, calls.getPoll, async (context) => (await find(context.params.id, context)).view)
  bindClient(scope, calls.votePoll, async (context) => {
    const { post, version, view } = await find(context.params.id, context)
    const choices = [...new Set(context.input.choices)]
    // Apps know no votes that can be changed. Of several choices where there may be one, the others are second votes to
    // them.
    if (view.voted || (choices.length > 1 && !view.multiple)) throw new AppError('pollVoted')
    await vote(db, context.viewer, post, { choices, version })
    return (await find(context.params.id, context)).view
  })
}
