import type { InstanceV1, InstanceV2 } from '@quack/contract/client-api/entities'
import { EMPTY_LISTS } from '@quack/contract/client-api/instance'
import { describe, expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { appoint, signUp } from '../../../../test/members.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ publicUrl: 'https://quack.example', contact: 'duck@quack.example' }))
  .extend('apps', ({ app }) => createApps(app.app))

describe('the instance', () => {
  test('is told to anyone, in both forms, as the owner has set it up', async ({ ownApp }) => {
    const owner = await appoint(ownApp, await signUp(ownApp), 'owner')
    const read = createApps(ownApp.app).callWith()
    const rules = [{ id: 'ponds', title: 'Quiet ponds', text: 'No noise' }]
    const approval = { mode: 'approval' as const, question: 'Why?' }
    await owner.call('POST /api/moderation/installation', { body: { about: 'Ducks', rules, signUp: approval } })

    const { body } = await read<InstanceV2>('GET /api/v2/instance')
    expect(body).toMatchObject({
      domain: 'quack.example',
      version: expect.stringMatching(/^4\.2\.0 \(compatible; Quack \d+\.\d+\.\S+\)$/),
      description: 'Ducks',
      configuration: {
        urls: { streaming: 'wss://quack.example', about: 'https://quack.example/about' },
        statuses: { max_characters: 5_000, max_media_attachments: 4 },
        media_attachments: { image_size_limit: 20_971_519, description_limit: 1_000 },
        polls: { max_options: 6, min_expiration: 300 },
        vapid: { public_key: expect.stringMatching(/^[\w-]{87}$/) },
      },
      registrations: { enabled: true, approval_required: true, message: 'Why?' },
      contact: { email: 'duck@quack.example', account: null },
      rules: [{ id: 'ponds', text: 'Quiet ponds', hint: 'No noise' }],
      api_versions: { mastodon: 1 },
    })
    expect((await read('GET /api/v1/instance/rules')).body).toEqual(body.rules)

    const older = (await read<InstanceV1>('GET /api/v1/instance')).body
    expect(older).toMatchObject({
      uri: 'quack.example',
      version: body.version,
      email: 'duck@quack.example',
      urls: { streaming_api: 'wss://quack.example' },
      stats: { user_count: expect.any(Number), status_count: expect.any(Number), domain_count: 0 },
      thumbnail: body.thumbnail.url,
      approval_required: true,
      invites_enabled: false,
    })
    expect((await read('GET /api/v1/instance/')).body).toEqual(older)

    await owner.call('POST /api/moderation/installation', { body: { signUp: { mode: 'invitation', question: '' } } })
    const closed = (await read<InstanceV1>('GET /api/v1/instance')).body
    expect(closed).toMatchObject({ registrations: false, approval_required: false, invites_enabled: true })
  })

  test('is found by NodeInfo, as one that has the API that apps know', async ({ apps }) => {
    const read = apps.callWith()
    const { body } = await read<{ links: { href: string }[] }>('GET /.well-known/nodeinfo')
    expect(body.links[0]?.href).toBe('https://quack.example/nodeinfo/2.0')
    const { body: info, headers } = await read('GET /nodeinfo/2.0')
    expect(info).toMatchObject({
      version: '2.0',
      software: { name: 'quack' },
      metadata: { upstream: { name: 'mastodon' } },
    })
    expect(headers['access-control-allow-origin']).toBe('*')
  })
})

test('calls that Quack does not have are refused so that apps in browsers hear it', async ({ apps }) => {
  const read = apps.callWith()
  for (const call of ['GET /api/v1/custom', 'POST /api/v2/statuses/1/custom']) {
    const { status, body, headers } = await read<{ error: unknown }>(call)
    expect([status, body, headers['access-control-allow-origin']]).toEqual([404, { error: expect.any(String) }, '*'])
  }
})

test('what Quack does not have is an empty list', async ({ apps, ann }) => {
  const read = await apps.clientOf(ann)
  for (const path of Object.values(EMPTY_LISTS).flat()) {
    const route = `GET /api/v1/${path.replace(':id', ann._id)}`
    expect([route, await read(route)]).toMatchObject([route, { status: 200, body: [] }])
  }
})

test('preferences say what the member wants covered, and covers', async ({ apps, ann }) => {
  const read = await apps.clientOf(ann)
  const expanded = async () => {
    const { body } = await read<Record<string, unknown>>('GET /api/v1/preferences')
    return [body['reading:expand:media'], body['reading:expand:spoilers'], body['posting:default:sensitive']]
  }
  expect(await expanded()).toEqual(['default', false, false])
  await ann.call('POST /api/account/warnings', { body: { readWarnings: 'open', sensitiveMedia: true } })
  expect(await expanded()).toEqual(['show_all', true, true])
  await ann.call('POST /api/account/warnings', { body: { readWarnings: 'blur' } })
  expect(await expanded()).toEqual(['hide_all', false, true])
})

test('preferences say who sees what the member writes', async ({ apps, ann }) => {
  const read = await apps.clientOf(ann)
  const visibility = async () =>
    (await read<Record<string, string>>('GET /api/v1/preferences')).body['posting:default:visibility']
  expect(await visibility()).toBe('public')
  await ann.call('POST /api/account/private', { body: { private: true } })
  expect(await visibility()).toBe('private')
})
