import { expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'

const BOUNDARY = 'x'.repeat(40)

/** What browsers send for the share target of the manifest. */
function formOf(text: string, file: Buffer): FormData {
  const form = new FormData()
  form.append('text', text)
  form.append('media', new Blob([file], { type: 'image/png' }), 'photo.png')
  return form
}

test('what is shared without a service worker is read by nobody; the page is told', async ({ app, address, ann }) => {
  // Larger than any JSON body that is parsed.
  const body = formOf('Shared', Buffer.alloc(3_000_000))
  const answer = await fetch(`${address}/share`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/?compose=shared')
  expect(answer.headers.get('cache-control')).toBe('no-store')

  // Another site that makes a member's browser send the form gets no further.
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    origin: 'https://evil.example',
    authorization: `Bearer ${ann.token}`,
  }
  const payload = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="text"\r\n\r\nforged\r\n--${BOUNDARY}--\r\n`
  const forged = await app.visitor.send({ method: 'POST', url: '/share?compose=new', headers, payload })
  expect(forged).toMatchObject({ status: 303, headers: { location: '/?compose=shared' } })
  expect((await ann.call('GET /api/feed')).posts).toEqual([])
  // A body that is still being sent would keep the server open for a minute.
  app.app.server.closeAllConnections()
})
