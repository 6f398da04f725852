import { expect, test } from '../support/test.ts'

test('a visitor loads no member', async ({ page }) => {
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Login as a Guest' })).toBeVisible()
  expect(reads.filter((path) => path.startsWith('/api/'))).toEqual(['/api/meta'])
})
