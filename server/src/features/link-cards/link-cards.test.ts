import type { RequestListener } from 'node:http'
import { describe, expect } from 'vitest'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { block } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { test as clientTest } from '../../../test/client-api.ts'
import { openStream } from '../../../test/events.ts'
import { pageOf, startLinkSite, titled } from '../../../test/link-site.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { quote, readPost } from '../../../test/quotes.ts'
import { refusal } from '../../../test/refusals.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import { picture } from '../../../test/uploads.ts'
import { EVENTS } from '../events/events.routes.ts'
import { createSweep } from '../media/sweep/media.sweep.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ORIGIN = 'https://quack.test'

let count = 0

const test = clientTest
  .extend('site', { scope: 'file' }, async ({ temporary: _ }, { onCleanup }) => {
    const site = await startLinkSite()
    onCleanup(site.close)
    return site
  })
  .extend('clock', { scope: 'file' }, () => createTestClock())
  .extend('options', { scope: 'file' }, ({ site, clock }) => ({
    ...{ linkCards: true, outside: site.options, events: EVENTS, clock, publicUrl: ORIGIN },
  }))
  // A site that no other test has asked.
  .extend('domain', () => `site${++count}.test`)
  .extend(
    'rows',
    ({ app }) =>
      async () =>
        app.db.primary.selectFrom('link_cards').selectAll().orderBy('id').execute(),
  )
  // Waits until nothing is to be fetched any more.
  .extend('settled', ({ rows }) => async () => {
    await expect.poll(async () => (await rows()).filter(({ due_at }) => due_at !== null)).toEqual([])
  })
  .extend('postWith', ({ site, settled }) => async (author: TestMember, of: string) => {
    const post = await writePost(author, `See ${site.url(of)}!`)
    await settled()
    return readPost(author, post._id)
  })

const removeCard = (member: TestMember, postId: string) =>
  member.call('DELETE /api/posts/:postId/card', { params: { postId } })
const edit = (author: TestMember, postId: string, postData: { content?: string; mediaUrl?: string }) =>
  author.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData }, headers: MINIMAL })

async function sendPicture(width = 1_600): Promise<RequestListener> {
  const png = await picture(width, width / 2)
    .png()
    .toBuffer()
  return (_request, response) => response.setHeader('content-type', 'image/png').end(png)
}

describe('the card of an address', () => {
  test('comes after the post, live, with a picture from here, and is fetched once for all posts', async ({
    address,
    app,
    ann,
    bob,
    site,
    domain,
    clientOf,
    settled,
  }) => {
    const page = Promise.withResolvers<void>()
    const html = `<title>T</title><meta property="og:title" content="A duck"><meta property="og:site_name" content="Ponds">
      <meta name="description" content="On water"><meta name="author" content="Dan"><meta property="og:image" content="/a.png">`
    site.pages.set(`${domain}/page?a=1`, async (...of) => {
      await page.promise
      pageOf(html)(...of)
    })
    site.pages.set(`${domain}/a.png`, await sendPicture())
    const url = site.url(`${domain}/page?a=1`)
    const { _id, ...post } = await writePost(ann, `Look: ${url}#there. And ${site.url('other.test/')}`)
    expect(post).not.toHaveProperty('card')
    const stream = await openStream(address, bob.token, { watch: [_id] })
    expect(await readPost(bob, _id)).not.toHaveProperty('card')
    page.resolve()
    await stream.until((heard) =>
      heard.some((event) => event.name === 'post' && event.data.cardUpdatedAt !== undefined),
    )
    stream.close()
    const { card, updatedAt } = await readPost(bob, _id)
    expect(updatedAt).toBe(post.createdAt)
    const shown = { url: expect.stringMatching(/^\/media\/[\w-]{22}\.webp$/), width: 800, height: 400 }
    expect(card).toEqual({
      ...{ url: `${url}#there`, title: 'A duck', description: 'On water', site: 'Ponds', author: 'Dan' },
      picture: { ...shown, preview: expect.stringMatching(/^data:image\/webp/) },
      updatedAt: expect.any(String),
    })
    expect((await app.visitor.send({ url: card?.picture?.url ?? '' })).status).toBe(200)

    const again = await readPost(ann, (await writePost(bob, url))._id)
    expect(again.card).toEqual({ ...card, url })
    await settled()
    expect(site.asked.filter((of) => of.startsWith(domain))).toEqual([`${domain}/page?a=1`, `${domain}/a.png`])
    expect([...site.userAgents]).toEqual([`Quack/0.0.0-test (+${ORIGIN})`])
    expect(site.asked).not.toContain('other.test/')

    const call = await clientOf(bob)
    for (const at of ['', 'again']) {
      const { body } = await call<{ card: object; content: string }>(`/api/v1/statuses/${_id}${at && `?${at}`}`)
      expect(body.card).toMatchObject({
        ...{
          url: `${url}#there`,
          title: 'A duck',
          description: 'On water',
          type: 'link',
          html: '',
          provider_name: 'Ponds',
        },
        ...{ author_name: 'Dan', image: `${ORIGIN}${card?.picture?.url}?w=2048`, width: 800, height: 400 },
        blurhash: expect.any(String),
      })
    }
  })

  test('is none of an own address, of one with a password, of none, or beside media or a quote', async ({
    ann,
    bob,
    site,
    domain,
    rows,
  }) => {
    site.pages.set(`${domain}/`, titled('T'))
    const url = site.url(`${domain}/`)
    const quoted = await writePost(bob, 'Quoted')
    const ours = [ORIGIN, 'http://quack.test', 'https://www.quack.test', 'https://quack.test.']
    for (const own of ours) await writePost(ann, `${own}/explore and ${url}`)
    for (const content of [url.replace('//', '//me:secret@'), 'www.site.test', '#tag']) await writePost(ann, content)
    await ann.call('POST /api/posts', { body: { postData: { content: url, mediaUrl: 'https://x.test/a.png' } } })
    await quote(ann, quoted._id, url)
    expect((await rows()).filter(({ host }) => host.startsWith(domain) || host.includes('quack'))).toEqual([])
  })

  test('is taken off by the author, and put back by an edit of the text', async ({
    ann,
    bob,
    site,
    domain,
    postWith,
  }) => {
    site.pages.set(`${domain}/a`, titled('A'))
    site.pages.set(`${domain}/b`, titled('B'))
    const { _id, updatedAt } = await postWith(ann, `${domain}/a`)
    const params = { postId: _id }
    expect(await bob.refuse('DELETE /api/posts/:postId/card', { params })).toEqual(refusal('postEditForbidden'))
    await block(ann, bob)
    expect(await bob.refuse('DELETE /api/posts/:postId/card', { params })).toEqual(refusal('postUnknown'))
    expect((await readPost(ann, _id)).card?.title).toBe('A')
    for (const _time of [1, 2]) {
      const { post } = await removeCard(ann, _id)
      expect(post).not.toHaveProperty('card')
      expect(post.updatedAt).toBe(updatedAt)
    }
    await edit(ann, _id, {})
    expect(await readPost(ann, _id)).not.toHaveProperty('card')
    await edit(ann, _id, { content: `Again ${site.url(`${domain}/a`)}` })
    expect((await readPost(ann, _id)).card?.title).toBe('A')
    await edit(ann, _id, { content: `Now ${site.url(`${domain}/b`)}` })
    await expect.poll(async () => (await readPost(ann, _id)).card?.title).toBe('B')
    await edit(ann, _id, { mediaUrl: 'https://x.test/a.png' })
    expect(await readPost(ann, _id)).not.toHaveProperty('card')
    await edit(ann, _id, { content: 'No address', mediaUrl: '' })
    expect(await readPost(ann, _id)).not.toHaveProperty('card')
  })

  test('of a private post is fetched too, and only followers see it', async ({
    app,
    ann,
    bob,
    site,
    domain,
    postWith,
  }) => {
    await setAudience(app, ann, PRIVATE)
    site.pages.set(`${domain}/`, titled('Private'))
    const post = await postWith(ann, `${domain}/`)
    expect(post.card?.title).toBe('Private')
    const params = { postId: post._id }
    expect(await bob.refuse('GET /api/posts/:postId', { params })).toEqual(refusal('postUnknown'))
  })

  test('is fetched again after two weeks, if another post refers to it', async ({
    ann,
    site,
    domain,
    clock,
    postWith,
    settled,
  }) => {
    site.pages.set(`${domain}/`, titled('Before'))
    const { _id } = await postWith(ann, `${domain}/`)
    site.pages.set(`${domain}/`, titled('After'))
    clock.advance(13 * DAY)
    await postWith(ann, `${domain}/`)
    expect((await readPost(ann, _id)).card?.title).toBe('Before')
    clock.advance(DAY + 1)
    await settled()
    expect((await readPost(ann, _id)).card?.title).toBe('Before')
    expect((await postWith(ann, `${domain}/`)).card?.title).toBe('After')
    expect((await readPost(ann, _id)).card?.title).toBe('After')
    // What is gone is still shown.
    site.pages.delete(`${domain}/`)
    clock.advance(14 * DAY)
    expect((await postWith(ann, `${domain}/`)).card?.title).toBe('After')
  })

  test('keeps its picture while that does not answer, and asks for it again after a day', async ({
    ann,
    site,
    domain,
    clock,
    postWith,
  }) => {
    const page = pageOf('<title>T</title><meta property="og:image" content="/a.png">')
    site.pages.set(`${domain}/`, page)
    site.pages.set(`${domain}/a.png`, (_request, response) => response.writeHead(503).end())
    expect((await postWith(ann, `${domain}/`)).card).not.toHaveProperty('picture')
    const picture = await sendPicture()
    site.pages.set(`${domain}/a.png`, picture)
    clock.advance(DAY)
    const { card } = await postWith(ann, `${domain}/`)
    expect(card).toHaveProperty('picture.width', 800)
    site.pages.set(`${domain}/a.png`, (request) => request.socket.destroy())
    clock.advance(14 * DAY)
    expect((await postWith(ann, `${domain}/`)).card?.picture).toEqual(card?.picture)
  })
})

describe('what is fetched', () => {
  test.for<readonly [string, string, RequestListener | null]>([
    ['no page', '/none', (_request, response) => response.setHeader('content-type', 'image/svg+xml').end('<svg/>')],
    ['nothing', '/nothing', null],
    [
      'a page inside',
      '/inward',
      (request, response) => {
        const port = request.headers.host?.replace(/^.*:/, '')
        response.writeHead(302, { location: `http://inside.test:${port}/` }).end()
      },
    ],
  ])(
    'is not shown if it is %s, and not asked for again',
    async ([, path, page], { ann, bob, site, domain, postWith }) => {
      if (page) site.pages.set(domain + path, page)
      expect(await postWith(ann, domain + path)).not.toHaveProperty('card')
      expect(await postWith(bob, domain + path)).not.toHaveProperty('card')
      expect(site.asked.filter((of) => of === domain + path)).toHaveLength(1)
      expect(site.inside).toEqual([])
    },
  )

  test('is never inside: neither the address, nor a picture or oEmbed of the page', async ({
    ann,
    site,
    domain,
    postWith,
  }) => {
    expect(await postWith(ann, 'inside.test/')).not.toHaveProperty('card')
    const inside = site.url('inside.test/')
    site.pages.set(
      `${domain}/`,
      pageOf(`<title>T</title><meta property="og:image" content="${inside}a.png">
        <link rel="alternate" type="application/json+oembed" href="${inside}">`),
    )
    const { card } = await postWith(ann, `${domain}/`)
    expect(card).toMatchObject({ title: 'T' })
    expect(card).not.toHaveProperty('picture')
    expect(site.inside).toEqual([])
  })

  test.for<readonly [string, () => RequestListener | Promise<RequestListener>]>([
    ['tiny', () => sendPicture(60)],
    ['no picture', () => titled('x')],
    ['too large', () => (_request, response) => void response.end(Buffer.alloc(6 * 2 ** 20))],
  ])('is shown without its picture, if that is %s', async ([, listener], { ann, site, domain, postWith }) => {
    site.pages.set(`${domain}/`, pageOf('<title>T</title><meta property="og:image" content="/a.png">'))
    site.pages.set(`${domain}/a.png`, await listener())
    const { card } = await postWith(ann, `${domain}/`)
    expect(card).toMatchObject({ title: 'T' })
    expect(card).not.toHaveProperty('picture')
    expect(site.asked).toContain(`${domain}/a.png`)
  })

  test('is asked for three times; a host that fails often is left alone for a while', async ({
    app,
    ann,
    site,
    domain,
    clock,
    rows,
  }) => {
    const fails: RequestListener = (_request, response) => response.writeHead(503).end()
    const asked = () => site.asked.filter((of) => of.startsWith(domain))
    const failures = async () =>
      (await rows()).filter(({ host }) => host.startsWith(domain)).map(({ attempts }) => attempts)
    for (const path of ['/a', '/b']) {
      site.pages.set(domain + path, fails)
      await writePost(ann, site.url(domain + path))
      for (const [attempts, minutes] of [
        [1, 1],
        [2, 2],
      ] as const) {
        await expect.poll(async () => (await failures()).at(-1)).toBe(attempts)
        clock.advance(minutes * MINUTE)
      }
      await expect.poll(async () => (await rows()).filter(({ due_at }) => due_at !== null)).toEqual([])
    }
    expect(asked()).toHaveLength(5)
    site.pages.set(`${domain}/c`, titled('C'))
    const { _id } = await writePost(ann, site.url(`${domain}/c`))
    await expect.poll(async () => (await failures()).at(-1)).toBe(1)
    expect(asked()).toHaveLength(5)
    clock.advance(2 * HOUR)
    await expect.poll(async () => (await readPost(ann, _id)).card?.title).toBe('C')
    expect(await app.db.primary.selectFrom('link_hosts').selectAll().execute()).toEqual([])
  })

  test('that redirects to a host that fails is no failure of its own', async ({
    app,
    ann,
    site,
    domain,
    clock,
    rows,
    settled,
  }) => {
    const location = site.url(`gone.${domain}/`)
    site.pages.set(`${domain}/`, (_request, response) => response.writeHead(302, { location }).end())
    site.pages.set(`gone.${domain}/`, (_request, response) => response.writeHead(503).end())
    await writePost(ann, site.url(`${domain}/`))
    const attempts = async () => (await rows()).find(({ host }) => host.startsWith(domain))?.attempts
    for (const made of [1, 2]) {
      await expect.poll(attempts).toBe(made)
      clock.advance(made * MINUTE)
    }
    await settled()
    const failed = await app.db.primary.selectFrom('link_hosts').select('host').execute()
    expect(failed.filter(({ host }) => host.includes(domain))).toEqual([])
  })

  test('is one thing of a host at a time', async ({ ann, bob, site, domain, settled }) => {
    let underWay = 0
    let most = 0
    for (const path of ['/a', '/b', '/c'])
      site.pages.set(domain + path, (...of) => {
        most = Math.max(most, ++underWay)
        setImmediate(() => {
          underWay--
          titled('T')(...of)
        })
      })
    for (const [author, path] of [
      [ann, '/a'],
      [bob, '/b'],
      [ann, '/c'],
    ] as const)
      await writePost(author, site.url(domain + path))
    await settled()
    expect(site.asked.filter((of) => of.startsWith(domain))).toHaveLength(3)
    expect(most).toBe(1)
  })
})

test('a card is deleted a day after the last post that refers to it, and so is its picture', async ({
  app,
  ann,
  bob,
  site,
  domain,
  clock,
  postWith,
  rows,
}) => {
  site.pages.set(`${domain}/`, pageOf('<title>T</title><meta property="og:image" content="/a.png">'))
  site.pages.set(`${domain}/a.png`, await sendPicture(300))
  const own = async () => (await rows()).filter(({ host }) => host.startsWith(domain))
  const [first, second] = [await postWith(ann, `${domain}/`), await postWith(bob, `${domain}/`)]
  const url = first.card?.picture?.url ?? ''
  const statusOf = async () => {
    await createSweep(app.db, app.media).removeDue(clock.now() + DAY)
    return (await app.visitor.send({ url })).status
  }
  await ann.call('DELETE /api/posts/:postId', { params: { postId: first._id } })
  clock.advance(DAY + HOUR)
  expect(await statusOf()).toBe(200)
  await bob.call('DELETE /api/posts/:postId', { params: { postId: second._id } })
  clock.advance(HOUR)
  await expect.poll(own).toEqual([])
  expect(await statusOf()).toBe(404)
})
