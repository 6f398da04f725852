import { startMailingProduct } from '../support/mailing-product.ts'
import { startOwnProduct } from '../support/own-product.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

const NEW_ADDRESS = 'a.long.new.address.of.somebody@mail.example.com'

test('a forgotten password, and the e-mail address', async ({ playwright, page, openAs, noise }) => {
  noise.expect(/status of 422/)
  const { address: origin, api, linkTo, unsubscribeOf, stop } = await startMailingProduct(playwright)
  await page.goto(`${origin}/login`)
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
  await shoot(page, 'login')
  await page.goto(`${origin}/forgot`)
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
  await shoot(page, 'forgot')
  await page.getByLabel('Username or e-mail address').fill('ada')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('is on its way')).toBeVisible()
  await shoot(page, 'forgot-sent')

  const member = await api.signUp()
  const own = await openAs(member, origin)
  await own.goto(`${origin}/settings/security`)
  const section = own.getByRole('region', { name: 'E-mail' })
  await section.getByLabel('New e-mail address').fill(NEW_ADDRESS)
  await section.getByRole('button', { name: 'Change address' }).click()
  await expect(section).toContainText('Waiting for you')
  await shoot(own, 'security-email', { before: () => section.evaluate((element) => element.scrollIntoView()) })

  await page.goto(await linkTo(NEW_ADDRESS, 'Please confirm your e-mail address'))
  await expect(page.getByRole('button', { name: 'Confirm address' })).toBeVisible()
  await shoot(page, 'confirm-email')
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await shoot(page, 'confirm-email-done')
  await page.goto(`${origin}/confirm-email/wrong`)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'confirm-email-wrong')

  const digest = own.getByRole('region', { name: 'Mail', exact: true })
  await own.goto(`${origin}/settings/notifications`)
  const showDigest = { before: () => digest.evaluate((element) => element.scrollIntoView({ block: 'end' })) }
  await expect(digest.getByLabel('How often')).toHaveValue('off')
  await shoot(own, 'digest', showDigest)
  await page.goto(`${origin}/unsubscribe?token=wrong`)
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  await shoot(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'unsubscribe-wrong')
  await page.goto(await unsubscribeOf(member._id))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('no more digests')).toBeVisible()
  await shoot(page, 'unsubscribe-done')
  // Open pages still load, and would log that their server is gone.
  for (const open of [own, page]) await open.close()
  await stop()
})

test('a forgotten password where no mail is sent', async ({ playwright, page }) => {
  const { address, stop } = await startOwnProduct(playwright, { CONTACT: 'help@example.com' })
  await page.goto(`${address}/forgot`)
  await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible()
  await shoot(page, 'forgot-contact')
  await page.close()
  await stop()
})
