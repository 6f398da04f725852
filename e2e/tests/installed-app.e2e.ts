import type { Page } from '@playwright/test'
import type { PickedFile } from '../support/photo.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

interface Shared {
  readonly title?: string
  readonly text?: string
  readonly url?: string
  readonly files?: readonly PickedFile[]
}

/** Submits the form that a phone's share sheet sends, from the page that is open. */
async function share(page: Page, { files = [], ...texts }: Shared): Promise<void> {
  const action = new URL('/share', test.info().project.use.baseURL).href
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: buffer.toString('base64') }))
  await Promise.all([
    page.waitForURL((address) => address.pathname === '/'),
    page.evaluate(
      ([to, fields, all]) => {
        const form = document.createElement('form')
        Object.assign(form, { action: to, method: 'post', enctype: 'multipart/form-data' })
        const add = (name: string, type: string) => {
          const input = Object.assign(document.createElement('input'), { name, type })
          form.append(input)
          return input
        }
        for (const [name, value] of Object.entries(fields)) add(name, 'hidden').value = value
        const carrier = new DataTransfer()
        for (const { name, mimeType, bytes } of all) {
          const decoded = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
          carrier.items.add(new File([decoded], name, { type: mimeType }))
        }
        add('media', 'file').files = carrier.files
        document.body.append(form)
        form.submit()
      },
      [action, texts, sent] as const,
    ),
  ])
}

async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

test(
  'what a phone shares is in the composer, below a draft, and nothing is sent before the member posts it',
  PHONE,
  async ({ api, openAs, photo }) => {
    const member = await api.signUp()
    const page = await openAs(member)
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/')) uploads.push(request.url())
    })
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    const text = dialog.getByRole('textbox', { name: 'New post' })
    await page.route('https://elsewhere.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>' }),
    )
    await page.goto('https://elsewhere.example/')
    // Without a worker, the server answers. What was shared is lost, and the member is told. No page of Quack was open,
    // so there is no worker yet, however long this takes.
    await share(page, { text: 'Lost' })
    await expect(dialog.getByText('What you shared has not arrived. Please share it again.')).toBeVisible()
    await text.fill('Begun')
    await waitForWorker(page)

    // Another site sends the form in a tab: nothing is uploaded without a tap.
    await page.goto('https://elsewhere.example/')
    await share(page, { title: 'Ponds', text: 'Ducks at noon', url: 'https://ponds.example/', files: [photo, photo] })
    await expect(text).toHaveValue('Begun\n\nPonds\nDucks at noon\nhttps://ponds.example/')
    await expect(dialog.getByRole('button', { name: 'Attach photo.jpg' })).toHaveCount(2)
    expect(uploads.filter((address) => !address.includes('/position'))).toEqual([])
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog.getByRole('button', { name: 'Attach photo.jpg' })).toHaveCount(0)

    // The installed app attaches the one picture. The worker works offline as well.
    await page.addInitScript(() => {
      const ask = window.matchMedia.bind(window)
      window.matchMedia = (query) => ask(query === '(display-mode: browser)' ? 'not all' : query)
    })
    await text.fill('')
    await share(page, { text: 'A pond', files: [photo] })
    await expect(dialog.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
    await expect(text).toHaveValue('A pond')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('A pond')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(card(page, 'A pond')).toBeVisible()
  },
)

test('shortcuts open what they say; an update keeps what is being written', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const { shortcuts } = (await (await page.request.get(address ?? '')).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  expect(shortcuts.map(({ name }) => name)).toEqual(['New Post', 'Notifications', 'Explore'])
  for (const { name, url } of shortcuts) {
    await page.goto(url)
    const role = url.includes('compose') ? 'dialog' : 'heading'
    await expect(page.getByRole(role, { name, exact: true }).first()).toBeVisible()
  }

  await waitForWorker(page)
  await page.goto('/?compose=new')
  const text = page.getByRole('dialog', { name: 'New Post' }).getByRole('textbox', { name: 'New post' })
  await text.fill('Half a thou')
  await page.keyboard.press('Escape')
  // There is a new release: its worker takes over, and its page has another entry script than this one.
  await page.evaluate(() => document.querySelector('script[type="module"]')?.setAttribute('src', '/assets/older.js'))
  const reload = page.getByRole('button', { name: 'Reload' })
  // The page listens some seconds after it has loaded. Playwright cannot answer the browser's request for a new worker.
  await expect(async () => {
    await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')))
    await expect(reload).toBeVisible({ timeout: 1_000 })
  }).toPass()
  // The page before has the text, too.
  await Promise.all([page.waitForEvent('load'), reload.click()])
  await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('Half a thou')
  await expect(reload).toBeHidden()
})
