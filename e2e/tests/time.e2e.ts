import { stopClock } from '../support/clock.ts'
import { attach, card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { toastOf } from '../support/toast.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('relative times stay current, from seconds to a date', async ({ api, openAs }) => {
  const member = await api.signUp()
  const post = await api.writePost(member, 'Some time ago')
  const page = await openAs(member)
  const start = Date.parse(post.createdAt)
  await page.clock.install()
  await page.goto('/')
  const time = card(page, 'Some time ago').locator('time')
  await expect(time).toBeVisible()
  await stopClock(page)
  for (const [age, text] of [
    [0, '1 second ago'],
    [5 * SECOND, '6 seconds ago'],
    [50 * SECOND, '51 seconds ago'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [23 * HOUR, '23 hours ago'],
    [DAY, '1 day ago'],
    [29 * DAY, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [11 * 30 * DAY, '11 months ago'],
    [13 * 30 * DAY, /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/],
  ] as const) {
    await page.clock.setSystemTime(start + age)
    // The page reads the clock once a second.
    await page.clock.runFor(SECOND)
    await expect(time).toHaveText(text)
  }
})

test('success and error toasts disappear after 1500 ms', async ({ api, openAs }) => {
  const member = await api.signUp()
  await api.writePost(member, 'To be shared')
  const page = await openAs(member)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/')
  const share = card(page, 'To be shared').getByRole('button', { name: 'Share' })
  await expect(share).toBeVisible()
  await stopClock(page)
  for (const { show, text } of [
    { show: () => share.click(), text: 'Link successfully copied' },
    {
      show: () => attach(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }),
      text: 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)',
    },
  ]) {
    const toast = toastOf(page, text)
    await show()
    await expect(toast).toBeVisible()
    await page.clock.runFor(1_499)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(toast).toBeHidden()
  }
})
