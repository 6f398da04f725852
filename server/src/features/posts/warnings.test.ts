import { describe, expect } from 'vitest'
import { like } from '../../../test/blocks.ts'
import type { TestMember } from '../../../test/members.ts'
import { only } from '../../../test/notifications.ts'
import { EDIT, test } from '../../../test/post-fixtures.ts'
import { quote, readPost } from '../../../test/quotes.ts'
import { asRefusal, invalid, refusal } from '../../../test/refusals.ts'
import { SEARCH_POSTS } from '../../../test/search.ts'

const NOTHING = { content: 'The end', mediaUrl: '', alt: '' }

describe('a warning', () => {
  test('is one line, stays until it is taken off, and is not there without one', async ({ ann, create, getPost }) => {
    const post = await create({ content: 'The end', warning: '  About\n\nthe end \u202e', sensitive: true })
    expect(post).toMatchObject({ content: 'The end', warning: 'About the end', sensitive: true })
    expect(await getPost(post._id)).not.toHaveProperty('warnedBy')
    const edit = (postData: object) => ann.call(EDIT, { params: { postId: post._id }, body: { postData } })
    await edit({ content: 'An end' })
    expect(await getPost(post._id)).toMatchObject({ content: 'An end', warning: 'About the end', sensitive: true })
    await edit({ warning: '\u200b', sensitive: false })
    const read = await getPost(post._id)
    for (const name of ['warning', 'sensitive']) expect(read).not.toHaveProperty(name)
  })

  test('has 120 characters at most, and covers something', async ({ ann }) => {
    const send = (postData: object) => ann.send({ method: 'POST', url: '/api/posts', payload: { postData } })
    expect(asRefusal(await send({ content: 'x', warning: 'x'.repeat(121) }))).toEqual(
      invalid('warning must have at most 120 characters.'),
    )
    expect(asRefusal(await send({ warning: 'x' }))).toEqual(refusal('postEmpty'))
  })

  test('is part of what an edit is based on, if that says it', async ({ ann, create, getPost }) => {
    const { _id: postId } = await create({ content: 'The end', warning: 'Old' })
    const edit = (postData: object, basedOn: typeof NOTHING & { warning?: string; sensitive?: boolean }) => ({
      params: { postId },
      body: { postData, basedOn },
    })
    const [old, sensitive] = [
      { ...NOTHING, warning: 'Old' },
      { ...NOTHING, sensitive: true },
    ]
    expect(await ann.refuse(EDIT, edit({ content: 'x' }, { ...NOTHING, warning: '' }))).toEqual(refusal('editConflict'))
    expect(await ann.refuse(EDIT, edit({ content: 'x' }, sensitive))).toEqual(refusal('editConflict'))
    await ann.call(EDIT, edit({ warning: 'New' }, old))
    // A repeated one.
    await ann.call(EDIT, edit({ warning: 'New' }, old))
    expect(await getPost(postId)).toMatchObject({ warning: 'New' })
    await ann.call(EDIT, edit({ content: 'An end' }, NOTHING))
    expect(await getPost(postId)).toMatchObject({ content: 'An end', warning: 'New' })
  })

  test('is shown by what quotes the post, also if it is edited', async ({ ann, bob, create }) => {
    const { _id: postId } = await create({ content: 'The end', warning: 'Old' })
    const { _id: quoteId } = await quote(bob, postId)
    const shown = async () => (await readPost(bob, quoteId)).quote?.post
    expect(await shown()).toMatchObject({ warning: 'Old' })
    await ann.call(EDIT, { params: { postId }, body: { postData: { warning: '', sensitive: true } } })
    expect(await shown()).toMatchObject({ sensitive: true })
    expect(await shown()).not.toHaveProperty('warning')
  })

  test('is in notifications what the text would be', async ({ ann, bob, create }) => {
    const { _id: postId } = await create({ content: 'The end', warning: 'About the end' })
    await like(bob, postId)
    const post = async () => (await only(ann)).post
    expect(await post()).toMatchObject({ excerpt: 'About the end', hasWarning: true })
    await ann.call(EDIT, { params: { postId }, body: { postData: { warning: 'Old' } } })
    expect(await post()).toMatchObject({ excerpt: 'Old', hasWarning: true })
    await ann.call(EDIT, { params: { postId }, body: { postData: { warning: '' } } })
    expect(await post()).toEqual({ _id: postId, id: expect.any(String), excerpt: 'The end' })
  })

  test('is found like the text that it covers, and muted words count in it', async ({ ann, bob, create }) => {
    const [text, warning] = [`text${ann.username}`, `warning${ann.username}`]
    const { _id: postId } = await create({ content: `A ${text}`, alt: '' })
    await ann.call(EDIT, { params: { postId }, body: { postData: { warning: `A ${warning}` } } })
    const find = async (q: string) => (await bob.call(SEARCH_POSTS, { query: { q } })).posts.map(({ _id }) => _id)
    for (const q of [text, warning, `"a ${warning}"`]) expect(await find(q), q).toEqual([postId])
    expect(await find(`"${text} a"`)).toEqual([])
    const mute = (action: 'hide' | 'collapse') =>
      bob.call('POST /api/muted-words', { body: { phrase: warning, action, duration: 'always' } })
    await mute('collapse')
    const [found] = (await bob.call(SEARCH_POSTS, { query: { q: text } })).posts
    expect(found).toMatchObject({ mutedWord: warning })
    await mute('hide')
    expect(await find(text)).toEqual([])
  })
})

test('which languages a member reads is told to the member alone', async ({ app, ann }) => {
  const { user } = await ann.call('POST /api/account/languages', { body: { languages: ['iw', 'de', 'he'] } })
  // An old code is replaced.
  expect(user.readLanguages).toEqual(['he', 'de'])
  const params = { username: ann.username }
  expect((await app.visitor.call('GET /api/users/:username', { params })).user).not.toHaveProperty('readLanguages')
})

test('the language of the interface is told to the member alone', async ({ app, ann }) => {
  const params = { username: ann.username }
  const read = async (client = app.visitor) => (await client.call('GET /api/users/:username', { params })).user
  const { user } = await ann.call('POST /api/account/locale', { body: { locale: 'pt-BR' } })
  expect([user.locale, (await read(ann)).locale]).toEqual(['pt-BR', 'pt-BR'])
  expect(await read()).not.toHaveProperty('locale')
  const { user: reset } = await ann.call('POST /api/account/locale', { body: { locale: null } })
  expect(reset).not.toHaveProperty('locale')
})

test('how a member reads warnings is told to the member alone', async ({ app, ann }) => {
  const params = { username: ann.username }
  const read = async (client = app.visitor) => (await client.call('GET /api/users/:username', { params })).user
  for (const readWarnings of ['open', 'blur'] as const) {
    const { user } = await ann.call('POST /api/account/warnings', { body: { readWarnings } })
    expect([user.readWarnings, (await read(ann)).readWarnings]).toEqual([readWarnings, readWarnings])
    expect(await read()).not.toHaveProperty('readWarnings')
  }
  const { user } = await ann.call('POST /api/account/warnings', { body: { readWarnings: 'author' } })
  expect(user).not.toHaveProperty('readWarnings')
})

test('the media of new posts are sensitive if their author has chosen so, and a post says nothing else', async ({
  app,
  ann,
  bob,
  create,
  getPost,
}) => {
  const mediaUrl = 'https://example.org/duck.png'
  const write = async (client: TestMember, postData: object) => {
    const { posts } = await client.call('POST /api/posts', { body: { postData: { content: 'A duck', ...postData } } })
    return posts?.[0]?.sensitive
  }
  const { user } = await ann.call('POST /api/account/warnings', { body: { sensitiveMedia: true } })
  expect(user).toMatchObject({ sensitiveMedia: true })
  const params = { username: ann.username }
  expect((await app.visitor.call('GET /api/users/:username', { params })).user).not.toHaveProperty('sensitiveMedia')
  expect(await write(ann, { mediaUrl })).toBe(true)
  expect(await write(ann, { mediaUrl, sensitive: false })).toBeUndefined()
  expect(await write(ann, {})).toBeUndefined()
  expect(await write(bob, { mediaUrl })).toBeUndefined()
  // So are the first ones that an edit adds.
  const edit = async (postId: string, postData: object, basedOn?: typeof NOTHING) => {
    await ann.call(EDIT, { params: { postId }, body: { postData, ...(basedOn && { basedOn }) } })
    return getPost(postId)
  }
  const before = { content: 'A duck', mediaUrl: '', alt: '' }
  const { _id } = await create({ content: 'A duck' })
  expect(await edit(_id, { mediaUrl }, before)).toMatchObject({ sensitive: true })
  expect(await edit(_id, { mediaUrl }, before)).toMatchObject({ sensitive: true })
  expect(await edit(_id, { sensitive: false })).not.toHaveProperty('sensitive')
  expect(await edit(_id, { mediaUrl: 'https://example.org/goose.png' })).not.toHaveProperty('sensitive')
  const { _id: other } = await create({ content: 'A duck' })
  expect(await edit(other, { mediaUrl, sensitive: false })).not.toHaveProperty('sensitive')
  await ann.call('POST /api/account/warnings', { body: { sensitiveMedia: false } })
  expect(await write(ann, { mediaUrl })).toBeUndefined()
})
