import { describe, expect } from 'vitest'
import { refusal } from '../../../../test/refusals.ts'
import { newPicture, post, remove, test, upload } from '../../../../test/sweep-fixtures.ts'

describe('media without a reference', () => {
  test('are removed a day after the upload, and not before', async ({ ann, filesOf, statusOf, sweepIn }) => {
    const url = await upload(ann, await newPicture())
    expect(await statusOf(`${url}?w=660`)).toBe(200)
    await sweepIn(23)
    expect(await filesOf(url)).toHaveLength(2)
    await sweepIn(25)
    expect(await filesOf(url)).toEqual([])
    expect(await statusOf(url)).toBe(404)
    const late = { body: { postData: { mediaUrl: url } } }
    expect(await ann.refuse('POST /api/posts', late)).toEqual(refusal('mediaUrlInvalid'))
  })

  test('are removed with their post, in every size', async ({ ann, filesOf, statusOf, untilGone }) => {
    const url = await upload(ann, await newPicture())
    const id = await post(ann, url)
    for (const width of [400, 660]) expect(await statusOf(`${url}?w=${width}`)).toBe(200)
    expect(await filesOf(url)).toHaveLength(3)
    await remove(ann, id)
    await untilGone(url)
  })
})
