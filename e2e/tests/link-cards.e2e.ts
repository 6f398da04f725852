import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { untilLive } from '../support/live.ts'
import { startOwnProduct } from '../support/own-product.ts'
import { card, choose } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('the card of an address appears live, and its author takes it off', async ({ openAs, playwright }) => {
  // The pages of this server stand for those of another one: its public address is elsewhere.
  const { address, api, stop } = await startOwnProduct(playwright, {
    LINK_CARDS: 'on',
    PUBLIC_URL: 'https://quack.example',
    READ_PRIVATE_ADDRESSES: 'on',
  })
  try {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const [hers, his] = [await openAs(ann, address), await openAs(bob, address)]
    const hersIsLive = untilLive(hers)
    await hers.goto(`${address}/`)
    await hersIsLive
    const form = hers.getByRole('form', { name: 'New post' })
    await form.getByRole('textbox', { name: 'New post' }).fill(`Look: ${address}/profile/${bob.username}`)
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    const linkOn = (page: Page) => card(page, 'Look:').getByRole('link', { name: /Bob Mallard/ })
    const [link, same] = [linkOn(hers), linkOn(his)]
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expectAccessible(hers)

    const hisIsLive = untilLive(his)
    await his.goto(`${address}/explore`)
    await hisIsLive
    await expect(same).toBeVisible()
    await choose(hers, card(hers, 'Look:'), 'Remove link card')
    await expect(link).toHaveCount(0)
    await expect(same).toHaveCount(0)
    // They would ask a server that has stopped.
    for (const page of [hers, his]) await page.close()
  } finally {
    await stop()
  }
})
