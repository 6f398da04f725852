import { makePerson } from '../support/api.ts'
import { test } from '../support/moderated.ts'
import { card } from '../support/posts.ts'
import { expect, fillSignUp, logIn } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { visit } from '../support/visit.ts'
import { PHONE } from '../support/where.ts'

test('a report goes to a moderator, the member appeals, and the post is back', async ({ openAs, moderated, noise }) => {
  noise.expect(/status of 404/)
  const { address, api, owner, author, reporter } = moderated
  const post = await api.writePost(author, 'Buy my ducks')
  const reading = await openAs(reporter, address)
  await reading.goto(`${address}/post-detail/${post.id}`)
  await card(reading, 'Buy my ducks').getByRole('button', { name: 'Post options' }).click()
  await reading.getByRole('menuitem', { name: 'Report post' }).click()
  const dialog = reading.getByRole('dialog', { name: 'Report post' })
  await dialog.getByRole('radio', { name: /No spam/ }).check()
  await dialog.getByRole('textbox').fill('He writes this every day')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(dialog).toBeHidden()

  const staff = await openAs(owner, address)
  await staff.goto(address)
  await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moderation' }).click()
  const own = await openAs(author, address)
  await own.goto(`${address}/profile/${author.username}`)
  // A change that is shown proves that this tab receives live events.
  await api.like(post, reporter)
  await expect(card(own, 'Buy my ducks').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
  const hidden = 'A moderator has hidden this post. Only you can see it.'
  await staff.getByRole('button', { name: /^Open the report/ }).click()
  await expect(staff.getByText('He writes this every day')).toBeVisible()
  await staff.getByLabel('Hide the post').check()
  await staff.getByRole('button', { name: 'Decide' }).click()
  await expect(staff.getByText('Tell the member why')).toBeVisible()
  await staff.getByLabel('Message to the member').fill('No advertising, please')
  await staff.getByRole('button', { name: 'Decide' }).click()
  await expect(staff.getByText('No open reports.')).toBeVisible()

  await expect(card(own, hidden)).toContainText('Buy my ducks')
  await own.reload()
  await expect(card(own, hidden)).toContainText('Buy my ducks')

  await reading.goto(`${address}/settings`)
  await expect(reading.getByRole('list', { name: 'Reports' })).toContainText('A moderator has acted')
  await reading.goto(`${address}/profile/${author.username}`)
  await expect(reading.getByText('You have not added any posts!')).toBeVisible()

  const member = await openAs(author, address)
  await member.goto(`${address}/post-detail/${post.id}`)
  await expect(member.getByText(hidden)).toBeVisible()
  await member.getByRole('link', { name: 'Read it' }).click()
  const decision = member.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
  await expect(decision).toContainText('No advertising, please')
  await decision.getByRole('button', { name: 'Appeal' }).click()
  await decision.getByRole('textbox').fill('They are rubber ducks, and it was a joke')
  await decision.getByRole('button', { name: 'Send appeal' }).click()
  await expect(decision).toContainText('Your appeal waits for a moderator')

  await staff.getByRole('link', { name: 'Appeals' }).click()
  await expect(staff.getByText('They are rubber ducks, and it was a joke')).toBeVisible()
  await staff.getByRole('button', { name: 'Accept appeal' }).click()
  await expect(staff.getByText('No open appeals.')).toBeVisible()
  await staff.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(staff.getByRole('list', { name: 'Audit log' })).toContainText('accept appeal')
  await expect(card(own, 'Buy my ducks')).toBeVisible()
  await expect(own.getByText(hidden)).toBeHidden()

  await reading.goto(`${address}/post-detail/${post.id}`)
  await expect(card(reading, 'Buy my ducks')).toBeVisible()
  await member.reload()
  await expect(decision).toContainText('Your appeal was accepted')
})

test('a sign-up waits for approval, is told so, and is let in; another is told why not', async ({
  page,
  openAs,
  moderated,
  noise,
}) => {
  noise.expect(/status of 403/)
  const { address, owner } = moderated
  const staff = await openAs(owner, address)
  await staff.goto(`${address}/moderation?part=sign-ups`)
  await staff.getByRole('radio', { name: /Those whom you approve/ }).check()
  await staff.getByLabel('Question for those whom you approve').fill('Why ducks?')
  const save = staff.getByRole('button', { name: 'Save' })
  await expectToast(staff, 'Saved', () => save.click())

  const people = [makePerson('Nina'), makePerson('Nils')]
  for (const person of people) {
    await page.goto(`${address}/signup`)
    await page.getByLabel('Why ducks?').fill('They are calm')
    await fillSignUp(page, person)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { name: 'Your sign-up waits for approval' })).toBeVisible()
  }
  const [welcome, unwelcome] = people as [(typeof people)[0], (typeof people)[0]]
  await page.getByRole('link', { name: 'Login' }).click()
  await logIn(page, welcome)
  await expect(page.getByRole('alert')).toHaveText(/^Your sign-up waits for approval/)

  await staff.reload()
  const waiting = (name: string) =>
    staff.getByRole('list', { name: 'Sign-ups' }).getByRole('listitem').filter({ hasText: name })
  await expect(waiting(welcome.username)).toContainText('They are calm')
  await waiting(welcome.username).getByRole('button', { name: 'Accept' }).click()
  await expect(waiting(welcome.username)).toHaveCount(0)
  await waiting(unwelcome.username).getByLabel('Why not?').fill('One Nils is enough')
  await waiting(unwelcome.username).getByRole('button', { name: 'Reject' }).click()
  await expect(waiting(unwelcome.username)).toHaveCount(0)

  await logIn(page, unwelcome)
  await expect(page.getByRole('alert')).toHaveText('Your sign-up was not accepted: One Nils is enough')
  await logIn(page, welcome)
  await expect(page).toHaveURL(`${address}/`)
})

test(
  'moderation on a phone: a suspension, and the appeal at the log-in',
  PHONE,
  async ({ page, openAs, moderated, noise }) => {
    noise.expect(/status of 40[13]/)
    const { address, api, owner, author, reporter } = moderated
    await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
    const staff = await openAs(owner, address)
    await staff.goto(`${address}/settings`)
    await staff.getByRole('link', { name: 'Open moderation' }).click()
    await staff.getByRole('button', { name: /^Open the report/ }).click()
    await staff.getByLabel('Suspend the member').check()
    await staff.getByLabel('Days of a suspension').fill('3')
    await staff.getByLabel('Message to the member').fill('Take a break')
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await staff.getByRole('button', { name: 'Decide' }).click()
    await expect(staff.getByText('No open reports.')).toBeVisible()

    await page.goto(`${address}/login`)
    await logIn(page, author)
    await page.getByRole('button', { name: 'Why is my account suspended?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your account is suspended' })
    await expect(dialog).toContainText('Take a break')
    await dialog.getByRole('textbox').fill('I will')
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    await expect(dialog).toContainText('Your appeal waits for a moderator')

    await staff.getByRole('link', { name: 'Appeals' }).click()
    await staff.getByRole('button', { name: 'Accept appeal' }).click()
    await expect(staff.getByText('No open appeals.')).toBeVisible()
    await page.keyboard.press('Escape')
    await logIn(page, author)
    await expect(page).toHaveURL(`${address}/`)
  },
)

test('without a role, nothing of moderation is visible', async ({ api, openAs, page, noise }) => {
  noise.expect(/status of 404/)
  const [viewer, other] = [await api.signUp(), await api.signUp()]
  const post = await api.writePost(other, 'A post')
  const screen = await openAs(viewer)
  await screen.goto(`/post-detail/${post.id}`)
  await expect(card(screen, 'A post')).toBeVisible()
  await screen.getByRole('button', { name: 'Post options' }).first().click()
  await expect(screen.getByRole('menuitem', { name: /^Block/ })).toBeVisible()
  await expect(screen.getByRole('menuitem', { name: /^Report/ })).toHaveCount(0)
  await screen.keyboard.press('Escape')
  await visit(screen, '/settings')
  await expect(screen.getByRole('heading', { name: 'Your data' })).toBeVisible()
  await expect(screen.getByRole('heading', { name: 'Reports' })).toHaveCount(0)
  await expect(screen.getByRole('link', { name: 'Moderation' })).toHaveCount(0)
  for (const path of ['/moderation', '/rules', '/about']) expect((await page.goto(path))?.status()).toBe(404)
})
