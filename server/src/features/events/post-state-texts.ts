import type { Connection } from '../../database/database.ts'
import { isHidden, NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { mediaAddressesOf } from '../media/records/media-addresses.ts'
import { POST_MENTIONS } from '../mentions/mentions.queries.ts'
import { listMentions, type Mentioned } from '../mentions/mentions.ts'
import { listFurtherPictures } from '../posts/further-pictures.queries.ts'
import { eventText } from './event-stream.ts'
import type { PostStateRow } from './events.queries.ts'
import { isEditIncluded, postStateView } from './events.view.ts'
import type { LiveStream } from './live-stream.ts'
import type { PollOf } from './poll-states.ts'

/**
 * Reads what the events with the states of these posts contain beside their rows.
 * @param pollOf what a viewer sees of the poll of a post
 * @returns the event for a viewer. Each is serialised once, for those who see the results of a poll once more, and
 * again for a viewer who does not see a mentioned member
 */
export async function prepareStateTexts(
  db: Connection,
  rows: readonly PostStateRow[],
  pollOf: PollOf,
): Promise<(row: PostStateRow, stream: LiveStream) => string> {
  const now = Date.now()
  const signed = mediaAddressesOf(db).signed(now)
  const edited = rows.filter((row) => isEditIncluded(row, now))
  const texts = edited.map(({ id, content }) => ({ id, text: content }))
  const mentions = await listMentions(db, POST_MENTIONS, texts, NOTHING_HIDDEN)
  const further = await listFurtherPictures(db, edited)
  const shared = new Map<string, string>()

  function serialise(row: PostStateRow, mentioned: readonly Mentioned[], poll: ReturnType<PollOf>): string {
    const beside = { mentions: mentioned.map(({ username }) => username), further: further.get(row.id), poll }
    return eventText('post', postStateView(row, beside, now, signed))
  }
  return (row, stream) => {
    const { hidden } = stream
    const poll = pollOf(row.id, stream)
    const mentioned = mentions.get(row.id) ?? []
    const seen = mentioned.filter(({ id }) => hidden && !isHidden(hidden, id))
    if (seen.length < mentioned.length) return serialise(row, seen, poll)
    const key = `${row.id} ${poll.pollResults !== undefined}`
    const text = shared.get(key) ?? serialise(row, mentioned, poll)
    shared.set(key, text)
    return text
  }
}
