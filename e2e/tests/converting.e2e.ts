import { patient } from '@quack/testing/patience'
import { missing } from '@quack/testing/system'
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
