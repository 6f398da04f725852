import { describe, expect } from 'vitest'
import { animation } from '../../../../test/media-files/pictures.ts'
import { HOUR, newPicture, post, test, upload } from '../../../../test/sweep-fixtures.ts'
import { createWorkerPool } from '../worker/worker-pool.ts'
import { createFrameCounts } from './frame-counts.ts'
import { createSweep } from './media.sweep.ts'

describe('the frames of earlier pictures', () => {
  test('are counted in the background, and cached posts then say which of them move', async ({ app, ann }) => {
    const urls = [await upload(ann, await (await animation(3)).gif().toBuffer()), await upload(ann, await newPicture())]
    const ids = [await post(ann, urls[0] ?? ''), await post(ann, urls[1] ?? '')]
    const read = () =>
      Promise.all(
        ids.map(async (postId) => {
          const { media } = (await ann.call('GET /api/posts/:postId', { params: { postId } })).post
          return media?.animated
        }),
      )
    const names = urls.map((url) => url.slice('/media/'.length))
    await app.db.write((transaction) =>
      transaction.updateTable('media').set({ frames: null }).where('name', 'in', names).execute(),
    )
    expect(await read()).toEqual([undefined, undefined])
    const workers = createWorkerPool(1)
    try {
      const countFrames = createFrameCounts({ db: app.db, store: app.media, workers })
      await createSweep(app.db, app.media, () => false, countFrames).removeLeftOver(Date.now() + 2 * HOUR)
    } finally {
      workers.close()
    }
    expect(await read()).toEqual([true, undefined])
    const rows = await app.db.read.selectFrom('media').select('frames').where('name', 'in', names).execute()
    expect(rows.map(({ frames }) => frames).sort()).toEqual([1, 3])
  })
})
