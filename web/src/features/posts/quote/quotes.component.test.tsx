import { describe, expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.ts'
import { type MemberApi, makePerson, test } from '../../../../test/component-test.ts'
import { renderLive } from '../../../../test/live.ts'
import { goOffline, goOnline } from '../../../../test/network.ts'
import { card, fileOf, makePhoto, readVideo } from '../../../../test/posts.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { watchRequests } from '../../../../test/requests.ts'
import { expectToast } from '../../../../test/toast.ts'

const dialog = page.getByRole('dialog', { name: 'New Post' })
const text = dialog.getByRole('textbox', { name: 'New post' })
const send = dialog.getByRole('button', { name: 'Post', exact: true })
const draft = page.getByRole('form', { name: 'New post' })
const waiting = page.getByRole('region', { name: 'Waiting posts' })
const gone = 'This post is no longer available.'

/** The link of a post that is quoted within something. */
const quoted = (within: Locator) => within.getByRole('link', { name: 'Quoted post by Ann Mallard' })

async function pickOption(post: Locator, name: string): Promise<void> {
  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function people(api: MemberApi) {
  return [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))] as const
}

describe('a quoted post', () => {
  test('is one link below the text, with still media and without actions; one that is muted or gone says so', async ({
    api,
  }) => {
    const [ann, bob] = await people(api)
    const upload = async (width: number) => (await api.upload(ann, fileOf(await makePhoto(width)))).url
    const media = {
      mediaUrl: await upload(240),
      type: 'image',
      alt: 'A pond',
      furtherPictures: [{ url: await upload(320) }],
    }
    const pictures = await api.writePost(ann, 'Two #pictures', media)
    const { url } = await api.upload(ann, await readVideo())
    const video = await api.writePost(ann, '', { mediaUrl: url, type: 'video' })
    const ended = await api.writePost(ann, 'To be deleted')
    for (const [content, { _id: quote }] of [
      ['Of pictures', pictures],
      ['Of a video', video],
      ['Of what ends', ended],
    ] as const) {
      await api.writePost(bob, content, { quote })
    }
    const screen = await renderLive(`/profile/${bob.username}`, { member: bob })
    const frame = card('Of pictures').getByRole('blockquote')
    await expect.element(frame).toMatchTextContent(`Ann Mallard@${ann.username}`)
    await expect.element(frame.getByRole('img', { name: 'A pond' })).toBeVisible()
    await expect.element(frame.getByRole('img', { name: 'In the post by Ann Mallard' })).toBeVisible()
    expect(frame.element().querySelectorAll('a, button, video')).toHaveLength(1)
    const poster = card('Of a video').getByRole('img', { name: 'Video in the post by Ann Mallard' })
    await expect.element(poster).toBeVisible()
    expect(card('Of a video').element().querySelector('video')).toBeNull()
    await expectAccessible()

    await expect.element(quoted(card('Of what ends'))).toBeVisible()
    await api.deletePost(ended, ann)
    await screen.reload()
    await expect.element(card('Of what ends')).toMatchTextContent(gone)
    await quoted(card('Of pictures')).click()
    await expect.poll(() => location.pathname).toBe(`/post-detail/${pictures.id}`)
    await expect.element(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
    await pickOption(card('Two #pictures'), `Mute @${ann.username}…`)
    await page.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await screen.open(`/profile/${bob.username}`)
    await expect.element(card('Of pictures')).toMatchTextContent('This is a post by somebody you have muted.')
  })

  test('is taken out by its author, for whom the quotes are a list', async ({ api }) => {
    const [ann, bob] = await people(api)
    const post = await api.writePost(ann, 'By Ann')
    await api.writePost(bob, 'First quote', { quote: post._id })
    await api.writePost(bob, 'Second quote', { quote: post._id })
    await api.repost(post, bob)
    await renderScreen(`/post-detail/${post.id}`, { member: ann })
    await page.getByRole('button', { name: 'Reposted by: 1' }).click()
    await page.getByRole('dialog', { name: 'Reposted By' }).getByRole('link', { name: '2 quotes' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Quotes' })).toBeVisible()
    await expect.element(quoted(card('First quote'))).toBeVisible()
    await pickOption(card('Second quote'), 'Remove my post from this quote')
    const question = page.getByRole('dialog', { name: 'Remove your post?' })
    await expectToast('Your post was removed from this quote', () =>
      question.getByRole('button', { name: 'Remove' }).click(),
    )
    await expect.element(card('Second quote')).toMatchTextContent(gone)
    await expect.element(quoted(card('First quote'))).toBeVisible()
    await card('Second quote').getByRole('button', { name: 'Post options' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Quote', exact: true })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: /^Remove/ })).not.toBeInTheDocument()
  })
})

describe('quoting', () => {
  test('opens the New Post dialog with the post, which the draft keeps; it is sent, and can be removed', async ({
    api,
  }) => {
    const [ann, bob] = await people(api)
    const post = await api.writePost(ann, 'To be quoted')
    await api.writePost(bob, 'Own words')
    const screen = await renderScreen(`/post-detail/${post.id}`, { member: bob })
    await pickOption(card('To be quoted'), 'Quote')
    await expect.element(text).toHaveFocus()
    await expect.element(dialog.getByRole('blockquote')).toMatchTextContent('To be quoted')
    await expect.element(send).toBeDisabled()
    await expectAccessible()
    // Without a word, it does not wait in the form on Home.
    await dialog.getByRole('button', { name: 'Close' }).click()
    await screen.open('/')
    await expect.element(draft.getByRole('textbox')).toBeVisible()
    expect(draft.getByRole('blockquote').elements()).toEqual([])

    // What was written before for something else does not quote it.
    await draft.getByRole('textbox').fill('About')
    await screen.open(`/post-detail/${post.id}`)
    await pickOption(card('To be quoted'), 'Quote')
    await expect.element(text).toHaveValue('About')
    await expect.element(dialog.getByRole('blockquote')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await screen.open('/')
    await expect.element(draft.getByRole('textbox')).toHaveValue('About')
    expect(draft.getByRole('blockquote').elements()).toEqual([])

    await screen.open(`/post-detail/${post.id}`)
    await pickOption(card('To be quoted'), 'Quote')
    await text.fill('About that')
    await screen.reload()
    await screen.open('/')
    await expect.element(draft.getByRole('textbox')).toHaveValue('About that')
    await expect.element(draft.getByRole('blockquote')).toMatchTextContent('To be quoted')
    await draft.getByRole('button', { name: 'Remove quote' }).click()
    await expect.element(draft.getByRole('blockquote')).not.toBeInTheDocument()
    await expect.element(draft.getByRole('textbox')).toHaveValue('About that')

    await screen.open(`/post-detail/${post.id}`)
    await pickOption(card('To be quoted'), 'Quote')
    await expect.element(text).toHaveValue('About that')
    await expect.element(dialog.getByRole('blockquote')).toBeVisible()
    const writes = await watchRequests(/^\/api\/posts/, 'write')
    await send.click()
    await expect.element(dialog).not.toBeInTheDocument()
    const [{ body } = { body: '' }] = await writes()
    expect(JSON.parse(body ?? '').postData).toMatchObject({ content: 'About that', quote: post._id })
    await pickOption(card('To be quoted'), 'Quotes')
    await expect.element(quoted(card('About that'))).toBeVisible()
    await pickOption(card('About that'), 'Edit Post')
    const editing = page.getByRole('dialog', { name: 'Edit Post' })
    await expect.element(editing.getByRole('blockquote')).toMatchTextContent('To be quoted')
    expect(editing.getByRole('button', { name: 'Remove quote' }).elements()).toEqual([])
  })

  test('is offered to those whom the author allows it; a refusal keeps what was written', async ({ api, noise }) => {
    noise.expect(/status of 403/, /ApiError/)
    const [ann, bob] = await people(api)
    const post = await api.writePost(ann, 'Ask first')
    await api.setWhoMayQuote(post, ann, 'followers')
    const screen = await renderScreen(`/post-detail/${post.id}`, { member: bob })
    const offer = async () => {
      await card('Ask first').getByRole('button', { name: 'Post options' }).click()
      return page.getByRole('menuitem', { name: /quote/i })
    }
    const forFollowers = await offer()
    await expect.element(forFollowers).toHaveTextContent('Only followers can quote')
    await expect.element(forFollowers).toHaveAttribute('aria-disabled', 'true')
    await api.follow(ann, bob)
    await screen.reload()
    const toFollower = await offer()
    await expect.element(toFollower).toHaveTextContent('Quote')
    await toFollower.click()
    await text.fill('As you like')
    await api.setWhoMayQuote(post, ann, 'nobody')
    await expectToast('You cannot quote this post.', () => send.click())
    await expect.element(text).toHaveValue('As you like')
    await expect.element(dialog.getByRole('blockquote')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await screen.reload()
    await expect.element(await offer()).toHaveTextContent('Cannot be quoted')
    await api.setWhoMayQuote(post, ann, 'everyone')
    await api.setPrivate(ann, true)
    await screen.reload()
    await expect.element(await offer()).toHaveTextContent('Cannot be quoted')
  })

  test('a post that waits for the network shows what it quotes, and is sent with it', async ({ api, noise }) => {
    // Home has news, which cannot be read.
    noise.expect(/NetworkError/)
    const [ann, bob] = await people(api)
    const post = await api.writePost(ann, 'Read on the train')
    await api.follow(ann, bob)
    await renderScreen('/', { member: bob })
    await pickOption(card('Read on the train'), 'Quote')
    await text.fill('As it was typed')
    goOffline()
    await send.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(quoted(waiting)).toBeVisible()
    await waiting.getByRole('button', { name: 'Edit' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit waiting post' })
    await expect.element(editing.getByRole('blockquote')).toMatchTextContent('Read on the train')
    await editing.getByRole('textbox', { name: 'Post text' }).fill('As it is meant')
    await editing.getByRole('button', { name: 'Update' }).click()
    await expect.element(editing).not.toBeInTheDocument()
    await page.getByRole('link', { name: '1 waiting' }).click()
    await expect.element(quoted(page.getByRole('list', { name: 'Outbox' }))).toBeVisible()
    const writes = await watchRequests(/^\/api\/posts/, 'write')
    goOnline()
    await expect.element(page.getByText('Nothing waits. Everything has been sent.')).toBeVisible()
    const [{ body } = { body: '' }] = await writes()
    expect(JSON.parse(body ?? '').postData).toMatchObject({ content: 'As it is meant', quote: post._id })
  })
})

test('authors choose who can quote their new posts, and for one post in its menu', async ({ api }) => {
  const ann = await api.signUp()
  const screen = await renderScreen('/settings', { member: ann })
  const setting = page.getByRole('combobox', { name: 'Who can quote your posts' })
  await expect.element(setting).toHaveValue('everyone')
  const saved = await watchRequests(/^\/api\/account\/reposts/, 'write')
  await setting.selectOptions('Followers')
  await expect.poll(async () => (await saved()).map(({ status }) => status)).toEqual([200])
  await screen.reload()
  await expect.element(setting).toHaveValue('followers')
  await expect.element(page.getByRole('switch', { name: 'Others may repost your posts' })).toBeChecked()

  const post = await api.writePost(ann, 'For some')
  await screen.open(`/post-detail/${post.id}`)
  const rules = page.getByRole('dialog', { name: 'Who can quote?' })
  await pickOption(card('For some'), 'Who can quote…')
  await expect.element(rules.getByRole('radio', { name: 'Followers' })).toBeChecked()
  await rules.getByRole('radio', { name: 'Nobody' }).click()
  await expectToast('Saved who can quote', () => rules.getByRole('button', { name: 'Save' }).click())
  await expect.element(rules).not.toBeInTheDocument()
  await pickOption(card('For some'), 'Who can quote…')
  await expect.element(rules.getByRole('radio', { name: 'Nobody' })).toBeChecked()
})
