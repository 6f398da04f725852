import type { Page } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import { makePerson } from '../support/api.ts'
import { holdBack } from '../support/gate.ts'
import { card } from '../support/posts.ts'
import { makeTag } from '../support/tags.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { PHONE } from '../support/where.ts'

/** The head of a tag's page. */
const head = (page: Page, tag: string) => page.getByRole('region', { name: `#${tag}`, exact: true })
const follow = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Follow', exact: true })
const following = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Following', exact: true })

test('a hashtag leads to all posts with it, in any spelling, newest first', async ({ api, openAs }) => {
  const [viewer, other] = [await api.signUp(), await api.signUp()]
  const page = await openAs(viewer)
  for (const [start, variant] of [
    ['Pond', 'ＰＯＮＤ'],
    ['אגם', 'אגם'],
    ['بحيرة', 'بحيرة'],
  ] as const) {
    const tag = makeTag(start)
    await api.writePost(other, `The first at #${tag}.`)
    await api.writePost(other, `Not here: #${tag}_no`)
    await api.writePost(viewer, `The second: ＃${tag.replace(start, variant).toUpperCase()}!`)
    await page.goto(`/profile/${other.username}`)
    await card(page, 'The first')
      .filter({ hasText: tag })
      .getByRole('link', { name: `#${tag}` })
      .click()
    await expect(page.getByRole('heading', { name: `#${tag}`, exact: true })).toBeVisible()
    await expect(page).toHaveTitle(`#${tag} · Quack`)
    await expect(head(page, tag)).toContainText('2 posts')
    const list = page.getByRole('region', { name: `Posts with #${tag}` })
    await expect(list.getByRole('article')).toContainText(['The second', 'The first'])
    await list.getByRole('link', { name: `＃${tag.replace(start, variant).toUpperCase()}` }).click()
    await expect(list.getByRole('article'), 'another spelling is the same page').toHaveCount(2)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(`/profile/${other.username}`)
  }
})

test('rapid taps on the follow button of a tag end in the last state', PHONE, async ({ api, openAs }) => {
  const tag = makeTag('taps')
  const page = await openAs(await api.signUp())
  await page.goto(`/tag/${tag}`)
  await expect(page.getByText(`There are no posts with #${tag} yet.`)).toBeVisible()
  const gate = await holdBack(page, /\/follow$/)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/follow')) sent.push(request.method())
  })
  const answer = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await follow(page).click()
  await following(page).click()
  await follow(page).click()
  await following(page).click()
  gate.open()
  await answer
  await expect(follow(page)).toBeVisible()
  expect(sent).toEqual(['POST', 'DELETE'])
  await page.reload()
  await expect(follow(page)).toBeVisible()
})

test('a follow of a tag that fails is taken back, and the list of followed tags ends one', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/ERR_CONNECTION_FAILED/, /NetworkError/)
  const tag = makeTag('kept')
  const viewer = await api.signUp()
  const page = await openAs(viewer)
  await page.goto(`/tag/${tag}`)
  await page.route(/\/follow$/, (route) => route.abort('connectionfailed'))
  const failed = page.waitForEvent('console', (message) => /NetworkError/.test(message.text()))
  await follow(page).click()
  await failed
  await expect(follow(page)).toBeVisible()

  await page.goto('/settings/tags')
  await expect(page.getByText('You do not follow any tags.')).toBeVisible()
  await api.followTag(tag, viewer)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Followed tags' }).click()
  const entry = page.getByRole('list', { name: 'Followed tags' }).getByRole('listitem')
  await entry.getByRole('link', { name: `#${tag}` }).click()
  await expect(following(page)).toBeVisible()
  await page.goBack()
  await page.unroute(/\/follow$/)
  await entry.getByRole('button', { name: 'Unfollow' }).click()
  await expect(page.getByText('You do not follow any tags.')).toBeVisible()
  await page.goto(`/tag/${tag}`)
  await expect(follow(page)).toBeVisible()
})

test(
  'a tag is muted in one tap, which takes its posts out of the feeds until it is unmuted',
  PHONE,
  async ({ api, openAs }) => {
    const tag = makeTag('Noise')
    const [viewer, author] = [await api.signUp(), await api.signUp()]
    await api.follow(author, viewer)
    await api.writePost(author, 'Quiet words')
    await api.writePost(author, `Loud words #${tag}`)
    const page = await openAs(viewer)
    await page.goto('/')
    await card(page, 'Loud words')
      .getByRole('link', { name: `#${tag}` })
      .click()
    await expect(card(page, 'Loud words')).toBeVisible()
    const options = page.getByRole('button', { name: 'Tag options' })
    await options.click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Mute for an hour',
      'Mute for a day',
      'Mute for a week',
      'Mute permanently',
    ])
    await page.getByRole('menuitem', { name: 'Mute for a day' }).click()
    const note = head(page, tag).getByText(`You muted #${tag}`)
    await expect(note).toBeVisible()
    await expect(card(page, 'Loud words')).toHaveCount(0)
    await expect(page.getByText(`Posts with #${tag} are hidden while it is muted.`)).toBeVisible()
    await page.goBack()
    await expect(card(page, 'Quiet words')).toBeVisible()
    await expect(card(page, 'Loud words')).toHaveCount(0)
    await page.goForward()
    await head(page, tag).getByRole('button', { name: 'Unmute' }).click()
    await expect(note).toHaveCount(0)
    await expect(card(page, 'Loud words')).toBeVisible()
    await page.goBack()
    await expect(card(page, 'Quiet words')).toBeVisible()
    await expect(card(page, 'Loud words')).toBeVisible()

    await page.goForward()
    await options.click()
    await page.getByRole('menuitem', { name: 'Mute permanently' }).click()
    await expect(note).toBeVisible()
    await options.click()
    await page.getByRole('menuitem', { name: 'Unmute' }).click()
    await expect(note).toHaveCount(0)
  },
)

test('a new, an edited and a deleted post change the page of its tag at once', async ({ api, openAs }) => {
  const tag = makeTag('own')
  const page = await openAs(await api.signUp())
  await page.goto(`/tag/${tag}`)
  await expect(head(page, tag)).toContainText('0 posts')
  await page.getByRole('button', { name: 'New Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  await dialog.getByRole('textbox', { name: 'New post' }).fill(`Just now #${tag.toUpperCase()} `)
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(card(page, 'Just now')).toBeVisible()
  // The same tag, as it was typed first.
  await expect(page.getByRole('heading', { name: `#${tag.toUpperCase()}`, exact: true })).toBeVisible()
  await expect(page.getByText('1 post', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Post' })
  await edit.getByRole('textbox', { name: 'Post text' }).fill('Just now, without it ')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('0 posts')).toBeVisible()
  await expect(card(page, 'Just now')).toHaveCount(0)
})

test('the page of a text that is no tag says so, and one that fails to load can be retried', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/status of 404.*\/tag\/123/, /ERR_CONNECTION_FAILED/)
  const page = await openAs(await api.signUp())
  await page.goto('/tag/123')
  await expect(page.getByText('A hashtag consists of letters, digits and underscores')).toBeVisible()
  await expect(follow(page)).toHaveCount(0)

  const tag = makeTag('later')
  await page.route(/\/api\/tags\//, (route) => route.abort('connectionfailed'))
  await page.goto(`/tag/${tag}`)
  await expect(page.getByRole('alert')).toContainText('Quack cannot be reached.')
  await page.unroute(/\/api\/tags\//)
  // The page also tries by itself. Then there is no button any more.
  await expect(async () => {
    const retry = page.getByRole('button', { name: 'Retry' }).first()
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    // Pressed again before the answer, it would begin anew.
    await expect(head(page, tag)).toContainText('0 posts', { timeout: patient(5_000) })
  }).toPass()
  await expect(page.getByText(`There are no posts with #${tag} yet.`)).toBeVisible()
})

test('the shared guest account follows tags, and is told that it cannot mute them', async ({ api, page }) => {
  const tag = makeTag('guest')
  await api.writePost(await api.signUp(makePerson('Rex')), `Look at #${tag}`)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await visit(page, `/tag/${tag}`)
  await page.getByRole('button', { name: 'Tag options' }).click()
  await page.getByRole('menuitem', { name: 'Mute for an hour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guest account' })
  await expect(dialog).toContainText('nor mute tags')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(card(page, 'Look at')).toBeVisible()
})
