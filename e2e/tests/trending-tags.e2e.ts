import { expectAccessible } from '../support/axe.ts'
import { holdBack } from '../support/gate.ts'
import { tabTo } from '../support/keyboard.ts'
import { startOwnProduct } from '../support/own-product.ts'
import { makeServerClock } from '../support/server-clock.ts'
import { watchShifts } from '../support/shifts.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }

test(
  'Explore shows the tags that two members have used, moves nothing for them, and one tap mutes them',
  LONG,
  async ({ openAs, playwright }) => {
    // A server of its own: only so many tags trend, and they are counted once a minute.
    const clock = await makeServerClock()
    const { address, api, stop } = await startOwnProduct(playwright, clock.environment)
    try {
      const [ann, bob] = [await api.signUp(), await api.signUp()]
      await api.writePost(ann, 'The one and only #Alone')
      await api.writePost(ann, 'Again #Alone')
      await api.writePost(ann, 'First of two #Reeds and #אגם')
      await api.writePost(bob, 'Second of two ＃ＲＥＥＤＳ and #אגם')
      await clock.moveBy(60_000)
      await api.awaitTrending('Reeds')
      const page = await openAs(await api.signUp(), address)
      const trending = page.getByRole('region', { name: 'Trending today' })
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size)
        const gate = await holdBack(page, /\/api\/trending-tags/)
        const asked = page.waitForRequest(/\/api\/trending-tags/)
        await page.goto(`${address}/explore`)
        await asked
        await expect(page.getByText('You are all caught up!')).toBeVisible()
        const shifts = await watchShifts(page)
        gate.open()
        await expect(trending.getByRole('link')).toContainText([/2 members/, /2 members/])
        // Below the last post, where there is no aside: the text of the end moves.
        const moved = (await shifts()).filter((shift) => size === WIDE || !shift.endsWith(' P'))
        expect(moved, `no post moves at ${size.width} px`).toEqual([])
      }
      await expect(trending).not.toContainText('#Alone')
      await expectAccessible(page)
      await trending.getByRole('link', { name: '#Reeds' }).click()
      await expect(page.getByRole('heading', { name: '#Reeds', exact: true })).toBeVisible()
      await expect(page.getByRole('article')).toContainText(['Second of two', 'First of two'])

      await page.goBack()
      await tabTo(page, trending.getByRole('button', { name: 'Options for #Reeds' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Mute for an hour' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(trending.getByRole('link', { name: '#Reeds' })).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      await expect(page.getByText('The one and only')).toBeVisible()
      await expect(page.getByText('First of two')).toHaveCount(0)
      await page.context().close()
    } finally {
      await stop()
      await clock.remove()
    }
  },
)

test('without tags that trend, Explore shows nothing of them', LONG, async ({ openAs, playwright }) => {
  const { address, api, stop } = await startOwnProduct(playwright)
  try {
    const member = await api.signUp()
    await api.writePost(member, 'The one and only #Alone')
    const page = await openAs(member, address)
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size)
      const answered = page.waitForResponse(/\/api\/trending-tags/)
      await page.goto(`${address}/explore`)
      await answered
      await expect(page.getByText('You are all caught up!')).toBeVisible()
      await expect(page.getByText('Trending')).toHaveCount(0)
    }
    await page.context().close()
  } finally {
    await stop()
  }
})
