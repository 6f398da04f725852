import { makePerson } from '../support/api.ts'
import { escapeFrom } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { holdToast } from '../support/toast.ts'
import { LONG } from '../support/where.ts'

test(
  'a muted member leaves the feeds without a reload, in another tab too, and returns with Undo and Unmute',
  LONG,
  async ({ api, openAs }) => {
    const [viewer, rex] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Rex'))]
    await api.follow(rex, viewer)
    const own = await api.writePost(viewer, 'My own post')
    await api.writePost(rex, 'By Rex')
    const [page, other] = [await openAs(viewer), await openAs(viewer)]
    await other.goto('/')
    await expect(card(other, 'By Rex')).toBeVisible()
    // A change that is shown proves that this tab receives live events.
    await api.like(own, rex)
    await expect(card(other, 'My own post').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()

    await page.goto('/')
    const dialog = page.getByRole('dialog', { name: `Mute @${rex.username}?` })
    const fillIn = async () => {
      await page
        .getByRole('button', { name: /^(Post|Profile) options$/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: `Mute @${rex.username}…` }).click()
      await dialog.getByRole('radio', { name: 'For a day' }).check()
      await dialog.getByRole('checkbox', { name: 'Mute their notifications too' }).uncheck()
    }
    const mute = dialog.getByRole('button', { name: 'Mute', exact: true })
    await fillIn()
    // Undo is offered for some seconds. They must not pass before both tabs have followed.
    const undo = page.getByRole('button', { name: 'Undo' })
    await holdToast(page, undo, () => mute.click())
    await expect(card(other, 'By Rex')).toHaveCount(0)
    await expect(card(other, 'My own post')).toBeVisible()
    await expect(async () => {
      await page.clock.runFor(50)
      expect(await card(page, 'By Rex').count()).toBe(0)
      expect(await card(page, 'My own post').isVisible()).toBe(true)
    }).toPass()
    await page.clock.resume()
    await undo.click()
    for (const each of [page, other]) await expect(card(each, 'By Rex')).toBeVisible()

    await page.goto(`/profile/${rex.username}`)
    await expect(card(page, 'By Rex')).toBeVisible()
    await fillIn()
    await mute.click()
    await expect(dialog).toBeHidden()
    const head = page.getByRole('region', { name: 'Rex Mallard', exact: true })
    await expect(head.getByText(`You muted @${rex.username} until `)).toBeVisible()
    await expect(card(page, 'By Rex')).toBeVisible()
    await expect(card(other, 'By Rex')).toHaveCount(0)
    await page.getByRole('button', { name: 'Profile options' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([`Unmute @${rex.username}`, `Block @${rex.username}…`])
    await escapeFrom(page, page.getByRole('menu'))

    await other.goto('/settings')
    await other.getByRole('link', { name: 'Muted members' }).click()
    const entry = other.getByRole('list', { name: 'Muted members' }).getByRole('listitem')
    await expect(entry).toContainText(/Muted until .*, but not their notifications/)
    await head.getByRole('button', { name: 'Unmute' }).click()
    await expect(head.getByText('You muted')).toHaveCount(0)
    await other.goto('/')
    await expect(card(other, 'By Rex')).toBeVisible()
  },
)
