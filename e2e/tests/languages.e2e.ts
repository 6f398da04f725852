import { readFileSync } from 'node:fs'
import { makePerson } from '../support/api.ts'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

/** The translation of a text without placeholders and without a context. */
function translate(locale: string, english: string): string {
  const file = readFileSync(new URL(`../../translations/${locale}.po`, import.meta.url), 'utf8')
  const entry = file.split('\n\n').find((each) => each.includes(`msgid "${english}"\n`) && !each.includes('msgctxt'))
  const [, text] = /msgstr "(.+)"/.exec(entry ?? '') ?? []
  if (text === undefined) throw new Error(`${locale} has no ${english}`)
  return text
}

for (const { locale, direction, words } of [
  { locale: 'ar', direction: 'rtl', words: ['مرحبًا بكم', 'تعليق أول'] },
  { locale: 'ja', direction: 'ltr', words: ['はじめまして', '最初のコメント'] },
] as const) {
  test.describe(`with a browser in ${locale}`, () => {
    test.use({ locale })

    test('somebody signs up, writes a post and comments on it by keyboard, and changes the language', async ({
      page,
    }) => {
      const say = (english: string) => translate(locale, english)
      const person = makePerson('Ann')
      const translations: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/assets/translation-')) translations.push(pathname)
      })
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: say('Welcome to Quack!') })).toBeVisible()
      expect(await page.evaluate(() => [document.documentElement.lang, document.dir])).toEqual([locale, direction])
      expect(translations).toEqual([expect.stringContaining(`translation-${locale}-`)])
      await pressOn(page, page.getByRole('link', { name: say('Sign Up') }))
      await expect(page.getByRole('heading', { name: say('Sign Up') })).toBeVisible()
      for (const [label, value] of [
        ['First Name', person.firstName],
        ['Last Name', person.lastName],
        ['Username', person.username],
        ['Email', person.email],
        ['Password', person.password],
        ['Confirm Password', person.password],
      ] as const) {
        await tabTo(page, page.getByRole('textbox', { name: say(label), exact: true }))
        await page.keyboard.type(value)
      }
      await pressOn(page, page.getByRole('checkbox'), 'Space')
      await pressOn(page, page.getByRole('button', { name: say('Sign Up'), exact: true }))
      await expect(page).toHaveURL('/')

      const form = page.getByRole('form', { name: say('New post') })
      await tabTo(page, form.getByRole('textbox'))
      await page.keyboard.type(words[0])
      await page.keyboard.press('Control+Enter')
      const post = page.getByRole('article').filter({ hasText: words[0] })
      await expect(post).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.press('j')
      await expect(post).toBeFocused()
      await page.keyboard.press('r')
      await expect(page.locator('textarea:focus')).toBeVisible()
      await page.keyboard.type(words[1])
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('article').getByText(words[1])).toBeVisible()

      await page.goto('/settings')
      await page
        .getByRole('button', { name: say('Language') })
        .first()
        .click()
      await page.getByRole('menuitemradio', { name: 'English' }).click()
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
      expect(await page.evaluate(() => [document.documentElement.lang, document.dir])).toEqual(['en', 'ltr'])
    })
  })
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a choice of a language holds on other devices, and without a network', async ({ api, openAs, noise }) => {
    // The browser may look for a newer service worker while it is offline.
    noise.expect(/ERR_INTERNET_DISCONNECTED/, /NetworkError/, /fetching the script/)
    const member = await api.signUp()
    const page = await openAs(member)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await expect(page.getByRole('heading', { name: translate('de', 'Settings') })).toBeVisible()

    const other = await openAs(member)
    await other.goto('/')
    const home = other.getByRole('heading', { name: translate('de', 'Home'), exact: true })
    await expect(home).toBeVisible()
    await expect(other.locator('html')).toHaveAttribute('lang', 'de')
    await expect
      .poll(() =>
        other.evaluate(async () => {
          const names = await caches.keys()
          const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
          return kept.flat().some(({ url }) => url.includes('/assets/translation-de-'))
        }),
      )
      .toBe(true)
    await other.context().setOffline(true)
    await other.reload()
    await expect(home).toBeVisible()

    await other.context().setOffline(false)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('menuitemradio', { name: translate('de', 'As the browser says') }).click()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await other.reload()
    await expect(other.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  })
})
