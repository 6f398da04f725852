import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { MemberId, SessionId } from '../../database/schema.ts'
import { EventStream } from './event-stream.ts'
import { ResumeToken } from './resume-token.ts'

const viewer = {
  id: 1 as MemberId,
  username: 'ann',
  sessionId: 1 as SessionId,
  isShared: false,
  role: null,
  scopes: null,
}

test('a client that reads too slowly is disconnected before much data waits for it', () => {
  const resumeToken = ResumeToken.fresh(Date.now())
  const stream = new EventStream({ viewer, watched: [], resumeToken, needsResync: false, endsAt: 0 })
  const event = 'x'.repeat(1_000)
  for (let count = 0; count < 100; count++) stream.write(event)
  expect(stream.isOpen).toBe(true)
  for (let count = 0; count < 100; count++) stream.write(event)
  expect(stream.isOpen).toBe(false)
  expect(stream.body.readableLength).toBeLessThan(200_000)
})

test('nothing follows the last event: an ended stream is complete, whatever else happens in the same round', async () => {
  const resumeToken = ResumeToken.fresh(Date.now())
  const stream = new EventStream({ viewer, watched: [], resumeToken, needsResync: false, endsAt: 0 })
  stream.end('event: ended\n\n')
  stream.write('event: post\n\n')
  stream.end('retry: 500\n\n')
  expect(await textOf(stream.body)).toBe(': welcome\n\nevent: ended\n\n')
})

test('a resume token names the ids delivered above its floor, can be read back, and stays short', () => {
  const now = Date.now()
  const resumeToken = ResumeToken.fresh(now)
  const ids = Array.from({ length: 300 }, (_, index) => resumeToken.floor + 1_000_000 + index * 4_096)
  resumeToken.addDelivered(ids)
  const text = String(resumeToken)
  expect(text.length).toBeLessThan(2_048)
  const read = ResumeToken.parse(text, now)
  expect(String(read)).toBe(text)
  expect(ids.filter((id) => read?.isNew(id))).toEqual([])
  expect(read?.isNew((ids.at(-1) ?? 0) + 1)).toBe(true)
})
