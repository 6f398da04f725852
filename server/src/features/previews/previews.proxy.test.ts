import { describe, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { test } from '../../../test/fixtures.ts'
import { readMetas, writePreviewPage } from '../../../test/preview-page.ts'

async function addressesOf(app: TestApp, headers: Record<string, string>) {
  const { body } = await app.visitor.send({ url: '/', headers: { host: 'quack.test', ...headers } })
  const metas = readMetas(String(body))
  return [metas['og:url'], metas['og:image']]
}

describe('behind a proxy that is trusted', () => {
  test('uses the forwarded host if it is valid', async ({ directory }) => {
    const app = await startTestApp({ webDirectory: await writePreviewPage(directory), trustProxy: ['loopback'] })
    for (const [host, proto, origin] of [
      ['quack.example', 'https', 'https://quack.example'],
      ['quack.example:8443', 'https', 'https://quack.example:8443'],
      ['[2001:db8::1]:80', 'http', 'http://[2001:db8::1]'],
      ['evil.example, quack.example', 'http', 'http://quack.example'],
    ] as const) {
      const addresses = await addressesOf(app, { 'x-forwarded-host': host, 'x-forwarded-proto': proto })
      expect(addresses, host).toEqual([`${origin}/`, `${origin}/icons/share.png`])
    }
    for (const [host, proto] of [
      ['evil.example/path', 'https'],
      ['evil.example?', 'https'],
      ['member@evil.example', 'https'],
      ['evil.example"><script>', 'https'],
      ['evil example', 'https'],
      ['quack.example', 'javascript'],
      ['quack.example', 'ftp'],
      ['quack.example', 'https://evil.example/'],
    ] as const) {
      const addresses = await addressesOf(app, { 'x-forwarded-host': host, 'x-forwarded-proto': proto })
      expect(addresses, `${proto} ${host}`).toEqual([undefined, undefined])
    }
    await app.close()
  })

  test('uses the configured address and ignores that of the request', async ({ directory }) => {
    const app = await startTestApp({
      webDirectory: await writePreviewPage(directory),
      publicUrl: 'https://quack.example',
      trustProxy: ['loopback'],
    })
    const headers = { host: 'other.test', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    expect(await addressesOf(app, headers)).toEqual(['https://quack.example/', 'https://quack.example/icons/share.png'])
    await app.close()
  })
})
