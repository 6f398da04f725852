import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { pressOn } from '../support/keyboard.ts'
import { type OwnProduct, startOwnProduct } from '../support/own-product.ts'
import { test as base, expect } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'

const SCOPES = 'read write push'

/** An app of another maker, with a page to which members are led back. */
interface OtherApp {
  readonly callback: string
  /** The address of the consent page. */
  ask(more?: Readonly<Record<string, string>>): string
  /** The token for the code with which the member was led back. */
  redeem(page: Page): Promise<string>
  /** The status of a call with the token. */
  tryToken(token: string): Promise<number>
}

const test = base.extend<{ product: OwnProduct; app: OtherApp }>({
  product: async ({ playwright, browser }, use) => {
    const product = await startOwnProduct(playwright)
    await use(product)
    await Promise.all(browser.contexts().map((context) => context.close()))
    await product.stop()
  },

  app: async ({ product: { address } }, use) => {
    const server = createServer((_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Teal</title><link rel="icon" href="data:,">')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`
    const post = async (path: string, fields: Readonly<Record<string, string>>) => {
      const answer = await fetch(address + path, { method: 'POST', body: new URLSearchParams(fields) })
      expect(answer.status).toBe(200)
      return (await answer.json()) as Record<string, string>
    }
    const names = { client_name: 'Teal', website: 'https://teal.example', redirect_uris: callback, scopes: SCOPES }
    const { client_id = '', client_secret = '' } = await post('/api/v1/apps', names)
    await use({
      callback,
      ask(more = {}) {
        const fields = {
          response_type: 'code',
          client_id,
          redirect_uri: callback,
          scope: SCOPES,
          state: 'a b',
          ...more,
        }
        return `${address}/oauth/authorize?${new URLSearchParams(fields)}`
      },
      async redeem(page) {
        await page.waitForURL((url) => url.href.startsWith(callback))
        const led = new URL(page.url()).searchParams
        expect(led.get('state')).toBe('a b')
        const known = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: callback }
        const issued = await post('/oauth/token', { ...known, code: led.get('code') ?? '' })
        expect(issued.scope).toBe(SCOPES)
        return issued.access_token ?? ''
      },
      async tryToken(token) {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${address}/api/v1/accounts/verify_credentials`, { headers })).status
      },
    })
    server.closeAllConnections()
    server.close()
  },
})

test('a member lets an app in on its own page, sees it among the sessions, and ends it there', async ({
  product: { api, address },
  app,
  openAs,
  noise,
}) => {
  noise.expect(/status of 400/)
  const member = await api.signUp(makePerson('Ada'))
  const page = await openAs(member, address)

  await test.step('who wants to lead elsewhere is refused on a page that leads nowhere', async () => {
    const elsewhere = app.ask({ redirect_uri: 'https://evil.example/' })
    expect((await page.goto(elsewhere))?.status()).toBe(400)
    await expect(page.getByText('The app has not registered where it wants to lead to.')).toBeVisible()
    await expect(page.locator('a, form, button')).toHaveCount(0)
    expect(page.url()).toBe(elsewhere)
    await expectAccessible(page)
  })

  await test.step('the page says who asks for what; who denies is led back', async () => {
    await page.goto(app.ask())
    await expect(page.getByRole('heading', { name: 'Let Teal use your account?' })).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText([
      'Read everything that you can read',
      'Write, change and delete in your name',
      'Send you push messages',
    ])
    await expect(page.getByText(`Signed in as @${member.username}`)).toBeVisible()
    await expect(page.getByLabel('Password')).toBeHidden()
    await expectAccessible(page)
    await pressOn(page, page.getByRole('button', { name: 'Deny' }))
    await page.waitForURL(`${app.callback}?error=access_denied&state=a+b`)
  })

  let token = ''
  await test.step('who is signed in allows it with one key', async () => {
    await page.goto(app.ask())
    await pressOn(page, page.getByRole('button', { name: 'Allow' }))
    token = await app.redeem(page)
    expect(await app.tryToken(token)).toBe(200)
  })

  await test.step('the settings name the address for apps, list the app, and end it at once', async () => {
    await page.goto(`${address}/settings`)
    const section = page.getByRole('region', { name: 'Other apps' })
    await expect(section.getByText(new URL(address).host, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Open sign-in and security' }).click()
    const row = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: 'Teal' })
    await expect(row).toContainText('May use read, write, push · https://teal.example')
    await expectToast(page, 'The session has ended', () =>
      row.getByRole('button', { name: 'End session: Teal' }).click(),
    )
    await expect(row).toHaveCount(0)
    expect(await app.tryToken(token)).toBe(401)
  })
})

test('without scripts, a member lets an app in by the password and the keyboard alone', async ({
  product: { api },
  app,
  browser,
  noise,
}) => {
  noise.expect(/status of 403/)
  const member = await api.signUp(makePerson('Ada'))
  const context = await browser.newContext({ javaScriptEnabled: false })
  noise.listenTo(context)
  const page = await context.newPage()
  await page.goto(app.ask())
  const signIn = async (password: string) => {
    const username = page.getByLabel('Username')
    await username.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(member.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
  }
  await signIn('a wrong one')
  await expect(page.getByRole('alert')).toHaveText(
    'The credentials you entered are invalid. Unauthorized access error.',
  )
  await expect(page.getByLabel('Username')).toHaveValue(member.username)
  await signIn(member.password)
  expect(await app.tryToken(await app.redeem(page))).toBe(200)
})
