import { LONG_TEXT, longNamed } from '../support/cast.ts'
import { test } from '../support/moderated.ts'
import { shoot } from '../support/shoot.ts'
import { expect } from '../support/test.ts'

test('moderation', async ({ openAs, page, moderated }) => {
  const { address, api, owner, author, reporter } = moderated
  const long = await api.signUp(longNamed())
  const post = await api.writePost(author, 'Buy my ducks, only today! https://ducks.example')
  await api.report(post, reporter, 'He writes this every day')
  await api.report(post, long)
  await api.report(await api.writePost(long, LONG_TEXT), reporter)
  const warned = await api.report(await api.writePost(author, 'Buy more ducks'), reporter)
  const screen = await openAs(owner, address)
  const open = async (part: string, text: string) => {
    await screen.goto(`${address}/moderation?part=${part}`)
    await expect(screen.getByText(text).first()).toBeVisible()
    await shoot(screen, `moderation-${part}`)
  }
  await open('reports', 'Buy my ducks')
  await screen
    .getByRole('button', { name: /^Open the report/ })
    .last()
    .click()
  await expect(screen.getByRole('heading', { name: 'Your decision' })).toBeVisible()
  await shoot(screen, 'moderation-report', { fullPage: true })

  const reading = await openAs(reporter, address)
  await reading.goto(`${address}/post-detail/${post.id}`)
  await reading.getByRole('button', { name: 'Post options' }).click()
  await reading.getByRole('menuitem', { name: 'Report post' }).click()
  await expect(reading.getByRole('radio', { name: /No spam/ })).toBeVisible()
  await shoot(reading, 'report-post')

  // From now on only followers see the author's posts.
  await api.decide([warned], ['warn', 'limit'], owner)
  await open('appeals', 'No open appeals.')
  await open('members', long.username)
  await api.editInstallation({ signUp: { mode: 'approval', question: 'Why ducks?' } }, owner)
  await open('sign-ups', 'Nobody waits.')
  await open('rules', 'Rules')
  await open('figures', 'New members')
  await open('log', 'warn')

  const member = await openAs(author, address)
  await member.goto(address)
  await expect(member.getByText('A moderator has decided something about you.')).toBeVisible()
  await shoot(member, 'decision-notice')
  await member.goto(`${address}/settings`)
  await expect(member.getByRole('list', { name: 'Decisions' })).toBeVisible()
  await shoot(member, 'settings-decisions')
  for (const path of ['rules', 'signup']) {
    await page.goto(`${address}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await shoot(page, `moderated-${path}`)
  }
})
