import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { longTest, makePerson, test } from '../../../../test/component-test.ts'
import { attach, card, clickAndSave, fileOf, makePhoto } from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { watchRequests } from '../../../../test/requests.ts'
import { expectToast } from '../../../../test/toast.ts'

const FIELD = 'Describe this picture for those who do not see it'
const NO_POSTS = 'Sorry, there no posts to show! Follow people to see their posts.'

const form = page.getByRole('form', { name: 'New post' })
const send = form.getByRole('button', { name: 'Post', exact: true })
const draft = form.getByRole('textbox', { name: 'New post' })
const emoji = page.getByRole('dialog', { name: 'Emoji' }).getByRole('button')
const editing = page.getByRole('dialog', { name: 'Edit Post' })

const chooser = (within: Locator, rule: string) => within.getByRole('button', { name: `Who can comment: ${rule}` })

/** Changes the rule of a new post from everyone. @param short how the button names it */
async function choose(within: Locator, rule: string, short: string): Promise<void> {
  await chooser(within, 'Everyone').click()
  await expect.element(page.getByRole('menuitemradio', { name: /^Everyone/ })).toBeChecked()
  // A hint follows some of the names.
  await page.getByRole('menuitemradio', { name: new RegExp(`^${rule}`) }).click()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(chooser(within, short)).toHaveFocus()
}

/** Closes a popup by Escape: it takes keys for certain once the focus is in it. */
async function escapeFrom(popup: Locator): Promise<void> {
  await expect.poll(() => popup.query()?.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(popup).not.toBeInTheDocument()
}

async function pickOption(post: Locator, name: string): Promise<void> {
  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function update(): Promise<void> {
  await clickAndSave(editing.getByRole('button', { name: 'Update' }), /^\/api\/posts\/edit\//)
  await expect.element(editing).not.toBeInTheDocument()
}

describe('writing a post', () => {
  test('a feed without posts says what to do; the form on Home writes one, which is first immediately', async ({
    api,
  }) => {
    await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    await expect.element(page.getByText(NO_POSTS)).toBeVisible()
    const posts = page.getByRole('region', { name: 'Your feed' }).getByRole('article')
    await draft.fill('The older one')
    await send.click()
    await expect.element(posts).toMatchTextContent(/The older one/)
    await expect.element(draft).toHaveValue('')
    await draft.fill('The newer one')
    await send.click()
    await expect.element(posts.nth(1)).toMatchTextContent(/The older one/)
    await expect.element(posts.first()).toMatchTextContent(/The newer one/)
    // For voices, hyphens and fonts.
    await expect.element(posts.first().getByText('The newer one')).toHaveAttribute('lang', navigator.language)
    await expect.element(draft).toHaveValue('')
  })

  test('a draft survives a reload, and the emoji are appended to it', async ({ api }) => {
    const screen = await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    await draft.fill('Half a thought ')
    await screen.reload()
    await expect.element(draft).toHaveValue('Half a thought ')
    await page.getByRole('button', { name: 'Add emoji' }).click()
    await expect.poll(() => emoji.elements().length).toBe(23)
    await emoji.getByText('🦆').click()
    await emoji.getByText('🔥').click()
    await expect.element(draft).toHaveValue('Half a thought 🦆🔥')
  })

  test('New Post opens a dialog that closes, and is empty, after the post was sent', async ({ api }) => {
    const member = await api.signUp()
    await renderScreen(`/profile/${member.username}`, { member, size: 'phone' })
    await page.getByRole('button', { name: 'New Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    await dialog.getByRole('textbox', { name: 'New post' }).fill('From the dialog')
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(card('From the dialog')).toBeVisible()
    await page.getByRole('button', { name: 'New Post' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'New post' })).toHaveValue('')
  })

  test('a new post is sent with the name of its author, and an edit without', async ({ api }) => {
    const member = await api.signUp(makePerson('Nia'))
    await renderScreen('/', { member })
    const sent = await watchRequests(/^\/api\/posts/, 'write')
    const bodies = async () => (await sent()).map(({ body }) => JSON.parse(body ?? '').postData)
    await draft.fill('From the form')
    await send.click()
    await expect.element(card('From the form')).toBeVisible()
    await page.getByRole('button', { name: 'New Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    await dialog.getByRole('textbox', { name: 'New post' }).fill('From the dialog')
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    const rest = { lang: navigator.language, mediaUrl: '', type: '', alt: '' }
    const post = { firstName: 'Nia', lastName: 'Mallard', ...rest }
    const written = ['From the form', 'From the dialog'].map((content) => ({ ...post, content }))
    await expect.poll(bodies).toEqual(written)

    await pickOption(card('From the dialog'), 'Edit Post')
    await editing.getByRole('textbox').fill('From the other dialog')
    await update()
    expect(await bodies()).toEqual([...written, { content: 'From the other dialog', ...rest }])
  })

  test('the description of a picture is entered with it, stored and shown, and can be edited', async ({ api }) => {
    const screen = await renderScreen('/', { member: await api.signUp() })
    await draft.fill('Look')
    const description = form.getByRole('textbox', { name: FIELD })
    await expect.element(description).not.toBeInTheDocument()
    await attach(await makePhoto())
    await description.fill('Coloured noise')
    await screen.reload()
    await expect.element(description).toHaveValue('Coloured noise')
    await send.click()
    const post = card('Look')
    await expect.element(post.getByRole('img', { name: 'Coloured noise' })).toBeVisible()
    await expect.element(post.getByText('No description yet')).not.toBeInTheDocument()

    await pickOption(post, 'Edit Post')
    await editing.getByRole('textbox', { name: FIELD }).fill('Noise of many colours')
    await update()
    await expect.element(post.getByRole('img', { name: 'Noise of many colours' })).toBeVisible()
    await screen.reload()
    await expect.element(post.getByRole('img', { name: 'Noise of many colours' })).toBeVisible()
  })

  longTest('a post without a description is created immediately, and its author is reminded once', async ({ api }) => {
    const member = await api.signUp()
    const photo = await makePhoto()
    const { url } = await api.upload(member, fileOf(photo))
    await api.writePost(member, 'Made elsewhere', { mediaUrl: url, type: 'image' })
    await renderScreen('/', { member })
    async function write(text: string): Promise<Locator> {
      await draft.fill(text)
      await attach(photo)
      await expect.element(form.getByRole('textbox', { name: FIELD })).toBeVisible()
      await send.click()
      await expect.element(card(text).getByText('No description yet')).toBeVisible()
      return card(text)
    }
    const first = await write('The first')
    await first.getByRole('button', { name: 'Add one' }).click()
    await editing.getByRole('textbox', { name: FIELD }).fill('Noise')
    await update()
    await expect.element(first.getByText('No description yet')).not.toBeInTheDocument()

    const second = await write('The second')
    await second.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(second.getByText('No description yet')).not.toBeInTheDocument()

    // Nor is there one at a post that was not written on this page, as after a reload.
    await expect.element(card('Made elsewhere').getByRole('img', { name: /^In the post by/ })).toBeVisible()
    await expect.element(page.getByText('No description yet')).not.toBeInTheDocument()
  })
})

describe('who can comment', () => {
  test('the author chooses who can comment before the post is written; the draft keeps it over a reload', async ({
    api,
  }) => {
    const author = await api.signUp()
    const screen = await renderScreen('/', { member: author })
    await choose(form, 'Nobody', 'Nobody')
    await screen.reload()
    await expect.element(chooser(form, 'Nobody')).toHaveTextContent('Nobody')
    await draft.fill('For reading only')
    await clickAndSave(send, /^\/api\/posts/)
    await expect.element(card('For reading only')).toBeVisible()
    // The next post starts anew.
    await expect.element(chooser(form, 'Everyone')).toBeVisible()
    await draft.fill('For everybody')
    await clickAndSave(send, /^\/api\/posts/)
    const { posts } = (await (await fetch('/api/feed', { headers: { authorization: author.token } })).json()) as {
      posts: { content: string; whoMayComment?: string }[]
    }
    // It is named if it is another than everyone's.
    expect(posts.map(({ content, whoMayComment }) => [content, whoMayComment])).toEqual([
      ['For everybody', undefined],
      ['For reading only', 'nobody'],
    ])
  })

  longTest('the New Post dialog shares the choice with Home; Escape closes only its menu', async ({ api }) => {
    const screen = await renderScreen('/explore', { member: await api.signUp(), size: 'phone' })
    await page.getByRole('button', { name: 'New Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    await choose(dialog, 'People I mention', 'Mentioned')
    await chooser(dialog, 'Mentioned').click()
    await escapeFrom(page.getByRole('menu'))
    await expect.element(dialog).toBeVisible()
    await escapeFrom(dialog)
    await screen.open('/')
    await expect.element(chooser(form, 'Mentioned')).toBeVisible()
    await draft.fill('Hello @nobody_else')
    await clickAndSave(send, /^\/api\/posts/)
    await pickOption(card('Hello @nobody_else'), 'Who can comment…')
    await expect.element(page.getByRole('radio', { name: /^People I mention/ })).toBeChecked()
  })
})

describe('editing and deleting a post', () => {
  test('authors can edit and delete their posts', async ({ api }) => {
    const member = await api.signUp()
    await api.writePost(member, 'The frist words')
    const screen = await renderScreen('/', { member, size: 'phone' })
    await pickOption(card('The frist words'), 'Edit Post')
    await expect.element(editing.getByRole('textbox')).toHaveValue('The frist words')
    await editing.getByRole('textbox').fill('The first words')
    await update()
    await expect.element(card('The first words')).toBeVisible()
    await screen.reload()
    await expect.element(card('The first words')).toBeVisible()

    await pickOption(card('The first words'), 'Delete Post')
    await clickAndSave(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }), /^\/api\/posts\//)
    await expect.element(card('The first words')).not.toBeInTheDocument()
    await screen.reload()
    await expect.element(page.getByText(NO_POSTS)).toBeVisible()
  })

  test('pictures of a post are added, described and removed; after the first, the next one is in its place', async ({
    api,
    noise,
  }) => {
    // The file of the picture that is removed may be gone before it was shown.
    noise.expect(/status of (404|409)/)
    const member = await api.signUp()
    const pictures = await Promise.all(
      ['A', 'B', 'C'].map(async (alt, index) => ({
        alt,
        url: (await api.upload(member, fileOf(await makePhoto(240 + index)))).url,
      })),
    )
    const [{ url: mediaUrl, alt } = { url: '', alt: '' }, ...furtherPictures] = pictures
    const post = await api.writePost(member, 'Three', { mediaUrl, alt, type: 'image', furtherPictures })
    await renderScreen('/', { member })
    const altsOf = () =>
      card('Three')
        .getByRole('link')
        .getByRole('img')
        .elements()
        .map((each) => each.getAttribute('alt'))
    await expect.poll(altsOf).toEqual(['A', 'B', 'C'])
    await pickOption(card('Three'), 'Edit Post')
    await expect.element(editing.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
    await editing.getByRole('button', { name: 'Remove picture 1' }).click()
    await editing.getByRole('button', { name: 'Picture 2 of 2: C' }).click()
    await editing.getByRole('textbox', { name: FIELD }).fill('Of C')
    await update()
    await expect.poll(altsOf).toEqual(['B', 'Of C'])
    await expect.element(card('Changed meanwhile')).not.toBeInTheDocument()

    // Another device has changed the pictures alone. Their files stay: those of removed ones would soon be gone.
    await pickOption(card('Three'), 'Edit Post')
    await editing.getByRole('button', { name: 'Move picture 1 later' }).click()
    await api.editPictures(post, member, [{ url: pictures[2]?.url ?? '', alt: 'Of C, changed' }])
    await expectToast('Changed meanwhile: choose a version', () =>
      editing.getByRole('button', { name: 'Update' }).click(),
    )
    await card('Three').getByRole('button', { name: 'Compare' }).click()
    const imagesOf = (name: string) => page.getByRole('region', { name }).getByRole('img').elements().length
    await expect.poll(() => [imagesOf('Your version'), imagesOf('The present version')]).toEqual([2, 2])
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(altsOf).toEqual(['Of C', 'B'])
    await expect.element(card('Changed meanwhile')).not.toBeInTheDocument()
  })

  test('the owner menu has Edit Post, Quote, Pin to profile, who can comment, quote and repost, Mute notifications and Delete Post; the edit form has the emoji and needs text or media', async ({
    api,
  }) => {
    const member = await api.signUp()
    await api.writePost(member, 'Almost right')
    await renderScreen('/', { member })
    await card('Almost right').getByRole('button', { name: 'Post options' }).click()
    const items = page.getByRole('menuitem')
    await expect
      .poll(() => items.elements().map(({ textContent }) => textContent))
      .toEqual([
        'Edit Post',
        'Quote',
        'Pin to profile',
        'Who can comment…',
        'Who can quote…',
        'Do not allow reposts',
        'Mute notifications',
        'Delete Post',
      ])
    await page.getByRole('menuitem', { name: 'Edit Post' }).click()
    const text = editing.getByRole('textbox')
    await text.fill(' ')
    await expect.element(editing.getByRole('button', { name: 'Update' })).toBeDisabled()
    await text.fill('All right ')
    await editing.getByRole('button', { name: 'Add emoji' }).click()
    await expect.poll(() => emoji.elements().length).toBe(23)
    await emoji.getByText('💯').click()
    await expect.element(text).toHaveValue('All right 💯')
    await userEvent.keyboard('{Escape}')
    await update()
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(card('All right 💯')).toBeVisible()
  })

  longTest('editing a post does not change who can comment', async ({ api }) => {
    const member = await api.signUp()
    const post = await api.writePost(member, 'A quiet cornre')
    await api.setWhoMayComment(post, member, 'nobody')
    await renderScreen('/', { member })
    await pickOption(card('A quiet cornre'), 'Edit Post')
    await editing.getByRole('textbox').fill('A quiet corner')
    await expect.element(editing.getByRole('button', { name: /^Who can comment/ })).not.toBeInTheDocument()
    await update()
    await pickOption(card('A quiet corner'), 'Who can comment…')
    await expect.element(page.getByRole('radio', { name: /^Nobody/ })).toBeChecked()
  })
})
