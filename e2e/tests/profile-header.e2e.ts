import sharp from 'sharp'
import { expect, test } from '../support/test.ts'
import { fingersOn } from '../support/touch.ts'
import { PHONE } from '../support/where.ts'

/** Three colours side by side, wider than the frame of a header. */
async function stripes() {
  const colours = ['#c00', '#0c0', '#00c'].map(
    (fill, at) => `<rect x="${at * 600}" width="600" height="300" fill="${fill}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="300">${colours.join('')}</svg>`
  return { name: 'stripes.jpg', mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(svg)).jpeg().toBuffer() }
}

test('a header is cropped by touch, and is above the profile', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Profile' })
  await edit.getByLabel('Upload header').setInputFiles(await stripes())
  const crop = page.getByRole('dialog', { name: 'Crop picture' })
  const part = crop.getByRole('group', { name: 'Part of the picture' })
  await expect(crop.getByRole('button', { name: 'Apply' })).toBeEnabled()
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
  const [centre, middle] = [x + width / 2, y + height / 2]
  // Far to the left: what is on the right is in the frame then.
  await (await fingersOn(page)).move([[centre, middle]], [[centre - width, middle]])
  await crop.getByRole('button', { name: 'Apply' }).click()
  await expect(crop).toBeHidden()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()

  await page.reload()
  const header = page.getByRole('main').locator('img[src*="/media/"]').first()
  await expect(header).toBeVisible()
  await expect.poll(() => header.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const colour = await header.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, 90, 30)
    return [...(context?.getImageData(10, 15, 1, 1).data ?? [])]
  })
  // On the left it begins with green, no longer with red.
  expect(colour[1]).toBeGreaterThan(150)
  expect(colour[0]).toBeLessThan(80)
  const frame = await header.boundingBox()
  expect(frame?.width).toBe(page.viewportSize()?.width)
})
