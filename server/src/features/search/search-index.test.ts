import { expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { MINIMAL } from '../../../test/client.ts'
import type { TestMember } from '../../../test/members.ts'
import { test as base, CREATE, DELETE, EDIT, PICTURE } from '../../../test/post-fixtures.ts'
import { compareIndex, expectedIndex, readIndex } from '../../../test/search-index.ts'
import type { MemberId } from '../../database/schema.ts'
import { authorMark, bucketOf, mediaMark, tagMark } from './post-tokens.ts'
import { indexAll } from './search-index.ts'

const test = base
  .extend('write', () => async (author: TestMember, postData: Record<string, unknown>) => {
    const { post } = await author.call(CREATE, { body: { postData }, headers: MINIMAL })
    if (!post) throw new Error('The post did not come back.')
    return post._id
  })
  /** The tokens and marks of the entry that contains a post. */
  .extend('entryOf', ({ app }) => async (postId: string) => {
    await indexAll(app.db)
    return (await readIndex(app.db)).posts.get(bucketOf(Number(postId)))?.split(' ') ?? []
  })
  .extend('expectWhole', ({ app }) => async () => {
    const { actual, expected } = await compareIndex(app.db)
    expect(actual).toEqual(expected)
  })

test('a post is indexed with its text, its description, and marks', async ({ ann, write, entryOf, expectWhole }) => {
  const postId = await write(ann, {
    content: 'Čau #Two_Ducks 東京 https://example.com',
    mediaUrl: PICTURE,
    type: 'image',
    alt: 'On a pond',
  })
  const marks = [authorMark(Number(ann._id) as MemberId), mediaMark('picture'), mediaMark('link'), tagMark('two_ducks')]
  expect(await entryOf(postId)).toEqual(expect.arrayContaining(['cau', 'ducks', '東京', 'pond', ...marks]))
  expect(await entryOf(postId)).not.toContain(mediaMark('video'))
  await expectWhole()
})

test('an edited post is indexed with its new text alone', async ({ ann, write, entryOf, expectWhole }) => {
  const postId = await write(ann, { content: 'Before', mediaUrl: PICTURE, type: 'image', alt: 'Pond' })
  expect(await entryOf(postId)).toContain('before')
  await ann.call(EDIT, { params: { postId }, body: { postData: { content: 'After', alt: 'Lake' } } })
  const entry = await entryOf(postId)
  expect(entry).toEqual(expect.arrayContaining(['after', 'lake']))
  expect(entry.filter((token) => ['before', 'pond'].includes(token))).toEqual([])
  await expectWhole()
})

test('a deleted post is no longer indexed', async ({ ann, write, entryOf, expectWhole }) => {
  const postId = await write(ann, { content: 'Gone' })
  expect(await entryOf(postId)).toContain('gone')
  await ann.call(DELETE, { params: { postId } })
  expect(await entryOf(postId)).toEqual([])
  await expectWhole()
})

test('characters with a thousand marks are indexed, and words of a thousand letters', async ({
  ann,
  write,
  entryOf,
}) => {
  const postId = await write(ann, { content: `か${'\u3099\u0302'.repeat(900)}き ${'x'.repeat(1_000)} duck` })
  expect(await entryOf(postId)).toContain('duck')
})

test('a member is indexed by the words of the names, and by the username as a whole', async ({ app, member }) => {
  const ann = await member('Ann_Lee.', { firstName: 'Anna Zoë', lastName: '李' })
  const wordsOf = async () => {
    await indexAll(app.db)
    return (await readIndex(app.db)).people.get(Number(ann._id))?.split(' ').sort()
  }
  const number = ann.username.slice('Ann_Lee.'.length)
  const ofUsername = ['ann', 'lee', number, `annlee${number}`]
  expect(await wordsOf()).toEqual(['anna', 'zoe', '李', ...ofUsername].sort())
  await app.db.write(async (transaction) => {
    const row = transaction.updateTable('members').where('id', '=', Number(ann._id) as MemberId)
    await row.set({ first_name: 'Berta' }).execute()
  })
  expect(await wordsOf()).toEqual(['berta', '李', ...ofUsername].sort())
})

test('a member who has left is no longer indexed, with all posts', async ({ app, ann, bob, write, expectWhole }) => {
  for (const author of [ann, bob]) await write(author, { content: `Of ${author.username}` })
  await indexAll(app.db)
  await ann.call('POST /api/account/delete', { body: { password: PASSWORD } })
  const isAnns = (entry: string) => entry.split(' ').includes(authorMark(Number(ann._id) as MemberId))
  await expect.poll(async () => [...(await expectedIndex(app.db)).posts.values()].filter(isAnns)).toEqual([])
  await expectWhole()
  expect((await readIndex(app.db)).people.has(Number(ann._id))).toBe(false)
})

test('what no request has asked for is indexed soon after its commit', async ({ app, ann, write }) => {
  const postId = await write(ann, { content: 'Soon' })
  const entry = async () => (await readIndex(app.db)).posts.get(bucketOf(Number(postId)))
  await expect.poll(entry).toContain('soon')
})
