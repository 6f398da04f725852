import { PushBrowser } from '../support/push.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('push messages', async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await PushBrowser.open(page, '/notifications', { permission: 'default' })
  await expect(page.getByText('Get told on this device')).toBeVisible()
  await shoot(page, 'push-offer')

  await page.goto('/settings/notifications')
  const section = page.getByRole('region', { name: 'Push on this device' })
  await expect(section.getByText('Push messages are off.')).toBeVisible()
  await shoot(page, 'push-off')
  await section.getByRole('button', { name: 'Turn on push messages' }).click()
  await expect(section.getByText('Push messages are on.')).toBeVisible()
  await expect(page.getByText('This device gets push messages')).toBeHidden()
  await shoot(page, 'push-on')

  const denied = await openAs(member)
  await PushBrowser.open(denied, '/settings/notifications', { permission: 'denied' })
  await expect(denied.getByText('Notifications from Quack are blocked here.')).toBeVisible()
  await shoot(denied, 'push-denied')
})
