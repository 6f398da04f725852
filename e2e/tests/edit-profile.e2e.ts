import { makePerson } from '../support/api.ts'
import { clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test(
  'Edit Profile has close, heading, Save, preview, upload, presets and the fields',
  PHONE,
  async ({ api, openAs }) => {
    const member = await api.signUp(makePerson('Pia'))
    const page = await openAs(member)
    await page.goto(`/profile/${member.username}`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    await expect(dialog.getByRole('heading')).toHaveText('Edit Profile')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
    await expect(dialog.getByLabel('Upload picture')).toHaveAttribute('type', 'file')
    await expect(
      dialog.getByText('Choose a picture from your gallary or from existing avatars', { exact: true }),
    ).toBeVisible()
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Pia Mallard')
    await expect(dialog.getByLabel('Name', { exact: true })).not.toBeEditable()
    await expect(dialog.getByLabel('Username')).toHaveValue(`@${member.username}`)
    await expect(dialog.getByLabel('Username')).not.toBeEditable()
    await expect(dialog.getByLabel('Bio')).toBeEditable()
    await expect(dialog.getByLabel('Website')).toBeEditable()

    const presets = dialog.getByRole('radio', { name: /^Avatar \d+$/ })
    await expect(presets).toHaveCount(12)
    const preview = dialog.locator('img').first()
    for (const number of [1, 2, 3, 12]) {
      await dialog.locator('label', { hasText: new RegExp(`^Avatar ${number}$`) }).click()
      const picture = await dialog
        .locator('label', { hasText: new RegExp(`^Avatar ${number}$`) })
        .locator('img')
        .getAttribute('src')
      await expect(preview).toHaveAttribute('src', picture ?? '')
    }
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  },
)

test('the three default avatars are the first of the presets', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  for (const number of [1, 2, 3]) {
    const picture = dialog.locator('label', { hasText: new RegExp(`^Avatar ${number}$`) }).locator('img')
    await expect(picture).toHaveAttribute('src', `/avatars/duck-${number}.webp`)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
})

test('bio and website can be cleared', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp(makePerson('Pia'))
  await api.editProfile(member, { bio: 'For now', website: 'https://example.com/now' })
  const page = await openAs(member)
  await page.goto(`/profile/${member.username}`)
  const head = page.getByRole('region', { name: 'Pia Mallard', exact: true })
  await expect(head).toContainText('For now')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Bio').fill('')
  await dialog.getByLabel('Website').fill('')
  await clickAndSave(page, dialog.getByRole('button', { name: 'Save' }), '/api/users/edit')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(head).toContainText('Joined')
  await expect(head).not.toContainText('For now')
  await expect(head.getByRole('link', { name: 'example.com' })).toHaveCount(0)
})
