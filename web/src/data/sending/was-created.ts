import { call, MINIMAL } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import { asMember } from './as-member.ts'

/**
 * Whether an idempotency key has created a post or comment. Asks with a post that is always refused: for its address if
 * the key is unused, and before that for the key, if it is used.
 */
export async function wasCreated(entry: OutboxEntry<'post' | 'comment'>): Promise<boolean> {
  const headers = { ...MINIMAL, 'idempotency-key': entry.key }
  const body = { postData: { content: '', mediaUrl: 'none' } }
  try {
    await asMember(entry, () => call('POST /api/posts', { query: { embed: 0 }, headers, body }))
  } catch (error) {
    if (isRefusal(error, 'mediaUrlInvalid')) return false
    if (!isRefusal(error, 'idempotencyKeyReused')) throw error
  }
  return true
}

/**
 * Sends the bodies of a new post or comment with its key, newest first, until one is the one that the key was used for.
 * If none was sent before, this is the first.
 */
export async function createOnce<Body, Made>(
  { body, tried = [] }: { body: Body; tried?: readonly unknown[] },
  send: (body: Body) => Promise<Made>,
): Promise<{ made: Made; as: Body }> {
  const bodies = [body, ...(tried as readonly Body[]).toReversed()]
  for (const [index, each] of bodies.entries()) {
    try {
      return { made: await send(each), as: each }
    } catch (error) {
      if (!isRefusal(error, 'idempotencyKeyReused') || index === bodies.length - 1) throw error
    }
  }
  throw new Error('There is always one.')
}
