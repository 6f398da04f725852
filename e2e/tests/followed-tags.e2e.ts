import { pressOn, tabTo } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { makeTag } from '../support/tags.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { PHONE } from '../support/where.ts'

test('posts with a followed tag join Home and say so, until the tag is unfollowed', PHONE, async ({ api, openAs }) => {
  const tag = makeTag('Straße')
  const [viewer, friend, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()]
  await api.follow(friend, viewer)
  await api.writePost(friend, `By a friend, at #${tag}`)
  await api.writePost(stranger, `By a stranger, at ＃${tag.toUpperCase()}`)
  const page = await openAs(viewer)
  await page.goto('/')
  await expect(card(page, 'By a friend')).toBeVisible()
  await expect(card(page, 'By a stranger')).toHaveCount(0)
  await card(page, 'By a friend')
    .getByRole('link', { name: `#${tag}` })
    .click()
  const follow = page.getByRole('main').getByRole('button', { name: 'Follow', exact: true })
  await follow.click()
  const following = page.getByRole('main').getByRole('button', { name: 'Following', exact: true })
  await expect(following).toBeVisible()

  await page.goBack()
  const reason = card(page, 'By a stranger').getByText(`#${tag}, a tag that you follow`)
  await expect(reason).toBeVisible()
  await expect(card(page, 'By a friend').getByText('a tag that you follow')).toHaveCount(0)
  // The same post in another list has no reason.
  await visit(page, `/profile/${stranger.username}`)
  await expect(card(page, 'By a stranger')).toBeVisible()
  await expect(page.getByText('a tag that you follow')).toHaveCount(0)

  await visit(page, '/')
  await reason.getByRole('link').click()
  await expect(page).toHaveURL(`/tag/${encodeURIComponent(tag.toLowerCase().replace('ß', 'ss'))}`)
  await following.click()
  await expect(follow).toBeVisible()
  await page.goBack()
  await expect(card(page, 'By a friend')).toBeVisible()
  await expect(card(page, 'By a stranger')).toHaveCount(0)
})

test('following, reading and muting a tag work by keyboard alone', async ({ api, openAs }) => {
  const tag = makeTag('keys')
  const [viewer, stranger] = [await api.signUp(), await api.signUp()]
  await api.writePost(viewer, `Where is #${tag}?`)
  const page = await openAs(viewer)
  await page.goto('/')
  await pressOn(page, card(page, 'Where is').getByRole('link', { name: `#${tag}` }))
  const main = page.getByRole('main')
  const answer = page.waitForResponse(/\/follow$/)
  await pressOn(page, main.getByRole('button', { name: 'Follow', exact: true }))
  await answer
  await expect(main.getByRole('button', { name: 'Following', exact: true })).toBeFocused()
  await api.writePost(stranger, `Here, at #${tag}`)
  await page.goto('/')
  await pressOn(
    page,
    card(page, 'Here, at')
      .getByRole('link', { name: `#${tag}` })
      .first(),
  )
  await tabTo(page, main.getByRole('button', { name: 'Tag options' }))
  await page.keyboard.press('Enter')
  const day = page.getByRole('menuitem', { name: 'Mute for a day' })
  await expect(page.getByRole('menuitem', { name: 'Mute for an hour' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(day).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main.getByText(`You muted #${tag}`)).toBeVisible()
  await pressOn(page, main.getByRole('button', { name: 'Unmute' }))
  await expect(card(page, 'Here, at')).toBeVisible()
})
