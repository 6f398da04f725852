import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoFile, LONG_TEXT, longNamed, signUpCast } from '../support/cast.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name, exact: true })
const found = (page: Page, what: string) => page.getByRole('region', { name: `Found ${what}` })

test('search', async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/)
  const [viewer, first, second, third] = await signUpCast(api, 4)
  if (!viewer || !first || !second || !third) throw new Error('no cast')
  // A word that no other post has.
  const bird = `heron${randomBytes(3).toString('hex')}`
  for (const member of [first, second, await api.signUp(longNamed())]) {
    await api.editProfile(member, { bio: 'Walks, bread, and birds that are not in the book.' })
  }
  await api.follow(first, viewer)
  const { url } = await api.upload(first, await demoFile('mountain-lake.webp', 'image/webp'))
  const picture = { mediaUrl: url, type: 'image', alt: `A ${bird} in the reeds` } as const
  await api.writePost(first, 'First light over the reservoir.', picture)
  await api.writePost(second, `Two of them at dawn, a ${bird} and another ${bird}. #${bird} #${bird}_club`)
  await api.writePost(third, `${LONG_TEXT}\n\nAnd a ${bird}.`)
  const page = await openAs(viewer)

  await page.goto('/search')
  await expect(page.getByRole('region', { name: 'How to search' })).toBeVisible()
  await shoot(page, 'search-help')
  await field(page).pressSequentially('max')
  const option = page.getByRole('listbox').getByRole('option')
  await expect(option.filter({ hasText: 'Maximiliane' }).first()).toBeVisible()
  await shoot(page, 'search-people-suggested')
  await field(page).fill(bird)
  await expect(option.filter({ hasText: `#${bird}_club` })).toBeVisible()
  await shoot(page, 'search-tags-suggested')
  await field(page).press('Enter')
  await expect(found(page, 'posts').getByRole('article')).toHaveCount(3)
  await shoot(page, 'search-posts')
  await tab(page, 'Tags').click()
  await expect(page.getByRole('list', { name: 'Found tags' }).getByRole('listitem')).toHaveCount(2)
  await shoot(page, 'search-tags')
  await tab(page, 'People').click()
  await expect(page.getByRole('main').getByText('No people found').last()).toBeVisible()
  await shoot(page, 'search-nothing')
  await field(page).fill('maximiliane')
  await field(page).press('Enter')
  await expect(found(page, 'people').getByRole('listitem').first()).toBeVisible()
  await shoot(page, 'search-people')

  // An empty field offers what was searched for.
  await page.goto('/search')
  await field(page).click()
  await expect(option.filter({ hasText: 'maximiliane' })).toBeVisible()
  await shoot(page, 'search-recent')

  const problem = page.getByRole('main').getByRole('alert')
  await page.goto(`/search?q=${bird}+before:yesterday`)
  await expect(problem).not.toBeEmpty()
  await shoot(page, 'search-refused')
  await page.goto(`/search?q=${bird}+from:nobody.here`)
  await expect(problem).toHaveText('There is no member with the name after from:.')
  await shoot(page, 'search-unknown-member')
  await page.goto(`/search?q=${bird}+has:picture`)
  await expect(found(page, 'posts').getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Dates' }).click()
  await expect(page.getByRole('textbox', { name: 'Before' })).toBeVisible()
  await shoot(page, 'search-dates')
})
