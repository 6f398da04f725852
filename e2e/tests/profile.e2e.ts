import { writeFileSync } from 'node:fs'
import { makePerson } from '../support/api.ts'
import { clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test(
  "the viewer's own profile can be edited and saved, and its bio and website cleared",
  PHONE,
  async ({ api, openAs }) => {
    const member = await api.signUp(makePerson('Pia'))
    const page = await openAs(member)
    await page.goto(`/profile/${member.username}`)
    await expect(page.getByText('You have not added any posts!')).toBeVisible()
    const head = page.getByRole('region', { name: 'Pia Mallard', exact: true })
    await expect(head).toContainText(/Joined [A-Z][a-z]{2} \d{1,2}, \d{4}/)

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    await expect(dialog.getByText('Choose a picture from your gallary or from existing avatars')).toBeVisible()
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('readonly')
    await expect(dialog.getByLabel('Username')).toHaveAttribute('readonly')
    await dialog.getByLabel('Bio').fill('Paints ducks.')
    await dialog.getByLabel('Website').fill('example.com/ducks')
    await dialog.locator('label', { hasText: 'Avatar 5' }).click()
    await expect(dialog.getByRole('radio', { name: 'Avatar 5' })).toBeChecked()
    await clickAndSave(page, dialog.getByRole('button', { name: 'Save' }), '/api/users/edit')
    await expect(dialog).toBeHidden()

    await page.reload()
    await expect(head).toContainText('Paints ducks.')
    await expect(head.getByRole('link', { name: 'example.com/ducks' })).toHaveAttribute(
      'href',
      'https://example.com/ducks',
    )
    await expect(head.locator('img').first()).toHaveAttribute('src', /preset-2/)

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await dialog.getByLabel('Bio').fill('')
    await dialog.getByLabel('Website').fill('')
    await clickAndSave(page, dialog.getByRole('button', { name: 'Save' }), '/api/users/edit')
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(head).toContainText('Joined')
    await expect(head).not.toContainText('Paints ducks.')
    await expect(head.getByRole('link', { name: 'example.com' })).toHaveCount(0)
  },
)

test(
  'a picture can be uploaded as the avatar; what is not a picture, or has 10 MB, is refused',
  PHONE,
  async ({ api, openAs, largePhoto }, testInfo) => {
    const member = await api.signUp(makePerson('Pia'))
    const page = await openAs(member)
    await page.goto(`/profile/${member.username}`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    const upload = dialog.getByLabel('Upload picture')
    await upload.setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('words') })
    await expect(dialog.getByRole('alert')).toHaveText('file must be an Image (JPEG/PNG)')
    const large = testInfo.outputPath('large.png')
    writeFileSync(large, Buffer.alloc(10_485_760))
    await upload.setInputFiles(large)
    await expect(dialog.getByRole('alert')).toHaveText('file must be less than 10mb')

    const uploaded = page.waitForResponse(
      (response) => /\/api\/(media|uploads\/.*\/finish)$/.test(response.url()) && response.ok(),
    )
    await upload.setInputFiles(largePhoto)
    await uploaded
    await clickAndSave(page, dialog.getByRole('button', { name: 'Save' }), '/api/users/edit')
    await expect(dialog).toBeHidden()
    await page.reload()
    const avatar = page.getByRole('region', { name: 'Pia Mallard', exact: true }).locator('img').first()
    await expect(avatar).toHaveAttribute('src', /\/media\//)
    await expect.poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  },
)

test('following changes both counts and lists, and can be undone', PHONE, async ({ api, openAs }) => {
  const [target, viewer] = [await api.signUp(makePerson('Tom')), await api.signUp(makePerson('Vic'))]
  const page = await openAs(viewer)
  await page.goto(`/profile/${target.username}`)
  const head = page.getByRole('region', { name: 'Tom Mallard', exact: true })
  await expect(head.getByRole('button', { name: 'Edit Profile' })).toBeHidden()
  await head.getByRole('button', { name: '0 Followers' }).click()
  await expect(page.getByRole('dialog', { name: 'Followers' }).getByText('No followers')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await head.getByRole('button', { name: '0 Following' }).click()
  await expect(page.getByRole('dialog', { name: 'Following' }).getByText('Not following anyone!')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await clickAndSave(page, head.getByRole('button', { name: 'Follow', exact: true }), '/api/users/follow/')
  await head.getByRole('button', { name: '1 Followers' }).click()
  const row = page.getByRole('dialog', { name: 'Followers' }).getByRole('listitem')
  await expect(row).toContainText(`@${viewer.username}`)
  await expect(row.getByRole('button'), "no follow button on one's own row").toHaveCount(0)
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`/profile/${viewer.username}`)
  await expect(page.getByRole('button', { name: '1 Following' })).toBeVisible()

  await page.goBack()
  await clickAndSave(page, head.getByRole('button', { name: 'Following', exact: true }), '/api/users/unfollow/')
  await page.reload()
  await expect(head.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await expect(head.getByRole('button', { name: '0 Followers' })).toBeVisible()
})
