import { readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { ERRORS } from '@quack/contract'
import { PICTURE_SIZES, TILE_SIZES } from '@quack/contract/rules/pictures'
import { describeWith } from '@quack/testing/needs'
import { describe, expect } from 'vitest'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { test as base } from '../../../test/fixtures.ts'
import { animation } from '../../../test/media-files/pictures.ts'
import { writePost } from '../../../test/members.ts'
import { PAGE, readMetas, writePreviewPage } from '../../../test/preview-page.ts'
import { picture, uploadFile } from '../../../test/uploads.ts'

const VIDEO = await readFile(new URL('../demo/media/bouncing-ball.mp4', import.meta.url))

const test = base
  .extend('options', { scope: 'file' }, async ({ fileDirectory }) => ({
    webDirectory: await writePreviewPage(fileDirectory),
  }))
  .extend('open', ({ app }) => async (url: string, headers: Record<string, string> = { host: 'quack.test' }) => {
    const answer = await app.visitor.send({ url, headers })
    return { ...answer, page: String(answer.body), metas: readMetas(String(answer.body)) }
  })

describe('the preview of a page', () => {
  test('of a post has its author and text, with absolute addresses', async ({ member, open }) => {
    const author = await member('somebody', { firstName: 'Daisy', lastName: 'Pond' })
    const post = await writePost(author, 'First line\n\n  and the second')
    for (const id of [post.id, post._id]) {
      const { status, headers, page, metas } = await open(`/post-detail/${id}`)
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      expect(page).toContain(`<title>Daisy Pond (@${author.username})</title>`)
      expect(page).toContain('<script type="module" src="/assets/index-abc.js">')
      expect(page).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/post-abc.js">')
      expect(metas).toMatchObject({
        description: 'First line and the second',
        'og:type': 'article',
        'og:title': `Daisy Pond (@${author.username})`,
        'og:description': 'First line and the second',
        'og:url': `http://quack.test/post-detail/${id}`,
        'og:image': 'http://quack.test/icons/share.png',
        'twitter:card': 'summary_large_image',
      })
    }
  })

  test("of a post shows the post's own picture, and a long text is cut", async ({ member, open }) => {
    const author = await member('author')
    const media = await uploadFile(author, await picture().png().toBuffer())
    const { post } = await author.call('POST /api/posts', {
      body: { postData: { content: '👩‍👩‍👧'.repeat(300), mediaUrl: media.url } },
      headers: { prefer: 'return=minimal' },
    })
    const { metas, page } = await open(`/post-detail/${post?.id}`)
    expect(page).toContain(
      `<link rel="preload" as="image" fetchpriority="high" href="${media.url}?w=660" imagesrcset="`,
    )
    expect(page).toContain(` imagesizes="${PICTURE_SIZES}">`)
    expect(metas['og:image']).toBe(`http://quack.test${media.url}?w=1060`)
    expect(metas['og:description']).toBe(`${'👩‍👩‍👧'.repeat(199)}…`)
    const further = await uploadFile(author, await (await animation(2)).gif().toBuffer())
    await author.call('POST /api/posts/edit/:postId', {
      params: { postId: post?._id ?? '' },
      body: { postData: { furtherPictures: [{ url: further.url }] } },
    })
    expect((await open(`/post-detail/${post?.id}`)).page).toContain(` imagesizes="${TILE_SIZES}">`)
  })

  test('of a post shows nothing that a warning covers, and no sensitive picture', async ({ ann, open }) => {
    const { url } = await uploadFile(ann, await picture().png().toBuffer())
    const { post } = await ann.call('POST /api/posts', {
      body: { postData: { content: 'The end', mediaUrl: url, warning: 'About the end' } },
      headers: { prefer: 'return=minimal' },
    })
    const expectNoPicture = ({ page, metas }: Awaited<ReturnType<typeof open>>) => {
      expect(page).not.toContain(url)
      expect(metas['og:image']).toBe('http://quack.test/icons/share.png')
      return metas['og:description']
    }
    const warned = await open(`/post-detail/${post?.id}`)
    expect(warned.page).not.toContain('The end')
    expect(expectNoPicture(warned)).toBe('Warning: About the end')
    const postData = { warning: '', sensitive: true }
    await ann.call('POST /api/posts/edit/:postId', { params: { postId: post?._id ?? '' }, body: { postData } })
    expect(expectNoPicture(await open(`/post-detail/${post?.id}`))).toBe('The end')
  })

  test('of a post preloads a picture that moves as the reader will see it first', async ({ ann, open }) => {
    const { url } = await uploadFile(ann, await (await animation(2)).gif().toBuffer())
    const { post } = await ann.call('POST /api/posts', {
      body: { postData: { mediaUrl: url } },
      headers: { prefer: 'return=minimal' },
    })
    const { page } = await open(`/post-detail/${post?.id}`)
    const links = [...page.matchAll(/<link rel="preload" as="image".*? href="([^"]*)".* media="([^"]*)">/g)]
    expect(links.map(([, address, media]) => [address, media])).toEqual([
      [`${url}?w=660`, 'not all and (prefers-reduced-motion: reduce)'],
      [`${url}?w=660&#38;still=1`, '(prefers-reduced-motion: reduce)'],
    ])
  })

  test('with a one-time token in its address does not repeat it', async ({ open }) => {
    for (const path of ['/reset-password/a-secret', '/confirm-email/a-secret', '/unsubscribe?token=a-secret']) {
      const { status, page } = await open(path)
      expect(status).toBe(200)
      expect(page).not.toContain('a-secret')
    }
  })

  test('of a hashtag does not spell it as a post does that not everyone sees', async ({ app, member, open }) => {
    const author = await member('author')
    await setAudience(app, author, PRIVATE)
    await writePost(author, '#HiddenName')
    const { metas } = await open('/tag/hiddenname')
    expect(metas['og:title']).toBe('#hiddenname')
  })

  test('of a member has their name and bio, and says which pages are theirs', async ({ member, open }) => {
    const drake = await member('drake', { firstName: 'Bo', lastName: 'Drake', avatarURL: '/avatars/duck-1.webp' })
    await drake.call('POST /api/users/edit', {
      body: {
        userData: {
          ...{ bio: 'Loves "rain" & ponds', website: 'https://drake.example/?a&b' },
          profile: {
            fields: [
              { name: 'Code', value: 'https://git.example/drake' },
              { name: 'At', value: 'the pond, or pond.example' },
            ],
          },
        },
      },
    })
    const { status, metas, page } = await open(`/profile/${drake.username}`)
    expect(status).toBe(200)
    const links = [...page.matchAll(/<link rel="me" href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual(['https://drake.example/?a&#38;b', 'https://git.example/drake'])
    expect(metas).toMatchObject({
      'og:type': 'profile',
      'og:title': `Bo Drake (@${drake.username})`,
      'og:description': 'Loves &#34;rain&#34; &#38; ponds',
      'og:image': 'http://quack.test/avatars/duck-1.webp',
      'twitter:card': 'summary',
    })
  })

  test('of a hashtag has its name as it was typed first, and how many posts have it', async ({ ann, open }) => {
    expect((await open('/tag/LilyPads')).metas).toMatchObject({
      'og:title': '#LilyPads',
      'og:description': 'No posts with #LilyPads on Quack.',
    })
    for (const [spelling, posts] of [
      ['LilyPads', '1 post'],
      ['lilypads', '2 posts'],
    ] as const) {
      await writePost(ann, `#${spelling}`)
      const { status, metas } = await open('/tag/LILYPADS')
      expect(status).toBe(200)
      expect(metas).toMatchObject({ 'og:title': '#LilyPads', 'og:description': `${posts} with #LilyPads on Quack.` })
    }
    for (const tag of ['123', 'two%20words', '%23pond']) expect((await open(`/tag/${tag}`)).status, tag).toBe(404)
  })

  test('escapes names, bios and posts', async ({ member, open }) => {
    const evil = `"><script>alert(1)</script><!-- /preview --></title>'$&$\``
    const author = await member('somebody', { firstName: `"><script>alert(1)</script>'$&$\``, lastName: 'Evil' })
    const post = await writePost(author, evil)
    await author.call('POST /api/users/edit', { body: { userData: { bio: evil } } })
    for (const url of [`/post-detail/${post.id}`, `/profile/${author.username}`]) {
      const { page, metas } = await open(url)
      expect(page.match(/<script/g), url).toHaveLength(1)
      expect(page.match(/<\/title>/g), url).toHaveLength(1)
      expect(metas['og:description']).toContain('&#60;script&#62;')
      expect(metas['og:description']).toContain('$&#38;$`')
    }
    const { page } = await open(`/login/"><script>alert(1)</script>`)
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  test('an address without a page answers 404 with the client', async ({ open }) => {
    // Those of moderation exist once somebody has a role.
    const moderation = ['/moderation', '/rules', '/about']
    for (const url of [
      '/post-detail/nothinghere1',
      '/post-detail/12345',
      '/profile/nobody',
      '/no/such/page',
      ...moderation,
    ]) {
      const { status, page } = await open(url)
      expect(status, url).toBe(404)
      expect(page, url).toContain('<div id="root">')
    }
    for (const url of ['/', '/explore', '/bookmark', '/login', '/signup']) {
      expect((await open(url)).status, url).toBe(200)
    }
    for (const url of ['/api/nothing', '/assets/gone-123.js']) {
      expect(await open(url), url).toMatchObject({ status: 404, body: { errors: [expect.any(String)] } })
    }
  })

  test('an address that ends like a file name is a page for browser navigation', async ({ app }) => {
    const navigation = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
    for (const url of ['/foo.png', '/a/b.js?x=1', '/profile/ann.b/more.js', '/assets/gone-123.js']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers, body } = await app.visitor.send({ method, url, headers: navigation })
        expect({ status, type: headers['content-type'], vary: headers.vary }, `${method} ${url}`).toEqual({
          status: 404,
          type: 'text/html; charset=utf-8',
          vary: 'accept',
        })
        if (method === 'GET') expect(body, url).toContain('<div id="root">')
      }
    }
    for (const url of ['/api/nothing.png', '/media/a/b.png']) {
      expect(await app.visitor.send({ url, headers: navigation }), url).toMatchObject({
        status: 404,
        body: { errors: [ERRORS.pathUnknown.message] },
      })
    }
  })

  test('a missing file of a page is refused without a page', async ({ app }) => {
    for (const accept of ['*/*', 'image/avif,image/webp,image/png,*/*;q=0.8', 'text/css,*/*;q=0.1']) {
      const answer = await app.visitor.send({ url: '/assets/gone-123.js', headers: { accept } })
      expect(answer, accept).toMatchObject({
        status: 404,
        headers: { vary: 'accept' },
        body: { errors: [ERRORS.pathUnknown.message] },
      })
    }
  })

  test('a member whose name ends like a file name has a page', async ({ member, open }) => {
    const drake = await member('drake', { username: 'ann.js' })
    for (const accept of ['text/html', '*/*']) {
      const { status, page } = await open('/profile/ann.js', { accept })
      expect(status).toBe(200)
      expect(page).toContain(`${drake.record.lastName} (@ann.js)</title>`)
    }
    const { status, page } = await open('/profile/nobody.js', { accept: 'text/html' })
    expect(status).toBe(404)
    expect(page).toContain('<div id="root">')
  })

  test('does not trust the forwarded headers of a client', async ({ member, open }) => {
    const author = await member('author')
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    const { metas } = await open(`/profile/${author.username}`, { host: 'quack.test', ...forwarded })
    expect(metas['og:url']).toBe(`http://quack.test/profile/${author.username}`)
  })

  test('uses a page that was built later', async ({ open, fileDirectory }) => {
    await writeFile(join(fileDirectory, 'index.html'), PAGE.replace('index-abc', 'index-xyz'))
    expect((await open('/explore')).page).toContain('index-xyz')
    await writeFile(join(fileDirectory, 'index.html'), PAGE)
    expect((await open('/explore')).page).toContain('index-abc')
  })
})

describeWith('ffmpeg', 'the picture in the preview of a post with a video', () => {
  test("is the poster of the video, and not that of a private member's post", async ({ app, member, open }) => {
    const author = await member('author')
    const { url, poster } = await uploadFile(author, VIDEO)
    const { post } = await author.call('POST /api/posts', {
      body: { postData: { mediaUrl: url } },
      headers: { prefer: 'return=minimal' },
    })
    const path = `/post-detail/${post?.id}`
    const { metas, page } = await open(path)
    expect(metas).toMatchObject({
      'og:image': `http://quack.test${poster}?w=1060`,
      'twitter:image': `http://quack.test${poster}?w=1060`,
      'twitter:card': 'summary_large_image',
    })
    expect(page).not.toContain('as="image"')
    const shown = await app.visitor.send({ url: `${poster}?w=1060` })
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    await setAudience(app, author, PRIVATE)
    const hidden = await open(path)
    expect(hidden.status).toBe(404)
    expect(hidden.metas['og:image']).toBe('http://quack.test/icons/share.png')
    expect(hidden.page).not.toContain('/media/')
  })
})

describe('the address of a page', () => {
  test.for([
    ['/explore/', '/explore'],
    ['/Explore', '/explore'],
    ['/explore/?a=b?c&d', '/explore?a=b?c&d'],
    ['/Profile/Ann/', '/profile/Ann'],
    ['/profile/ann.b/', '/profile/ann.b'],
    ['/POST-DETAIL/aBc', '/post-detail/aBc'],
    ['/Settings/Security/?next=//evil.example', '/settings/security?next=//evil.example'],
    ['/Tag/%C4%B0z%2fmir', '/tag/%C4%B0z%2fmir'],
  ])('%s leads to %s, for visitors and members, once', async ([url, right], { app, ann }) => {
    for (const reader of [app.visitor, ann])
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers } = await reader.send({ method, url })
        expect([status, headers.location]).toEqual([308, right])
      }
    expect((await app.visitor.send({ url: right })).headers.location).toBeUndefined()
  })

  test.for(['//evil.example/', '/\\evil.example/', '/%5cevil/', '/Nowhere/', '/profile//', '/API/Posts/', '/Media/a/'])(
    '%s leads nowhere',
    async (path, { address }) => {
      // `fetch` would read these as addresses of another host.
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(address, { path }, resolve).on('error', reject).end()
      })
      answer.resume()
      expect(answer.headers.location).toBeUndefined()
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    },
  )
})
