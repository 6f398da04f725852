import { readFile } from 'node:fs/promises'
import { patient } from '@quack/testing/patience'
import { missing } from '@quack/testing/system'
import { holdBack } from '../support/gate.ts'
import { attach, card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { makeWebm } from '../support/webm.ts'

const SECONDS = 1

test('a video that is being converted says so, and plays when it is ready', async ({ api, openAs }) => {
  const reason = missing('ffmpeg')
  test.skip(reason !== null, reason ?? '')
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'New post' }).fill('From the old camera')
  await attach(page, await makeWebm(SECONDS))
  await expect(form.getByText('Converting the video…')).toBeVisible()
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  const post = card(page, 'From the old camera')
  await expect(post).toBeVisible()
  const video = post.locator('video')
  await expect(video).toBeVisible({ timeout: patient(120_000) })
  await expect(post.getByText('Converting the video…')).toBeHidden()
  const length = () => video.evaluate((element: HTMLVideoElement) => element.duration)
  await expect.poll(length).toBeCloseTo(SECONDS, 0)
})

test('a video that could not be converted says so', async ({ api, openAs }) => {
  const member = await api.signUp()
  const file = new URL('../../server/src/features/demo/media/bouncing-ball.mp4', import.meta.url)
  const { url } = await api.upload(member, {
    name: 'ball.mp4',
    mimeType: 'video/mp4',
    buffer: await readFile(file),
  })
  await api.writePost(member, 'It was a good film', { mediaUrl: url, type: 'video' })
  const page = await openAs(member)
  // FFmpeg converts nearly everything that it can read. The server tests cover its failure; this one only the message.
  await page.route(/\/api\/feed\/resume/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"state":"ready"', '"state":"failed"') })
  })
  // They tell the state that the server has.
  await holdBack(page, /\/api\/events/)
  await page.goto('/')
  const post = card(page, 'It was a good film')
  await expect(post.getByRole('status')).toHaveText('This video could not be converted.')
  await expect(post.locator('video')).toHaveCount(0)
})
