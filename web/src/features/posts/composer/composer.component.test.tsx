import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.ts'
import type { PickedFile } from '../../../../test/browser-commands.ts'
import { longTest, test } from '../../../../test/component-test.ts'
import { goOffline } from '../../../../test/network.ts'
import { attach, card, makeAnimation, makePhoto, textFile } from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { breakRequests, holdBack, stopRoutes, watchRequests } from '../../../../test/requests.ts'
import { expectToast } from '../../../../test/toast.ts'

/** The smallest size that is too large, in bytes. */
const TOO_LARGE = 20_971_520

const REFUSED = 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)'

function toFile({ name, base64 }: PickedFile): File {
  return new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type: 'image/jpeg' })
}

function clipboardOf(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer
}

/** @returns whether the browser would do what it does by itself */
const paste = (target: Locator, clipboardData: DataTransfer): boolean =>
  target.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))

const drop = (target: Locator, dataTransfer: DataTransfer): boolean =>
  target.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))

/** Two frames of two by two pixels. */
const ANIMATED_PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAACAAAAAgAA',
  'AAAAAAAAAAEAAgAA5keNuAAAAAtJREFUeNpjYAABAAAGAAFtKBAvAAAAGmZjVEwAAAABAAAAAgAAAAIAAAAAAAAAAAABAAIAAH00',
  'Z2wAAAASZmRBVAAAAAJ42mP4/5/h/38AC/oD/dSHAVAAAAAASUVORK5CYII=',
].join('')

describe('the composer', () => {
  test('files that are no pictures or videos, or too large, are refused, and the draft stays', async ({
    api,
    noise,
  }) => {
    noise.expect(/422|file must be|file cannot be read/)
    const uploads = await watchRequests(/^\/api\/(media|uploads)/)
    await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    const draft = page.getByRole('textbox', { name: 'New post' })
    await draft.fill('Look at this')
    await expectToast(REFUSED, () => attach(textFile('notes.txt', 'words')))
    await expect.element(draft).toHaveValue('Look at this')
    const long = { ...textFile('long.mp4', ''), size: TOO_LARGE }
    await expectToast('file must be less than 20mb', () => attach(long))
    await expect.element(draft).toHaveValue('Look at this')
    expect(await uploads()).toEqual([])

    // The server refuses what only claims to be a picture.
    const script = textFile('photo.jpg', '<script>alert(1)</script>')
    await expectToast(REFUSED, () => attach(script))
    await expect.element(draft).toHaveValue('Look at this')
    await expect.element(page.getByRole('img', { name: 'Attached to this post' })).not.toBeInTheDocument()
    expect((await uploads()).map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST'])
  })

  test('an animated PNG is attached as a still picture, which is said; a GIF can be stopped', async ({ api }) => {
    await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    const attached = page.getByRole('img', { name: 'Attached to this post' })
    const message = 'An animated PNG is posted as a still picture. A GIF or WebP keeps moving.'
    await expectToast(message, () => attach({ name: 'blink.png', base64: ANIMATED_PNG }))
    await expect.element(attached).toBeVisible()
    const play = page.getByRole('button', { name: 'Play animation' })
    expect(play.elements()).toEqual([])
    await page.getByRole('button', { name: 'Remove picture' }).click()
    const { name, buffer } = makeAnimation()
    await attach({ name, base64: btoa(String.fromCharCode(...buffer)) })
    const src = () => (attached.query() as HTMLImageElement | null)?.currentSrc
    await play.click()
    await expect.poll(src).toMatch(/\?w=\d+$/)
    await page.getByRole('button', { name: 'Stop animation' }).click()
    await expect.poll(src).toMatch(/still=1$/)
  })

  test('a GIF that waits for the network can be stopped, in the form and in its post', async ({ api, noise }) => {
    noise.expect(/NetworkError|ERR_CONNECTION_FAILED/)
    const screen = await renderScreen('/', { member: await api.signUp() })
    const form = page.getByRole('form', { name: 'New post' })
    await expect.element(form).toBeVisible()
    goOffline()
    await breakRequests(/^\/api\/uploads/)
    const { name, buffer } = makeAnimation()
    await attach({ name, base64: btoa(String.fromCharCode(...buffer)) })
    const [play, stop] = ['Play animation', 'Stop animation'].map((label) => page.getByRole('button', { name: label }))
    if (!play || !stop) throw new Error('no buttons')
    const expectStill = async (picture: Locator) => {
      await play.click()
      await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/))
      await stop.click()
      await expect.poll(() => (picture.query() as HTMLCanvasElement | null)?.width).toBe(240)
    }
    await expectStill(page.getByRole('img', { name: 'Attached to this post' }))
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    const waiting = page.getByRole('article', { name: /^Waiting post/ }).getByRole('img', { name: 'In your post' })
    await expectStill(waiting)
    // Still from its first frame on, it has the shape of the picture all the same.
    await screen.open('/')
    await expect.poll(() => (waiting.query() as HTMLCanvasElement | null)?.width).toBe(240)
    const ratio = () => Number.parseFloat(waiting.element().parentElement?.style.aspectRatio ?? '')
    await expect.poll(ratio).toBeCloseTo(240 / 180)
  })

  longTest('an upload beyond the limit of unfinished ones is refused, and the draft stays', async ({ api, noise }) => {
    noise.expect(/429 \(Too Many Requests\)/, /ApiError/)
    const member = await api.signUp()
    for (let begun = 0; begun < 10; begun++) await api.beginUpload(member)
    await renderScreen('/', { member })
    const draft = page.getByRole('textbox', { name: 'New post' })
    await draft.fill('My holiday')
    // Large enough to be uploaded in chunks.
    const large = { ...(await makePhoto()), size: 2_000_000 }
    const message = 'You have begun too many uploads without finishing them. Please finish one, or try again tomorrow.'
    await expectToast(message, () => attach(large))
    await expect.element(draft).toHaveValue('My holiday')
  })

  test('a post needs text or media, and waits for a picture that is being uploaded', async ({ api }) => {
    await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    const form = page.getByRole('form', { name: 'New post' })
    const text = form.getByRole('textbox')
    const send = form.getByRole('button', { name: 'Post', exact: true })
    await expect.element(send).toBeDisabled()
    await text.fill('   ')
    await expect.element(send).toBeDisabled()
    await text.fill('words')
    await expect.element(send).toBeEnabled()
    await text.fill('')
    await attach(await makePhoto())
    await expect.element(send).toBeEnabled()
    await form.getByRole('button', { name: 'Remove picture' }).click()
    await expect.element(send).toBeDisabled()

    await text.fill('With a picture')
    await expect.element(send).toBeEnabled()
    const upload = await holdBack(/^\/api\/uploads/)
    await attach(await makePhoto())
    await upload.arrived()
    await expect.element(send).toBeDisabled()
    await upload.open()
    await send.click()
    await expect.element(card('With a picture').getByRole('img', { name: /^In the post by/ })).toBeVisible()
  })

  test('cells of a spreadsheet are pasted as text, a picture as a picture', async ({ api }) => {
    await renderScreen('/', { member: await api.signUp() })
    const draft = page.getByRole('textbox', { name: 'New post' })
    const attached = page.getByRole('img', { name: 'Attached to this post' })
    const photo = toFile(await makePhoto())

    const cells = clipboardOf([photo])
    cells.setData('text/plain', 'Duck\t3')
    cells.setData('text/html', '<table><tr><td>Duck</td><td>3</td></tr></table>')
    // The browser pastes what nobody has prevented.
    expect(paste(draft, cells)).toBe(true)
    await expect.element(attached).not.toBeInTheDocument()

    const picture = clipboardOf([photo])
    picture.setData('text/html', '<img src="https://a.example/duck.jpg">')
    expect(paste(draft, picture)).toBe(false)
    await expect.element(attached).toBeVisible()
  })

  test('up to four pictures are attached, or one video; they are described, moved by keys, buttons and dragging, and removed', async ({
    api,
  }) => {
    await renderScreen('/', { member: await api.signUp() })
    const draft = page.getByRole('textbox', { name: 'New post' })
    const form = page.getByRole('form', { name: 'New post' })
    const tiles = page.getByRole('list', { name: 'Attached pictures' }).getByRole('button', { name: /^Picture/ })
    const tile = (name: string) => tiles.and(page.getByRole('button', { name: new RegExp(`^${name}`) }))
    const [first, ...others] = await Promise.all(
      [240, 241, 242, 243].map(async (width) => toFile(await makePhoto(width))),
    )
    if (!first) throw new Error('no photo')
    // Some systems know no type of a file.
    const untyped = new File([await first.arrayBuffer()], 'duck.JPG')
    expect(drop(draft, clipboardOf([untyped]))).toBe(false)
    await expect.element(page.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
    await expectToast('This picture is attached already.', async () => drop(draft, clipboardOf([first])))
    await expectToast('A post has up to 4 pictures.', async () => drop(draft, clipboardOf([...others, first])))
    await expect.poll(() => tiles.elements().length).toBe(4)
    const video = new File(['frames'], 'film.mp4', { type: 'video/mp4' })
    await expectToast('A post has up to 4 pictures, or one video.', async () => drop(draft, clipboardOf([video])))
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()

    await form.getByRole('textbox', { name: /^Describe this picture/ }).fill('The first')
    await tile('Picture 1 of 4: The first').click()
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
    await expect.element(tile('Picture 2 of 4: The first')).toHaveFocus()
    await expect.element(page.getByText('Picture 1 is now picture 2 of 4')).toBeInTheDocument()
    await form.getByRole('button', { name: 'Move picture 2 later' }).click()
    await expect.element(form.getByRole('button', { name: 'Move picture 3 later' })).toHaveFocus()
    await userEvent.dragAndDrop(tile('Picture 3 of 4: The first'), tile('Picture 4 of 4'))
    await expect.element(tile('Picture 4 of 4: The first')).toHaveAttribute('aria-pressed', 'true')
    await expect
      .element(form.getByRole('button', { name: 'Move picture 4 later' }))
      .toHaveAttribute('aria-disabled', 'true')
    await expectAccessible()
    await form.getByRole('button', { name: 'Move picture 4 earlier' }).click()
    await tile('Picture 1 of 4').click()
    await form.getByRole('button', { name: 'Remove picture 1' }).click()
    await form.getByRole('button', { name: 'Remove picture 1' }).click()
    await expect.poll(() => tiles.elements().length).toBe(2)

    const posts = await watchRequests(/^\/api\/posts(\?|$)/, 'write')
    await draft.fill('Two of them')
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    const seen = card('Two of them')
    await expect.element(seen.getByRole('img', { name: 'The first' })).toBeVisible()
    await expect.element(seen.getByRole('img', { name: /^In the post by/ })).toBeVisible()
    const [{ body } = { body: '' }] = await posts()
    const { alt, furtherPictures } = JSON.parse(body ?? '').postData
    expect([alt, furtherPictures]).toMatchObject(['The first', [{ alt: '' }]])
  })

  test('a key that an input method takes publishes nothing', async ({ api }) => {
    const posts = await watchRequests(/^\/api\/posts(\?|$)/, 'write')
    await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    const draft = page.getByRole('textbox', { name: 'New post' })
    await draft.fill('かも')
    const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
    for (const taken of [{ isComposing: true }, { keyCode: 229 }])
      draft.element().dispatchEvent(new KeyboardEvent('keydown', { ...press, ...taken }))
    await draft.fill('かもめ')
    draft.element().dispatchEvent(new KeyboardEvent('keydown', press))
    await expect.element(card('かもめ')).toBeVisible()
    expect(await posts()).toHaveLength(1)
  })

  test('a picture that is being uploaded at a log-out waits for the next log-in', async ({ api, noise }) => {
    noise.expect(/ERR_/)
    const member = await api.signUp()
    const screen = await renderScreen('/', { member })
    const upload = await holdBack(/^\/api\/uploads/)
    await page.getByRole('textbox', { name: 'New post' }).fill('With a picture')
    await attach(await makePhoto())
    await upload.arrived()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.element(page.getByRole('heading', { name: 'Welcome to Quack!' })).toBeVisible()
    await stopRoutes()
    await page.getByLabelText('Username').fill(member.username)
    await page.getByLabelText('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await screen.open('/')
    const picture = page.getByRole('img', { name: 'Attached to this post' })
    await expect.poll(() => picture.query()?.getAttribute('src')).toMatch(/^\/media\//)
    await page.getByRole('form', { name: 'New post' }).getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(card('With a picture').getByRole('img', { name: /^In the post by/ })).toBeVisible()
  })
})
