import { makePerson } from '../support/api.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test(
  'Edit Profile has close, heading, Save, preview, upload, presets, of which the default avatars are the first, and the fields',
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
    for (const number of [1, 2, 3]) {
      const picture = dialog.locator('label', { hasText: new RegExp(`^Avatar ${number}$`) }).locator('img')
      await expect(picture).toHaveAttribute('src', `/avatars/duck-${number}.webp`)
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    }
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
