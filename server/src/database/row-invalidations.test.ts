import { Agent } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../test/answers.ts'
import { createClient, MINIMAL } from '../../test/client.ts'
import { test as base } from '../../test/fixtures.ts'
import { writePost } from '../../test/members.ts'
import { askOver } from '../../test/network.ts'
import { NOTIFICATION_CHANGES } from '../../test/notification-changes.ts'
import { quote } from '../../test/quotes.ts'
import { CHANGES, type People } from '../../test/row-changes.ts'
import { picture, uploadFile } from '../../test/uploads.ts'
import { type Caches, createCaches } from '../caches.ts'
import type { InvalidationLog } from './invalidation-log.ts'
import { ROW_INVALIDATIONS, type Rule } from './row-invalidations.ts'
import type { Schema } from './schema.ts'

interface NewTable {
  notes: { author_id: number; subject_id: number }
}
// @ts-expect-error: a table that is not declared does not compile
ROW_INVALIDATIONS satisfies { readonly [Table in keyof (Schema & NewTable)]: readonly Rule[] }

const test = base
  /** The server's caches, once it is built. */
  .extend('built', { scope: 'file' }, (): { caches: Caches | null } => ({ caches: null }))
  .extend('options', { scope: 'file' }, ({ built }) => ({
    createCaches(log: InvalidationLog) {
      built.caches = createCaches(log)
      return built.caches
    },
  }))
  /** Sends requests over the network, each in a new turn of the event loop. */
  .extend('network', { scope: 'file' }, ({ address }, { onCleanup }) => {
    const agent = new Agent({ keepAlive: true })
    onCleanup(() => agent.destroy())
    return askOver(() => address, agent)
  })
  .extend('createPeople', ({ member }) => async (): Promise<People> => {
    const [ann, bob] = [await member('ann'), await member('bob')]
    await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    const { _id: postId } = await writePost(ann, 'as it was @ home')
    await bob.call('POST /api/comments/add/:postId', {
      params: { postId },
      body: { commentData: { text: 'a comment @ home' } },
    })
    return { ann, bob, postId, quoteId: (await quote(await member('quoting'), postId))._id }
  })
  /** Changes the database as `sqlite3` and `psql` do. */
  .extend('changeByHand', ({ app }) => async (statement: string): Promise<void> => {
    const { DATABASE_URL: connectionString } = app.database.env
    if (connectionString === undefined) {
      const database = new DatabaseSync(join(app.directory, 'quack.sqlite'))
      database.exec(statement)
      database.close()
      return
    }
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(statement)
    await client.end()
  })

describe('a row that another program changes', () => {
  test.for(Object.entries({ ...CHANGES, ...NOTIFICATION_CHANGES }))(
    '%s: shows in the next answer',
    async ([_, changeOf], { member, built, changeByHand, createPeople, network }) => {
      const people = await createPeople()
      const { statement, asking = 'bob', url, part } = changeOf(people)
      const { token } = asking === 'stranger' ? await member('somebody') : people[asking]
      const client = createClient(network, token)
      const ask = async () => JSON.stringify((await client.send({ url })).body)
      for (let count = 0; count < 3; count++) expect(await ask()).not.toContain(part)
      const hits = built.caches?.plans.hits ?? 0
      await ask()
      expect(built.caches?.plans.hits).toBe(hits + 1)
      await changeByHand(statement)
      expect(await ask()).toContain(part)
    },
  )

  test('files of a post show in one that quotes it', async ({ member, changeByHand, network }) => {
    const [author, reader] = [await member('author'), await member('reader')]
    const upload = async (size: number) => (await uploadFile(author, await picture(size).png().toBuffer())).url
    const [mediaUrl, url, other] = [await upload(40), await upload(50), await upload(60)]
    const postData = { mediaUrl, furtherPictures: [{ url }] }
    const { post } = await author.call('POST /api/posts', { body: { postData }, headers: MINIMAL })
    const postId = post?._id ?? ''
    const { _id: quoteId } = await quote(await member('quoting'), postId)
    const client = createClient(network, reader.token)
    const ask = async () => JSON.stringify((await client.send({ url: `/api/posts/${quoteId}?embed=0` })).body)
    for (let count = 0; count < 2; count++) expect(await ask()).toMatch(/"width":40.*"width":50/)
    const edit = { params: { postId }, body: { postData: { furtherPictures: [{ url: other }] } } }
    await author.call('POST /api/posts/edit/:postId', edit)
    expect(await ask()).toMatch(/"width":40.*"width":60/)
    for (const [index, address] of [mediaUrl, other].entries()) {
      await changeByHand(`update media set width = 7${index} where name = '${address.slice('/media/'.length)}'`)
      expect(await ask()).toContain(`"width":7${index}`)
    }
  })

  test('a username that another member gets leads to that member immediately', async ({
    member,
    changeByHand,
    network,
  }) => {
    const [first, second, reader] = [await member('first'), await member('second'), await member('reader')]
    await writePost(second, 'of the second')
    const client = createClient(network, reader.token)
    const addresses = [`/api/users/${first.username}?embed=0`, `/api/posts/user/${first.username}?embed=0`]
    const ask = async () => Promise.all(addresses.map(async (url) => JSON.stringify((await client.send({ url })).body)))
    for (let count = 0; count < 2; count++) {
      expect((await ask())[0]).toContain(`"_id":"${first._id}"`)
      expect((await ask())[1]).toContain('"posts":[]')
    }
    const rename = (id: string, name: string) =>
      changeByHand(`update members set username = '${name}', username_key = '${name.toLowerCase()}' where id = ${id}`)
    await rename(first._id, `${first.username}x`)
    // The first member's data under the new name are cached under the same id.
    await client.send({ url: `/api/users/${first.username}x?embed=0` })
    await client.send({ url: `/api/posts/user/${first.username}x?embed=0` })
    await rename(second._id, first.username)
    const [profile, posts] = await ask()
    expect(profile).toContain(`"_id":"${second._id}"`)
    expect(posts).toContain('of the second')
  })

  test('a deleted account without posts is unknown with the next request', async ({ member, network }) => {
    const [leaving, reader] = [await member('leaving'), await member('reader')]
    const client = createClient(network, reader.token)
    const url = `/api/posts/user/${leaving.username}?embed=0`
    for (let count = 0; count < 2; count++) expect((await client.send({ url })).status).toBe(200)
    await leaving.call('POST /api/account/delete', { body: { password: PASSWORD } })
    expect((await client.send({ url })).status).toBe(404)
  })

  test('a deleted session is over with the next request', async ({ member, changeByHand, network }) => {
    const { _id, token } = await member('somebody')
    const eve = createClient(network, token)
    expect((await eve.send({ url: '/api/feed' })).status).toBe(200)
    await changeByHand(`delete from sessions where member_id = ${_id}`)
    expect((await eve.send({ url: '/api/feed' })).status).toBe(401)
  })
})
