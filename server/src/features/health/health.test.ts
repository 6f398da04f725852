import { ERRORS } from '@quack/contract'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { needsOneProcess } from '../../../test/balanced.ts'

test('the process is alive, and ready while its database answers', async (context) => {
  // This test takes the database away.
  needsOneProcess(context)
  const app = await startTestApp()
  const get = (url: string) => app.visitor.send({ url })
  expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  await app.db.close()
  const answer = await get('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { errors: [ERRORS.unavailable.message] } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  await app.close()
})
