import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'

describe('meta', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ version: '9.8.7', guestLogin: true })
  })
  afterAll(() => app.close())

  test('tells what a client needs to know: limits, presets, the guest, the version', async () => {
    expect(await app.visitor.call('GET /api/meta')).toEqual({
      name: 'Quack',
      version: '9.8.7',
      guestLogin: true,
      presetAvatars: expect.arrayContaining([{ url: '/avatars/duck-1.webp' }]),
      limits: {
        postMediaBytes: 20_971_520,
        avatarBytes: 10_485_760,
        postLength: 5_000,
        commentLength: 2_000,
        bioLength: 300,
        passwordMinLength: 8,
        passwordMaxLength: 200,
        pageMax: 100,
        embedMax: 100,
      },
    })
  })
})

describe('meta without the demo', () => {
  test('offers no guest', async () => {
    const app = await startTestApp({ guestLogin: false })
    expect((await app.visitor.call('GET /api/meta')).guestLogin).toBe(false)
    await app.close()
  })
})
