import pino from 'pino'
import { describe, expect } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { Authenticator } from '../../../../test/authenticator.ts'
import { createClient } from '../../../../test/client.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { addPasskey } from '../../../../test/passkeys.ts'
import { refusal } from '../../../../test/refusals.ts'
import { relyingPartyOf } from './relying-party.ts'

const test = base.extend('lines', (): string[] => [])

describe('the host of passkeys', () => {
  test.for<[string | null, string | null]>([
    [null, 'localhost'],
    ['https://quack.example', 'quack.example'],
    ['https://quack.example:8443', 'quack.example'],
    ['http://localhost:4000', 'localhost'],
    ['http://quack.example', null],
    ['https://192.0.2.1', null],
    ['https://[2001:db8::1]', null],
  ])('of %s is %s', ([publicUrl, host]) => {
    expect(relyingPartyOf(publicUrl)?.id ?? null).toBe(host)
  })

  test('takes pages of the public origin, or at localhost without one', () => {
    const isOrigin = (publicUrl: string | null, origin: string) => relyingPartyOf(publicUrl)?.isOrigin(origin)
    expect(isOrigin('https://quack.example:8443', 'https://quack.example:8443')).toBe(true)
    for (const other of ['https://quack.example', 'http://quack.example:8443', 'https://a.quack.example:8443'])
      expect(isOrigin('https://quack.example:8443', other)).toBe(false)
    expect(isOrigin(null, 'http://localhost:5173')).toBe(true)
    for (const other of ['http://localhost.example', 'http://127.0.0.1:4000', 'null', '', 'http://localhost:1/'])
      expect(isOrigin(null, other)).toBe(false)
  })

  test('is told when it has changed, with the number of passkeys that it costs, which still can be removed', async ({
    app,
    ann,
    lines,
  }) => {
    const { key, passkey } = await addPasskey(ann)
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const moved = await startTestApp({ ...app.dependencies, publicUrl: 'https://new.example', logger })
    const warning = lines.map((line) => JSON.parse(line)).find(({ host }) => host === 'new.example')
    expect(warning).toMatchObject({ level: 40, passkeys: 1, msg: expect.stringContaining('PUBLIC_URL') })
    const there = createClient(moved.app, ann.token)
    expect((await there.call('GET /api/account/passkeys')).passkeys[0]?.usable).toBe(false)
    const { options } = await there.call('POST /api/account/confirm/options')
    expect(options).toMatchObject({ rpId: 'new.example', allowCredentials: [] })
    const credential = key.use(options, { origin: 'https://new.example', rpId: 'localhost' })
    const refused = await there.refuse('POST /api/account/confirm', { body: { credential } })
    expect(refused).toEqual(refusal('passkeyInvalid'))
    expect(await there.call('DELETE /api/account/passkeys/:id', { params: { id: passkey._id } })).toEqual({})
    await moved.close()
  })

  test('is missing where browsers allow no passkeys', async ({ app, ann }) => {
    const { options } = await app.visitor.call('POST /api/auth/passkey/options')
    const created = new Authenticator().create((await ann.call('POST /api/account/passkeys/options')).options)
    const used = { credential: new Authenticator().use(options) }
    const nowhere = await startTestApp({ ...app.dependencies, publicUrl: 'https://192.0.2.1' })
    const [visitor, there] = [nowhere.visitor, createClient(nowhere.app, ann.token)]
    expect((await visitor.call('GET /api/meta')).passkeyHost).toBeNull()
    const refused = [
      await visitor.refuse('POST /api/auth/passkey/options'),
      await visitor.refuse('POST /api/auth/passkey', { body: used }),
      await there.refuse('POST /api/account/passkeys/options'),
      await there.refuse('POST /api/account/passkeys', { body: { credential: created } }),
      await there.refuse('POST /api/account/confirm/options'),
      await there.refuse('POST /api/account/confirm', { body: used }),
    ]
    expect(refused).toEqual(refused.map(() => refusal('passkeysUnavailable')))
    await nowhere.close()
  })
})
