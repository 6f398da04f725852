import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'

const OFFLINE = 'You are offline. You can read on; what you write is kept.'
const AWAY = 'Quack cannot be reached. Trying again …'

test('without a network one is told calmly, writes on, and sends when it is back', async ({ api, openAs, noise }) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED/, /NetworkError/)
  const member = await api.signUp()
  await api.writePost(member, 'Read before')
  const page = await openAs(member)
  await page.goto('/')
  await expect(card(page, 'Read before')).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  const form = page.getByRole('form', { name: 'New post' })
  const send = form.getByRole('button', { name: 'Post', exact: true })
  await form.getByRole('textbox').fill('Written offline')
  await expectToast(page, 'Quack cannot be reached. Check your connection and try again.', () => send.click())
  await expect(form.getByRole('textbox')).toHaveValue('Written offline')
  await expect(card(page, 'Read before')).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByText(OFFLINE)).toBeHidden()
  await send.click()
  await expect(card(page, 'Written offline')).toBeVisible()
  await expect(form.getByRole('textbox')).toHaveValue('')
})

test('while the server is away one is told, and its answer is shown as soon as it is back', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/ERR_CONNECTION_REFUSED/, /NetworkError/)
  const page = await openAs(await api.signUp())
  await page.goto('/')
  await expect(page.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()
  const server = /\/(api\/|healthz)/
  await page.route(server, (route) => route.abort('connectionrefused'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmark' }).click()
  await expect(page.getByText(AWAY)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unroute(server)
  await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
  await expect(page.getByText(AWAY)).toBeHidden()
})
