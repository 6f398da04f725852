import { ERRORS } from '@quack/contract'
import { expect } from 'vitest'
import { needsOneProcess } from '../../../test/balanced.ts'
import { test } from '../../../test/fixtures.ts'

test('the process is alive, and ready while its database answers', async ({ ownApp: app, task, skip }) => {
  // This test takes the database away.
  needsOneProcess({ task, skip })
  const get = (url: string) => app.visitor.send({ url })
  expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  await app.db.close()
  const answer = await get('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { errors: [ERRORS.unavailable.message] } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})
