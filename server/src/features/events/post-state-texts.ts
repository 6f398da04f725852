import type { Connection } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { type Hidden, isHidden, NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { mediaAddressesOf } from '../media/records/media-addresses.ts'
import { POST_MENTIONS } from '../mentions/mentions.queries.ts'
import { listMentions, type Mentioned } from '../mentions/mentions.ts'
import { listFurtherPictures } from '../posts/further-pictures.queries.ts'
import { eventText } from './event-stream.ts'
import type { PostStateRow } from './events.queries.ts'
import { isEditIncluded, postStateView } from './events.view.ts'

/**
 * Reads what the events with the states of these posts contain beside their rows.
 * @returns the event for a viewer. Each is serialised once, and again for a viewer who does not see a mentioned member
 */
export async function prepareStateTexts(
  db: Connection,
  rows: readonly PostStateRow[],
): Promise<(row: PostStateRow, hidden: Hidden) => string> {
  const now = Date.now()
  const signed = mediaAddressesOf(db).signed(now)
  const edited = rows.filter((row) => isEditIncluded(row, now))
  const texts = edited.map(({ id, content }) => ({ id, text: content }))
  const mentions = await listMentions(db, POST_MENTIONS, texts, NOTHING_HIDDEN)
  const further = await listFurtherPictures(db, edited)
  const shared = new Map<PostId, string>()

  function serialise(row: PostStateRow, mentioned: readonly Mentioned[]): string {
    const beside = { mentions: mentioned.map(({ username }) => username), further: further.get(row.id) }
    return eventText('post', postStateView(row, beside, now, signed))
  }
  return (row, hidden) => {
    const mentioned = mentions.get(row.id) ?? []
    const seen = mentioned.filter(({ id }) => !isHidden(hidden, id))
    if (seen.length < mentioned.length) return serialise(row, seen)
    const text = shared.get(row.id) ?? serialise(row, mentioned)
    shared.set(row.id, text)
    return text
  }
}
