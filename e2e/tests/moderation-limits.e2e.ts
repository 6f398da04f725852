import { escapeFrom } from '../support/keyboard.ts'
import { test } from '../support/moderated.ts'
import { card } from '../support/posts.ts'
import { followButton } from '../support/private-accounts.ts'
import { expect } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test(
  'a moderator limits a member, who is told, and ends the limit in the list of members',
  LONG,
  async ({ openAs, moderated }) => {
    const { address, api, owner, author, reporter } = moderated
    await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
    const staff = await openAs(owner, address)
    await staff.goto(`${address}/moderation`)
    await staff.getByRole('button', { name: /^Open the report/ }).click()
    await staff.getByLabel('Limit to followers').check()
    await staff.getByRole('button', { name: 'Decide' }).click()
    await expect(staff.getByText('Tell the member why')).toBeVisible()
    await staff.getByLabel('Message to the member').fill('Less advertising, please')
    await staff.getByRole('button', { name: 'Decide' }).click()
    await expect(staff.getByText('No open reports.')).toBeVisible()

    const member = await openAs(author, address)
    await member.goto(address)
    await member.getByRole('link', { name: 'Read it' }).click()
    const decision = member.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
    await expect(decision).toContainText('Your posts were limited to your followers')
    await expect(decision).toContainText('Less advertising, please')
    await expect(decision.getByRole('button', { name: 'Appeal' })).toBeVisible()
    const note = member.getByText('Your account is limited at the moment')
    await expect(note).toBeVisible()

    await staff.getByRole('link', { name: 'Members' }).click()
    await staff.getByRole('button', { name: 'Limited', exact: true }).click()
    const row = staff.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(`@${author.username}`)
    await expect(row).toContainText('limited to followers')
    await row.getByRole('button', { name: 'End limit' }).click()
    await expect(staff.getByText('No members found.')).toBeVisible()
    await member.reload()
    await expect(decision).toBeVisible()
    // Only then it is known whether the member is limited.
    await expect(member.getByRole('switch', { name: 'Private account' })).toBeEnabled()
    await expect(note).toHaveCount(0)
    await staff.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(staff.getByRole('list', { name: 'Audit log' })).toContainText('unlimit')
  },
)

test(
  'the profile of a limited member is closed to others until they follow, which needs no request',
  LONG,
  async ({ openAs, moderated, noise }) => {
    // The list of posts may be asked for once more when the follow ends.
    noise.expect(/status of 403/)
    const { address, api, owner, author, reporter } = moderated
    const report = await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
    await api.decide([report], ['limit'], owner)
    const page = await openAs(reporter, address)
    await page.goto(`${address}/profile/${author.username}`)
    await expect(page.getByRole('img', { name: 'Limited to followers' })).toBeVisible()
    await expect(page.getByText('Only followers can see these posts.')).toBeVisible()
    await page.getByRole('button', { name: '0 Followers' }).click()
    await expect(page.getByRole('dialog').getByText('Only followers can see these posts.')).toBeVisible()
    await escapeFrom(page, page.getByRole('dialog'))
    await followButton(page, 'Follow').click()
    await expect(followButton(page, 'Following')).toBeVisible()
    await expect(card(page, 'Buy my ducks')).toBeVisible()
    await followButton(page, 'Following').click()
    await expect(page.getByText('Only followers can see these posts.')).toBeVisible()
    await expect(card(page, 'Buy my ducks')).toHaveCount(0)
  },
)
