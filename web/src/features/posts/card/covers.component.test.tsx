import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.ts'
import { type Member, type MemberApi, makePerson, test } from '../../../../test/component-test.ts'
import { attach, card, chooseFile, clickAndSave, fileOf, makePhoto } from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { watchRequests } from '../../../../test/requests.ts'

const FILES = /^\/media\/[\w-]{22}/

const everywhere = page.getByRole('main')
const show = (within: Locator) => within.getByRole('button', { name: 'Show', exact: true })
const hide = (within: Locator) => within.getByRole('button', { name: 'Hide', exact: true })
const pond = (within: Locator) => within.getByRole('img', { name: 'A pond' })

async function pondOf(api: MemberApi, member: Member) {
  const { url } = await api.upload(member, fileOf(await makePhoto()))
  return { mediaUrl: url, type: 'image', alt: 'A pond' }
}

describe('a warning', () => {
  test('folds the text, the picture and the quote until the reader opens them, by keyboard too, and folds them again', async ({
    api,
  }) => {
    const ann = await api.signUp(makePerson('Ann'))
    const { _id: quote } = await api.writePost(ann, 'What it is about')
    const about = { ...(await pondOf(api, ann)), quote, warning: 'About the end' }
    await api.writePost(ann, 'It ends well', about)
    const files = await watchRequests(FILES)
    await renderScreen(`/profile/${ann.username}`, { member: ann })
    const post = card('About the end')
    await expect.element(show(post)).toHaveAttribute('aria-expanded', 'false')
    const isFolded = async () => {
      for (const hidden of [page.getByText('It ends well'), pond(everywhere), post.getByRole('blockquote')])
        await expect.element(hidden).not.toBeInTheDocument()
    }
    await isFolded()
    expect(await files()).toEqual([])
    await expectAccessible()

    const button = show(post).element() as HTMLElement
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(hide(post)).toHaveAttribute('aria-expanded', 'true')
    expect(document.activeElement).toBe(button)
    await expect.element(post.getByText('It ends well')).toBeVisible()
    await expect.element(pond(post)).toBeVisible()
    await expect.element(post.getByRole('blockquote')).toBeVisible()
    // Also on the post's page.
    await post.getByRole('link', { name: /ago$/ }).click()
    await expect.element(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
    await expect.element(hide(card('About the end'))).toBeVisible()
    await hide(card('About the end')).click()
    await isFolded()
  })

  test('is shown in place of what it covers where the post is quoted', async ({ api }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const picture = await pondOf(api, ann)
    const warned = await api.writePost(ann, 'It ends well', { ...picture, warning: 'About the end' })
    const sensitive = await api.writePost(ann, 'A pond at night', { ...picture, sensitive: true })
    await api.writePost(bob, 'Of a warned one', { quote: warned._id })
    await api.writePost(bob, 'Of a sensitive one', { quote: sensitive._id })
    await renderScreen(`/profile/${bob.username}`, { member: bob })
    const [one, other] = ['Of a warned one', 'Of a sensitive one'].map((text) => card(text).getByRole('blockquote'))
    await expect.element(one as Locator).toMatchTextContent('About the end')
    await expect.element(one as Locator).not.toMatchTextContent('It ends well')
    await expect.element(other as Locator).toMatchTextContent('A pond at night')
    await expect.element(pond(everywhere)).not.toBeInTheDocument()
  })
})

test('sensitive pictures are blurred below their text, until they or the button are pressed', async ({ api }) => {
  const ann = await api.signUp(makePerson('Ann'))
  const picture = await pondOf(api, ann)
  const furtherPictures = [{ url: (await api.upload(ann, fileOf(await makePhoto(320)))).url, alt: 'Reeds' }]
  await api.writePost(ann, 'A pond at night', { ...picture, furtherPictures, sensitive: true })
  const files = await watchRequests(FILES)
  await renderScreen(`/profile/${ann.username}`, { member: ann })
  const post = card('A pond at night')
  await expect.element(post).toMatchTextContent('Sensitive media')
  expect(await files()).toEqual([])
  const covers = () => [...post.element().querySelectorAll<HTMLElement>('button[aria-hidden]')]
  expect(covers()).toHaveLength(2)
  covers()[1]?.click()
  for (const name of ['A pond', 'Reeds']) await expect.element(post.getByRole('img', { name })).toBeVisible()
  await hide(post).click()
  expect(covers()).toHaveLength(2)
})

test('members open everything, or have all media blurred', async ({ api }) => {
  const ann = await api.signUp(makePerson('Ann'))
  const picture = await pondOf(api, ann)
  await api.writePost(ann, 'It ends well', { ...picture, warning: 'About the end' })
  await api.writePost(ann, 'Nothing special', picture)
  const screen = await renderScreen('/settings', { member: ann })
  const choice = page.getByRole('combobox', { name: 'Posts with a warning' })
  const choose = async (value: string) => {
    await expect.element(choice).toBeEnabled()
    const saved = await watchRequests(/^\/api\/account\/warnings/, 'write')
    await userEvent.selectOptions(choice, value)
    await expect.poll(async () => (await saved()).some(({ status }) => status === 200)).toBe(true)
  }
  await choose('Always open')
  await screen.open('/')
  await expect.element(card('It ends well')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show', exact: true })).not.toBeInTheDocument()
  await screen.open('/settings')
  await choose('Blur all media')
  await screen.open('/')
  await expect.element(card('Nothing special')).toMatchTextContent('Media')
  await expect.element(show(card('About the end'))).toBeVisible()
  await expect.element(pond(everywhere)).not.toBeInTheDocument()
})

test('authors write a warning, or blur their media; an edit takes them off', async ({ api }) => {
  const ann = await api.signUp(makePerson('Ann'))
  const screen = await renderScreen('/', { member: ann })
  const form = page.getByRole('form', { name: 'New post' })
  const text = form.getByRole('textbox', { name: 'New post' })
  const warning = page.getByRole('textbox', { name: 'Warning' })
  await text.fill('It ends well')
  await form.getByRole('button', { name: 'Add warning' }).click()
  await expect.element(warning).toHaveFocus()
  await userEvent.keyboard('About the end{Enter}')
  await expect.element(warning).toHaveValue('About the end')
  await screen.reload()
  await expect.element(warning).toHaveValue('About the end')
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  const post = card('About the end')
  await expect.element(show(post)).toBeVisible()
  await expect.element(warning).not.toBeInTheDocument()

  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Post' })
  await expect.element(warning).toHaveValue('About the end')
  await expectAccessible()
  await editing.getByRole('button', { name: 'Add warning', pressed: true }).click()
  await expect.element(warning).not.toBeInTheDocument()
  await clickAndSave(editing.getByRole('button', { name: 'Update' }), /^\/api\/posts\/edit\//)
  await expect.element(card('It ends well')).toBeVisible()
  await expect.element(show(everywhere)).not.toBeInTheDocument()
})

test('members have the media of new posts blurred, and say otherwise for one', async ({ api }) => {
  const screen = await renderScreen('/settings', { member: await api.signUp(makePerson('Ann')) })
  const whether = page.getByRole('switch', { name: 'Blur the media of your posts' })
  await expect.element(whether).toBeEnabled()
  await clickAndSave(whether, /^\/api\/account\/warnings/)
  await screen.open('/')
  const form = page.getByRole('form', { name: 'New post' })
  const blur = form.getByRole('checkbox', { name: 'Blur media' })
  const write = async (text: string, isBlurred: boolean) => {
    await form.getByRole('textbox', { name: 'New post' }).fill(text)
    await expect.element(blur).not.toBeInTheDocument()
    await attach(await makePhoto())
    await expect.element(blur).toBeChecked()
    if (!isBlurred) await blur.click()
    const send = form.getByRole('button', { name: 'Post', exact: true })
    await expect.element(send).toBeEnabled()
    await clickAndSave(send, /^\/api\/posts/)
  }
  await write('At night', true)
  await expect.element(show(card('At night'))).toBeVisible()
  await write('By day', false)
  await expect.element(card('By day')).toBeVisible()
  await expect.element(show(card('By day'))).not.toBeInTheDocument()

  // So are the first ones that an edit adds.
  await form.getByRole('textbox', { name: 'New post' }).fill('Words')
  await clickAndSave(form.getByRole('button', { name: 'Post', exact: true }), /^\/api\/posts/)
  await card('Words').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Post' })
  await chooseFile(editing.getByRole('button', { name: 'Add a picture or video' }), await makePhoto())
  await expect.element(editing.getByRole('checkbox', { name: 'Blur media' })).toBeChecked()
  const update = editing.getByRole('button', { name: 'Update' })
  await expect.element(update).toBeEnabled()
  await clickAndSave(update, /^\/api\/posts\/edit\//)
  await expect.element(show(card('Words'))).toBeVisible()
})
