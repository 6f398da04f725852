import { longNamed, signUpCast } from '../support/cast.ts'
import { scrollTo } from '../support/scroll.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

const LONG_TAG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

test('the pages of tags', async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/)
  const [viewer, ...cast] = await signUpCast(api, 4)
  if (!viewer) throw new Error('no cast')
  const long = await api.signUp(longNamed())
  for (const [index, member] of [...cast, long].entries()) {
    await api.writePost(member, `Two herons at dawn, day ${index + 1}. #LakeLife #אגם`)
    await api.writePost(member, `הברווזים חזרו #אגם_הברבורים #${LONG_TAG}`)
  }
  const page = await openAs(viewer)
  for (const [tag, name] of [
    ['LakeLife', 'page'],
    ['אגם_הברבורים', 'page-hebrew'],
    [LONG_TAG, 'page-long'],
  ] as const) {
    await page.goto(`/tag/${tag}`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await shoot(page, `tags-${name}`)
    await page.getByRole('button', { name: 'Follow', exact: true }).first().click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Following' })).toBeVisible()
  }
  await page.goto('/tag/LakeLife')
  await page.getByRole('button', { name: 'Tag options' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await shoot(page, 'tags-menu')
  await page.getByRole('menuitem', { name: 'Mute for a week' }).click()
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await shoot(page, 'tags-muted')
  await page.goto('/settings/tags')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await shoot(page, 'tags-followed')
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Followed tags' })).toBeVisible()
  await shoot(page, 'tags-settings', { fullPage: true })
  await page.goto('/tag/123')
  await expect(page.getByText('A hashtag consists')).toBeVisible()
  await shoot(page, 'tags-invalid')
})

test('tags that trend, and a followed tag on Home', async ({ api, openAs }) => {
  const [viewer, ...cast] = await signUpCast(api, 5)
  if (!viewer) throw new Error('no cast')
  for (const [index, member] of cast.entries()) {
    const tags = ['#LakeLife', '#אגם', '#MorningBirds', `#${LONG_TAG}`, '#Ducks', '#ReedBeds'].slice(0, 7 - index)
    await api.writePost(member, `Two herons at dawn, day ${index + 1}. ${tags.join(' ')}`)
  }
  await api.awaitTrending('LakeLife')
  for (const tag of ['LakeLife', 'אגם', LONG_TAG]) await api.followTag(tag, viewer)
  const page = await openAs(viewer)
  const before = () => scrollTo(page, page.getByRole('region', { name: 'Trending today' }))
  await page.goto('/explore')
  await shoot(page, 'tags-explore', { before })
  await page.goto('/')
  await expect(page.getByText('a tag that you follow').first()).toBeVisible()
  await shoot(page, 'tags-home')
})
