import { test as base, type Page } from '@playwright/test'
import { Api, type Member, type Person } from './api.ts'
import { Noise } from './noise.ts'
import { makeLargePhoto, makePhoto, type PickedFile } from './photo.ts'
import { writeSession } from './session.ts'

interface Fixtures {
  api: Api
  noise: Noise
  /** Opens a page in a new browser context, signed in as this member. `origin` defaults to the project's server. */
  openAs: (member: Member, origin?: string) => Promise<Page>
}

interface WorkerFixtures {
  /** A small photo, which the server processes quickly. */
  photo: PickedFile
  /** A photo of the size of a phone's, which is uploaded in chunks. */
  largePhoto: PickedFile
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  api: async ({ request }, use) => use(new Api(request)),

  noise: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const noise = new Noise()
      await use(noise)
      base.expect(noise.unexpected(), 'errors in the console').toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, noise }, use) => {
    noise.listenTo(context)
    await use(context)
  },

  openAs: async ({ browser, noise, baseURL }, use) => {
    const pages: Page[] = []
    await use(async (member, origin = baseURL ?? '') => {
      const context = await browser.newContext()
      noise.listenTo(context)
      const page = await context.newPage()
      await writeSession(page, member, origin)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  photo: [async ({}, use) => use(await makePhoto()), { scope: 'worker' }],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  largePhoto: [async ({}, use) => use(await makeLargePhoto()), { scope: 'worker' }],
})

export const { expect } = base

/** Fills in and submits the login form. */
export async function logIn(page: Page, { username, password }: Pick<Person, 'username' | 'password'>): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Fills in the sign-up form without submitting it. */
export async function fillSignUp(page: Page, person: Person, confirmPassword = person.password): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName)
  await page.getByLabel('Last Name').fill(person.lastName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirmPassword)
  await page.getByLabel('I accept all terms and conditions').check()
}
