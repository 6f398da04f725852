import { longNamed, signUpCast } from '../support/cast.ts'
import { startProxy } from '../support/proxy.ts'
import { writeSession } from '../support/session.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

const BIO = [
  'Walks, bread, and birds that are not in the book. Retired from timetables, not from trains.',
  'Opinions are the heron’s.',
].join('\n')

test('profiles', async ({ api, openAs, noise, largePhoto }) => {
  noise.expect(/status of 404/, /There is no such/)
  const member = await api.signUp(longNamed())
  const cast = await signUpCast(api)
  const stranger = await api.signUp()
  await api.editProfile(member, {
    bio: BIO,
    website: 'https://example.com/~maximiliane/notes/on-the-birds-of-the-lower-reservoir?page=1',
    avatarURL: '/avatars/preset-4.webp',
  })
  for (const other of cast) await api.follow(member, other)
  for (const other of cast.slice(0, 5)) await api.follow(other, member)
  await api.writePost(member, 'Bread day. The whole street knows it.')
  await api.writePost(member, 'Saw the heron again.')
  const page = await openAs(member)
  const path = `/profile/${member.username}`
  await page.goto(path)
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, 'profile-own')
  const dialog = page.getByRole('dialog')
  for (const [button, name] of [
    ['7 Followers', 'followers'],
    ['5 Following', 'following'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await shoot(page, name)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const { url: headerURL } = await api.upload(member, largePhoto)
  const fields = [
    { name: 'Reservoir', value: 'The lower one, every morning before the first train leaves' },
    { name: 'Notes', value: 'https://www.example.com/~maximiliane/notes/on-the-birds-of-the-lower-reservoir' },
    { name: 'Donaudampfschifffahrtsgesellschaft', value: 'Captain (retired)' },
  ]
  await api.editProfile(member, { profile: { pronouns: 'she/her', headerURL, fields } })
  // As if the page at the link led back.
  await page.route(/\/api\/users\/[^/]+\?/, async (route) => {
    const answer = await route.fetch()
    const verified = '"verifiedAt":"2026-01-31T09:30:00+00:00"'
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/("value":"https:[^"]+")/, `$1,${verified}`),
    })
  })
  await page.goto(path)
  await expect(page.getByRole('term').first()).toBeVisible()
  await shoot(page, 'profile-header')
  await api.editProfile(member, { profile: { pronouns: '', headerURL: '', fields: [] } })
  const other = await openAs(stranger)
  await other.goto(path)
  await expect(other.getByRole('article').first()).toBeVisible()
  await shoot(other, 'profile-other')
  await other.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(other.getByRole('main').getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await shoot(other, 'profile-followed')
  await other.goto(`/profile/${stranger.username}`)
  await expect(other.getByText('You have not added any posts!')).toBeVisible()
  await shoot(other, 'profile-empty')
  await other.getByRole('button', { name: '0 Followers' }).click()
  await expect(other.getByText('No followers')).toBeVisible()
  await shoot(other, 'followers-empty')
  await other.goto('/profile/nobody.here')
  await expect(other.getByText('There is no such member.')).toBeVisible()
  await shoot(other, 'profile-unknown')
})

test('Edit Profile', async ({ api, browser, baseURL, largePhoto, noise }) => {
  noise.expect(/ERR_/)
  const connection = await startProxy(baseURL ?? '')
  const member = await api.signUp(longNamed())
  await api.editProfile(member, { bio: BIO, website: 'https://example.com/birds' })
  const context = await browser.newContext({ baseURL: connection.address })
  const page = await context.newPage()
  await writeSession(page, member, connection.address)
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog).toBeVisible()
  await dialog.getByText('Avatar 5', { exact: true }).locator('..').click()
  await expect(dialog.getByRole('radio', { name: 'Avatar 5', exact: true })).toBeChecked()
  await shoot(page, 'edit-profile')
  await dialog.getByLabel('Website').fill('not a website at all')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Website')).toHaveAttribute('aria-invalid', 'true')
  const file = dialog.getByLabel('Upload picture')
  await file.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('words'),
  })
  await expect(dialog.getByText('file must be an Image (JPEG/PNG)')).toBeVisible()
  await shoot(page, 'edit-profile-problems')
  connection.stallAfter(largePhoto.buffer.length / 2)
  await file.setInputFiles(largePhoto)
  const crop = page.getByRole('dialog', { name: 'Crop picture' })
  await expect(crop.getByRole('button', { name: 'Apply' })).toBeEnabled()
  await shoot(page, 'crop-picture')
  await crop.getByRole('button', { name: 'Use whole picture' }).click()
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('value', /^[1-9]\d/)
  await shoot(page, 'edit-profile-uploading')
  await page.reload()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  for (const name of ['Pond', '']) {
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByRole('listitem').last().getByRole('textbox').first().fill(name)
  }
  await shoot(page, 'edit-profile-fields', {
    before: () => dialog.getByText('Upload header').scrollIntoViewIfNeeded(),
  })
  await connection.close()
  await context.close()
})
