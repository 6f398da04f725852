import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { patient } from '@quack/testing/patience'
import { expectAccessible } from '../support/axe.ts'
import { bell, rows } from '../support/notifications.ts'
import { startOwnProduct } from '../support/own-product.ts'
import { card, choose } from '../support/posts.ts'
import { makeServerClock } from '../support/server-clock.ts'
import { expect, test } from '../support/test.ts'

test('a post is edited, its reader is told and sees what it said, and so does a moderator who is asked', async ({
  openAs,
  playwright,
  browser,
}) => {
  const clock = await makeServerClock()
  const { address, api, dataDirectory, stop } = await startOwnProduct(playwright, clock.environment)
  try {
    const [ann, bob, olga] = [await api.signUp(), await api.signUp(), await api.signUp()]
    const database = new DatabaseSync(join(dataDirectory, 'quack.sqlite'), { timeout: patient(30_000) })
    database.prepare("update members set role = 'owner' where username = ?").run(olga.username)
    database.close()
    const post = await api.writePost(ann, 'There are no geese in this pond')
    await api.comment(post, bob, 'Good to know')
    await clock.moveBy(3 * 60_000)

    const hers = await openAs(ann, address)
    await hers.goto(`${address}/profile/${ann.username}`)
    await choose(hers, card(hers, 'There are no geese'), 'Edit Post')
    const form = hers.getByRole('dialog', { name: 'Edit Post' })
    await form.getByRole('textbox', { name: 'Post text' }).fill('There are three geese in this pond, and they bite')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    await expect(hers.getByRole('button', { name: 'Edited' })).toBeVisible()

    const his = await openAs(bob, address)
    await his.goto(address)
    await bell(his).click()
    await rows(his).filter({ hasText: 'edited a post that you commented on' }).getByRole('link').last().click()
    await his.getByRole('button', { name: 'Edited' }).click()
    const versions = his.getByRole('dialog', { name: 'Versions' }).getByRole('listitem')
    await expect(versions).toHaveCount(2)
    await expect(versions.first().locator('ins').first()).toContainText('three')
    await expect(versions.first().locator('del')).toContainText('no')
    await expect(versions.last()).toContainText('There are no geese in this pond')
    await expectAccessible(his)

    await api.report(post, bob, 'It said something else')
    const staff = await openAs(olga, address)
    await staff.goto(`${address}/moderation`)
    await staff.getByRole('button', { name: /^Open the report/ }).click()
    await staff.getByRole('button', { name: 'Show its versions' }).click()
    await expect(staff.getByRole('dialog').getByRole('listitem').last()).toContainText('There are no geese')
  } finally {
    // An open page would log that its server is gone.
    await Promise.all(browser.contexts().map((context) => context.close()))
    await stop()
    await clock.remove()
  }
})
