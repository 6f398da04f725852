import type { Page } from '@playwright/test'
import { makePerson, type Person } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { test } from '../support/moderated.ts'
import { card } from '../support/posts.ts'
import { expect, fillSignUp, logIn } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE, tags } from '../support/where.ts'

/** The entry about a member in a list of the moderators. Others may wait there too. */
const entry = (page: Page, list: 'Reports' | 'Appeals' | 'Sign-ups', { username }: Person) =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .filter({ hasText: `@${username}` })

test(
  'a report goes to a moderator, the member appeals, and the post is back',
  LONG,
  async ({ openAs, moderated, noise }) => {
    noise.expect(/status of 404/)
    const { address, api, owner, author, reporter } = moderated
    const post = await api.writePost(author, 'Buy my ducks')
    const reading = await openAs(reporter, address)
    await reading.goto(`${address}/post-detail/${post.id}`)
    await card(reading, 'Buy my ducks').getByRole('button', { name: 'Post options' }).click()
    await reading.getByRole('menuitem', { name: 'Report post' }).click()
    const dialog = reading.getByRole('dialog', { name: 'Report post' })
    await dialog.getByRole('radio', { name: /No spam/ }).check()
    await expectAccessible(reading)
    await dialog.getByRole('textbox').fill('He writes this every day')
    await dialog.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(dialog).toBeHidden()

    const staff = await openAs(owner, address)
    await staff.goto(address)
    await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moderation' }).click()
    const own = await openAs(author, address)
    await own.goto(`${address}/post-detail/${post.id}`)
    // A change that is shown proves that this tab receives live events.
    await api.like(post, reporter)
    await expect(card(own, 'Buy my ducks').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
    await expect(own.getByRole('region', { name: 'Comments' })).toBeVisible()
    const hidden = 'A moderator has hidden this post. Only you can see it.'
    await entry(staff, 'Reports', author)
      .getByRole('button', { name: /^Open the report/ })
      .click()
    await expect(staff.getByText('He writes this every day')).toBeVisible()
    await staff.getByLabel('Hide the post').check()
    await staff.getByRole('button', { name: 'Decide' }).click()
    await expect(staff.getByText('Tell the member why')).toBeVisible()
    await staff.getByLabel('Message to the member').fill('No advertising, please')
    await staff.getByRole('button', { name: 'Decide' }).click()
    await expect(entry(staff, 'Reports', author)).toHaveCount(0)

    await visit(reading, `${address}/settings`)
    await expect(reading.getByRole('list', { name: 'Reports' })).toContainText('A moderator has acted')
    await visit(reading, `${address}/profile/${author.username}`)
    await expect(reading.getByText('You have not added any posts!')).toBeVisible()

    await expect(own.getByText(hidden)).toBeVisible()
    await expect(card(own, 'Buy my ducks')).toBeVisible()
    await expect(own.getByRole('region', { name: 'Comments' })).toBeHidden()
    // The notice of the decision comes with the member's own data.
    await own.reload()
    await expect(own.getByText(hidden)).toBeVisible()
    await own.getByRole('link', { name: 'Read it' }).click()
    const decision = own.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
    await expect(decision).toContainText('No advertising, please')
    await expectAccessible(own)
    await decision.getByRole('button', { name: 'Appeal' }).click()
    await decision.getByRole('textbox').fill('They are rubber ducks, and it was a joke')
    await decision.getByRole('button', { name: 'Send appeal' }).click()
    await expect(decision).toContainText('Your appeal waits for a moderator')

    await staff.getByRole('link', { name: 'Appeals' }).click()
    await expect(entry(staff, 'Appeals', author)).toContainText('They are rubber ducks, and it was a joke')
    await entry(staff, 'Appeals', author).getByRole('button', { name: 'Accept appeal' }).click()
    await expect(entry(staff, 'Appeals', author)).toHaveCount(0)
    await staff.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(staff.getByRole('list', { name: 'Audit log' })).toContainText('accept appeal')

    await own.reload()
    await expect(decision).toContainText('Your appeal was accepted')
    await visit(own, `${address}/post-detail/${post.id}`)
    await expect(card(own, 'Buy my ducks')).toBeVisible()
    await expect(own.getByText(hidden)).toBeHidden()
    await reading.goto(`${address}/post-detail/${post.id}`)
    await expect(card(reading, 'Buy my ducks')).toBeVisible()
  },
)

test(
  'a sign-up waits for approval, is told so, and is let in; another is told why not',
  LONG,
  async ({ page, openAs, moderated, noise }) => {
    noise.expect(/status of 403/)
    const { address, api, owner } = moderated
    const staff = await openAs(owner, address)
    await staff.goto(`${address}/moderation?part=sign-ups`)
    await staff.getByRole('radio', { name: /Those whom you approve/ }).check()
    await staff.getByLabel('Question for those whom you approve').fill('Why ducks?')
    const save = staff.getByRole('button', { name: 'Save' })
    await expectToast(staff, 'Saved', () => save.click())

    const [welcome, unwelcome] = [makePerson('Nina'), makePerson('Nils')]
    await page.goto(`${address}/signup`)
    await page.getByLabel('Why ducks?').fill('They are calm')
    await expectAccessible(page)
    await fillSignUp(page, welcome)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { name: 'Your sign-up waits for approval' })).toBeVisible()
    await page.request.post(`${address}/api/auth/signup`, { data: { ...unwelcome, signUpAnswer: 'One more Nils' } })
    await page.getByRole('link', { name: 'Login' }).click()
    await logIn(page, welcome)
    await expect(page.getByRole('alert')).toHaveText(/^Your sign-up waits for approval/)

    await staff.reload()
    await expect(entry(staff, 'Sign-ups', welcome)).toContainText('They are calm')
    await entry(staff, 'Sign-ups', welcome).getByRole('button', { name: 'Accept' }).click()
    await expect(entry(staff, 'Sign-ups', welcome)).toHaveCount(0)
    await entry(staff, 'Sign-ups', unwelcome).getByLabel('Why not?').fill('One Nils is enough')
    await entry(staff, 'Sign-ups', unwelcome).getByRole('button', { name: 'Reject' }).click()
    await expect(entry(staff, 'Sign-ups', unwelcome)).toHaveCount(0)

    await logIn(page, unwelcome)
    await expect(page.getByRole('alert')).toHaveText('Your sign-up was not accepted: One Nils is enough')
    await logIn(page, welcome)
    await expect(page).toHaveURL(`${address}/`)
    // Other tests sign up here.
    await api.editInstallation({ signUp: { mode: 'open', question: '' } }, owner)
  },
)

test(
  'moderation on a phone: a suspension, and the appeal at the log-in',
  tags(PHONE, LONG),
  async ({ page, openAs, moderated, noise }) => {
    noise.expect(/status of 40[13]/)
    const { address, api, owner, author, reporter } = moderated
    await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
    const staff = await openAs(owner, address)
    await staff.goto(`${address}/settings`)
    await staff.getByRole('link', { name: 'Open moderation' }).click()
    await entry(staff, 'Reports', author)
      .getByRole('button', { name: /^Open the report/ })
      .click()
    await staff.getByLabel('Suspend the member').check()
    await staff.getByLabel('Days of a suspension').fill('3')
    await staff.getByLabel('Message to the member').fill('Take a break')
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await staff.getByRole('button', { name: 'Decide' }).click()
    await expect(entry(staff, 'Reports', author)).toHaveCount(0)

    await page.goto(`${address}/login`)
    await logIn(page, author)
    await page.getByRole('button', { name: 'Why is my account suspended?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your account is suspended' })
    await expect(dialog).toContainText('Take a break')
    await dialog.getByRole('textbox').fill('I will')
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    await expect(dialog).toContainText('Your appeal waits for a moderator')

    await staff.getByRole('link', { name: 'Appeals' }).click()
    await expect(entry(staff, 'Appeals', author)).toContainText('I will')
  },
)
