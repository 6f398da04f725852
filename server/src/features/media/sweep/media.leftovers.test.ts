import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { describe, expect } from 'vitest'
import { appoint, signUp } from '../../../../test/members.ts'
import { HOUR, newPicture, post, test, upload } from '../../../../test/sweep-fixtures.ts'
import { createSweep } from './media.sweep.ts'

describe('media without a reference', () => {
  test('from killed processes are found: interrupted removals, and files without a row', async ({
    app,
    ann,
    filesOf,
    statusOf,
    sweepIn,
  }) => {
    const url = await upload(ann, await newPicture())
    const name = url.slice('/media/'.length)
    await app.db.write((transaction) =>
      transaction.updateTable('media').set({ removing_at: Date.now() }).where('name', '=', name).execute(),
    )
    expect(await statusOf(url)).toBe(404)
    await sweepIn(0)
    expect(await filesOf(url)).toHaveLength(1)
    await sweepIn(1)
    expect(await filesOf(url)).toEqual([])

    const [kept, left] = [await upload(ann, await newPicture()), '/media/AAAAAAAAAAAAAAAAAAAAAA.webp']
    const source = `${kept.slice(7)}.source`
    for (const leftOver of [left.slice(7), `${left.slice(7)}.400.webp`, source]) {
      const file = app.media.temporaryFile()
      await writeFile(file, 'left over')
      await app.media.put(file, leftOver, 'image/webp')
    }
    const unfinished = app.media.temporaryFile()
    await writeFile(unfinished, 'half a file')
    const sweep = createSweep(app.db, app.media)
    await sweep.removeLeftOver(Date.now())
    expect(await filesOf(left)).toHaveLength(2)
    expect(await readdir(dirname(unfinished))).toContain(basename(unfinished))
    await sweep.removeLeftOver(Date.now() + 2 * HOUR)
    expect(await filesOf(left)).toEqual([])
    expect(await readdir(dirname(unfinished))).toEqual([])
    expect(await filesOf(kept)).toEqual([kept.slice(7)])
    expect(await statusOf(kept)).toBe(200)
    expect(await app.db.read.selectFrom('media').select('name').where('removing_at', 'is not', null).execute()).toEqual(
      [],
    )
  })

  test('is that of posts which a moderator has deleted', async ({ app, ann, bob, filesOf, sweepIn }) => {
    const moderator = await appoint(app, await signUp(app), 'moderator')
    const [deleted, kept] = [await upload(ann, await newPicture()), await upload(ann, await newPicture())]
    const ids = [await post(ann, deleted), await post(ann, deleted)]
    await post(ann, kept)
    const reports = []
    for (const id of ids)
      reports.push((await bob.call('POST /api/reports', { body: { kind: 'post', id, rule: 'spam' } })).report._id)
    const body = { reports, actions: ['delete' as const], message: 'Please stop' }
    await moderator.call('POST /api/moderation/decisions', { body })
    await sweepIn(25)
    expect(await filesOf(deleted)).toEqual([])
    expect(await filesOf(kept)).not.toEqual([])
  })
})
