import { writeFileSync } from 'node:fs'
import { attach, card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { PHONE } from '../support/where.ts'

/** The smallest size that is too large, in bytes. */
const TOO_LARGE = 20_971_520

const REFUSED = 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)'

test(
  'files that are no pictures or videos, or too large, are refused, and the draft stays',
  PHONE,
  async ({ api, openAs, noise }, testInfo) => {
    noise.expect(/422|file must be|file cannot be read/)
    const page = await openAs(await api.signUp())
    const uploads: string[] = []
    page.on('request', (request) => {
      if (/\/api\/(media|uploads)/.test(request.url())) uploads.push(request.url())
    })
    const path = testInfo.outputPath('long.mp4')
    writeFileSync(path, Buffer.alloc(TOO_LARGE))
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }
    const script = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') }
    await page.goto('/')
    const draft = page.getByRole('textbox', { name: 'New post' })
    await draft.fill('Look at this')
    await expectToast(page, REFUSED, () => attach(page, notes))
    await expect(draft).toHaveValue('Look at this')
    await expectToast(page, 'file must be less than 20mb', () => attach(page, path))
    await expect(draft).toHaveValue('Look at this')
    expect(uploads).toEqual([])

    // The server refuses what only claims to be a picture.
    await expectToast(page, REFUSED, () => attach(page, script))
    await expect(draft).toHaveValue('Look at this')
    await expect(page.getByRole('img', { name: 'Attached to this post' })).toBeHidden()
    expect(uploads).toHaveLength(1)
  },
)

test('an upload beyond the limit of unfinished ones is refused, and the draft stays', async ({
  api,
  openAs,
  noise,
  photo,
}) => {
  noise.expect(/429 \(Too Many Requests\)/, /ApiError/)
  const member = await api.signUp()
  for (let begun = 0; begun < 10; begun++) await api.beginUpload(member)
  const page = await openAs(member)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'New post' }).fill('My holiday')
  // Large enough to be uploaded in chunks.
  const large = { ...photo, buffer: Buffer.concat([photo.buffer], 2_000_000) }
  const message = 'You have begun too many uploads without finishing them. Please finish one, or try again tomorrow.'
  await expectToast(page, message, () => attach(page, large))
  await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('My holiday')
})

test('a post needs text or media', PHONE, async ({ api, openAs, photo }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  const send = form.getByRole('button', { name: 'Post', exact: true })
  await expect(send).toBeDisabled()
  await form.getByRole('textbox').fill('   ')
  await expect(send).toBeDisabled()
  await form.getByRole('textbox').fill('words')
  await expect(send).toBeEnabled()
  await form.getByRole('textbox').fill('')
  await attach(page, photo)
  await expect(send).toBeEnabled()
  await form.getByRole('button', { name: 'Remove picture' }).click()
  await expect(send).toBeDisabled()
})

test('a draft survives a reload, and the emoji are appended to it', PHONE, async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const text = page.getByRole('textbox', { name: 'New post' })
  await text.fill('Half a thought ')
  await page.reload()
  await expect(text).toHaveValue('Half a thought ')

  await page.getByRole('button', { name: 'Add emoji' }).click()
  const emoji = page.getByRole('dialog', { name: 'Emoji' }).getByRole('button')
  await expect(emoji).toHaveCount(23)
  await emoji.getByText('🦆').click()
  await emoji.getByText('🔥').click()
  await expect(text).toHaveValue('Half a thought 🦆🔥')
})

test('New Post opens a dialog that closes, and is empty, after the post was sent', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'New Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  await dialog.getByRole('textbox', { name: 'New post' }).fill('From the dialog')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'From the dialog')).toBeVisible()

  await page.getByRole('button', { name: 'New Post' }).click()
  await expect(dialog.getByRole('textbox', { name: 'New post' })).toHaveValue('')
})

test('authors can edit and delete their posts', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await api.writePost(member, 'The frist words')
  await page.goto('/')
  await card(page, 'The frist words').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await expect(dialog.getByRole('textbox')).toHaveValue('The frist words')
  await dialog.getByRole('textbox').fill('The first words')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'The first words')).toBeVisible()
  await page.reload()
  await expect(card(page, 'The first words')).toBeVisible()

  await card(page, 'The first words').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
  await clickAndSave(page, confirm, '/api/posts/')
  await expect(card(page, 'The first words')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()
})
