import { ENDPOINTS, type MutedWord } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { readPage } from '../../database/paging.ts'
import type { MemberId } from '../../database/schema.ts'
import { bind } from '../../http/calls/bind.ts'
import { hydrationOf, pageOf } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { getMember } from '../members/members.hydrate.ts'
import { listSummaryRows } from '../members/members.queries.ts'
import { parseMemberId } from '../members/members.service.ts'
import { summaryView } from '../members/members.view.ts'
import { readHidden } from '../visibility/visibility.queries.ts'
import { listMutes, listWords, MUTES_CURSOR, WORDS_CURSOR } from './mutes.queries.ts'
import { muteMember, muteWord, parseWordId, unmuteMember, unmuteWord } from './mutes.service.ts'

export function registerMutes(app: FastifyInstance, db: Database): void {
  /** The member as the viewer sees them after the change. */
  const answerMember = async (viewer: Viewer, id: MemberId, query: { embed?: number }) => {
    const hidden = await readHidden(db.read, viewer.id)
    return { user: await getMember(db.read, id, hydrationOf({ viewer, hidden }, query)) }
  }

  bind(app, ENDPOINTS.muteMember, async ({ params, body, query }, { viewer }) => {
    const target = parseMemberId(params.id)
    await muteMember(db, viewer, target, body)
    return answerMember(viewer, target, query)
  })

  bind(app, ENDPOINTS.unmuteMember, async ({ params, query }, { viewer }) => {
    const target = parseMemberId(params.id)
    await unmuteMember(db, viewer, target)
    return answerMember(viewer, target, query)
  })

  bind(app, ENDPOINTS.listMutes, async ({ query }, { viewer, hidden }) => {
    const { entries, nextCursor } = await readPage(MUTES_CURSOR, pageOf(query), (page) =>
      listMutes(db.read, viewer.id, page, { hidden: hidden.blocked, now: Date.now() }),
    )
    const rows = await listSummaryRows(db.read, { ids: entries.map((entry) => entry.id) })
    const members = new Map(rows.map((row) => [row.id, summaryView(row)]))
    const mutes = entries.flatMap(({ id, at, ends_at, with_notifications }) => {
      const member = members.get(id)
      const mutedAt = timestamp(timeOfId(at))
      return member ? [{ ...member, mutedAt, endsAt: endView(ends_at), notifications: with_notifications === 1 }] : []
    })
    return { mutes, nextCursor }
  })

  bind(app, ENDPOINTS.listMutedWords, async ({ query }, { viewer }) => {
    const { entries, nextCursor } = await readPage(WORDS_CURSOR, pageOf(query), (page) =>
      listWords(db.read, viewer.id, page, Date.now()),
    )
    return { words: entries.map(wordView), nextCursor }
  })

  bind(app, ENDPOINTS.muteWord, async ({ body }, { viewer }) => ({ word: wordView(await muteWord(db, viewer, body)) }))

  bind(app, ENDPOINTS.unmuteWord, async ({ params }, { viewer }) => {
    await unmuteWord(db, viewer, parseWordId(params.id))
  })
}

const endView = (endsAt: number | null): string | null => (endsAt === null ? null : timestamp(endsAt))

function wordView(row: Pick<MutedWord, 'phrase' | 'action'> & { id: number; ends_at: number | null }): MutedWord {
  const { id, phrase, action, ends_at } = row
  return { _id: String(id), phrase, action, endsAt: endView(ends_at) }
}
