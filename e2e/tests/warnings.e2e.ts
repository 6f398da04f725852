import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('a page loads no picture that is covered, neither in advance, until it is opened', async ({
  api,
  openAs,
  photo,
}) => {
  const ann = await api.signUp(makePerson('Ann'))
  const { url } = await api.upload(ann, photo)
  const media = { mediaUrl: url, type: 'image', alt: 'A pond' }
  const { id } = await api.writePost(ann, 'It ends well', { ...media, warning: 'About the end' })
  const page = await openAs(ann)
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(url)) loaded.push(request.url())
  })
  for (const path of ['/', `/post-detail/${id}`]) {
    await page.goto(path)
    await expect(card(page, 'About the end').getByRole('button', { name: 'Show', exact: true })).toBeVisible()
    expect(loaded).toEqual([])
  }
  await expectAccessible(page)
  await card(page, 'About the end').getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(page.getByRole('img', { name: 'A pond' })).toBeVisible()
  await expect.poll(() => loaded.length).toBeGreaterThan(0)
})
