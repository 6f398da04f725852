import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import type { PickedFile } from '../../../test/browser-commands.ts'
import { longTest, makePerson, test } from '../../../test/component-test.ts'
import { card, chooseFile, clickAndSave, makePhoto, textFile } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { holdBack } from '../../../test/requests.ts'

const headOf = (name: string) => page.getByRole('region', { name, exact: true })
const mainLink = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** The first picture in there. It has an empty text, so that it has no role. */
const pictureIn = (place: Locator) => place.query()?.querySelector('img') ?? null

async function expectLoaded(place: Locator, address: RegExp): Promise<void> {
  await expect.poll(() => pictureIn(place)?.getAttribute('src')).toMatch(address)
  await expect.poll(() => pictureIn(place)?.naturalWidth).toBeGreaterThan(0)
}

describe('a profile', () => {
  test('a profile shows its member, the counts, and only their posts; the own one has Edit Profile and no follow button', async ({
    api,
  }) => {
    const [member, other] = [await api.signUp(makePerson('Pia')), await api.signUp(makePerson('Oto'))]
    await api.editProfile(member, { bio: 'Paints ducks.', website: 'https://example.com/ducks' })
    await api.writePost(member, 'My first')
    await api.writePost(member, 'My second')
    await api.writePost(other, 'Not mine')
    await api.follow(member, other)
    await renderScreen(`/profile/${member.username}`, { member: other })
    const head = headOf('Pia Mallard')
    await expect.element(head.getByRole('heading', { name: 'Pia Mallard' })).toBeVisible()
    await expect.element(head.getByText(`@${member.username}`)).toBeVisible()
    await expect.element(head.getByText('Paints ducks.')).toBeVisible()
    await expect.element(head.getByRole('link', { name: 'example.com/ducks' })).toBeVisible()
    await expect.element(head.getByText(/^Joined [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
    await expectLoaded(head, /\/avatars\//)
    await expect.element(head).toMatchTextContent('2 Posts')
    await expect.element(head.getByRole('button', { name: '0 Following' })).toBeVisible()
    await expect.element(head.getByRole('button', { name: '1 Followers' })).toBeVisible()
    const posts = page.getByRole('article')
    await expect.element(posts).toHaveLength(2)
    await expect.element(posts.first()).toMatchTextContent('My second')
    await expect.element(posts.last()).toMatchTextContent('My first')

    await mainLink('Profile').click()
    const own = headOf('Oto Mallard')
    await expect.element(own.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
    await expect.element(own.getByRole('button', { name: /^Follow(ing)?$/ })).not.toBeInTheDocument()
  })

  test('following changes both counts, lists and the feed, and can be undone', async ({ api }) => {
    const [target, viewer] = [await api.signUp(makePerson('Tom')), await api.signUp(makePerson('Vic'))]
    await api.writePost(target, 'Seen by followers')
    const screen = await renderScreen(`/profile/${target.username}`, { member: viewer, size: 'phone' })
    const head = headOf('Tom Mallard')
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    const [following, followers] = ['Following', 'Followers'].map((name) => page.getByRole('dialog', { name })) as [
      Locator,
      Locator,
    ]
    await head.getByRole('button', { name: '0 Followers' }).click()
    await expect.element(followers.getByText('No followers')).toBeVisible()
    await expect.element(head.getByRole('button', { name: 'Edit Profile' })).not.toBeInTheDocument()
    await close.click()
    await head.getByRole('button', { name: '0 Following' }).click()
    await expect.element(following.getByText('Not following anyone!')).toBeVisible()
    await close.click()

    await clickAndSave(head.getByRole('button', { name: 'Follow' }), /^\/api\/users\/\d+\/follow/)
    await expect.element(head.getByRole('button', { name: 'Following' })).toBeVisible()
    await head.getByRole('button', { name: '1 Followers' }).click()
    const row = followers.getByRole('listitem')
    await expect.element(row).toMatchTextContent(`@${viewer.username}`)
    await expect
      .element(row.getByRole('button'), { message: "no follow button on one's own row" })
      .not.toBeInTheDocument()
    await row.getByRole('link').click()
    await expect.element(page.getByRole('button', { name: '1 Following' })).toBeVisible()
    expect(location.pathname).toBe(`/profile/${viewer.username}`)
    await mainLink('Home').click()
    const feed = page.getByRole('region', { name: 'Your feed' })
    await expect.element(feed).toMatchTextContent('Seen by followers')

    history.go(-2)
    await clickAndSave(head.getByRole('button', { name: 'Following' }), /^\/api\/users\/\d+\/follow/)
    await screen.reload()
    await expect.element(head.getByRole('button', { name: 'Follow' })).toBeVisible()
    await expect.element(head.getByRole('button', { name: '0 Followers' })).toBeVisible()
    await mainLink('Home').click()
    const nothing = 'Sorry, there no posts to show! Follow people to see their posts.'
    await expect.element(page.getByText(nothing)).toBeVisible()
  })

  test('Following and Followers list members with a follow button, and a click on a row opens the profile, which counts a follow that is on its way', async ({
    api,
  }) => {
    const [member, friend] = [await api.signUp(makePerson('Pia')), await api.signUp(makePerson('Fay'))]
    await api.follow(friend, member)
    await api.follow(member, friend)
    await api.writePost(friend, 'Hello from Fay')
    await renderScreen(`/profile/${member.username}`, { member: await api.signUp(makePerson('Vic')) })
    const open = async (title: string) => {
      await page.getByRole('button', { name: `1 ${title}` }).click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect.element(dialog.getByRole('heading')).toHaveTextContent(title)
      return dialog.getByRole('listitem').filter({ hasText: `@${friend.username}` })
    }
    const followed = await open('Following')
    await expect.element(followed.getByRole('button')).toHaveTextContent('Follow')
    const request = await holdBack(/^\/api\/users\/\d+\/follow/)
    await followed.getByRole('button').click()
    await request.arrived()
    await expect.element(followed.getByRole('button')).toHaveTextContent('Following')
    await followed.click({ position: { x: 5, y: 5 } })
    await expect.element(headOf('Fay Mallard').getByRole('button', { name: '2 Followers' })).toBeVisible()
    await request.open()
    history.back()
    const follower = await open('Followers')
    await clickAndSave(follower.getByRole('button'), /^\/api\/users\/\d+\/follow/)
    await expect.element(follower.getByRole('button')).toHaveTextContent('Follow')
    await follower.click({ position: { x: 5, y: 5 } })
    await expect.element(card('Hello from Fay')).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(location.pathname).toBe(`/profile/${friend.username}`)
  })
})

describe('Edit Profile', () => {
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  const cropping = page.getByRole('dialog', { name: 'Crop picture' })
  const edit = page.getByRole('button', { name: 'Edit Profile' })

  async function save(): Promise<void> {
    await clickAndSave(dialog.getByRole('button', { name: 'Save' }), /^\/api\/users\/edit/)
    await expect.element(dialog).not.toBeInTheDocument()
  }

  test('Edit Profile has close, heading, Save, preview, upload, presets, of which the default avatars are the first, and the fields', async ({
    api,
  }) => {
    const member = await api.signUp(makePerson('Pia'))
    await renderScreen(`/profile/${member.username}`, { member, size: 'phone' })
    await edit.click()
    await expect.element(dialog.getByRole('heading')).toHaveTextContent('Edit Profile')
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
    await expect.element(dialog.getByLabelText('Upload picture')).toHaveAttribute('type', 'file')
    await expect.element(dialog.getByText('Choose a picture from your gallary or from existing avatars')).toBeVisible()
    const fields = { Name: 'Pia Mallard', Username: `@${member.username}` }
    for (const [label, value] of Object.entries(fields)) {
      await expect.element(dialog.getByLabelText(label)).toHaveValue(value)
      await expect.element(dialog.getByLabelText(label)).toHaveAttribute('readonly')
    }
    for (const label of ['Bio', 'Website']) {
      await expect.element(dialog.getByLabelText(label)).toBeEnabled()
      await expect.element(dialog.getByLabelText(label)).not.toHaveAttribute('readonly')
    }

    const presets = dialog.getByRole('radio', { name: /^Avatar \d+$/ })
    await expect.element(presets).toHaveLength(12)
    for (const number of [1, 2, 3, 12]) {
      const preset = labelOf(dialog.getByRole('radio', { name: `Avatar ${number}` }))
      await expectLoaded(preset, number <= 3 ? new RegExp(`/avatars/duck-${number}.webp$`) : /\/avatars\//)
      await preset.click()
      await expect.poll(() => pictureIn(dialog)?.getAttribute('src')).toBe(pictureIn(preset)?.getAttribute('src'))
    }
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test("the viewer's own profile can be edited and saved, and its bio and website cleared", async ({ api }) => {
    const member = await api.signUp(makePerson('Pia'))
    const screen = await renderScreen(`/profile/${member.username}`, { member, size: 'phone' })
    await expect.element(page.getByText('You have not added any posts!')).toBeVisible()
    const head = headOf('Pia Mallard')
    const link = head.getByRole('link', { name: 'example.com/ducks' })
    await edit.click()
    await dialog.getByLabelText('Bio').fill('Paints ducks.')
    await dialog.getByLabelText('Website').fill('example.com/ducks')
    const preset = dialog.getByRole('radio', { name: 'Avatar 5' })
    await labelOf(preset).click()
    await expect.element(preset).toBeChecked()
    await save()
    await screen.reload()
    await expect.element(head).toMatchTextContent('Paints ducks.')
    await expect.element(link).toHaveAttribute('href', 'https://example.com/ducks')
    await expectLoaded(head, /preset-2/)

    await edit.click()
    await dialog.getByLabelText('Bio').fill('')
    await dialog.getByLabelText('Website').fill('')
    await save()
    await screen.reload()
    await expect.element(head).toMatchTextContent('Joined')
    await expect.element(head).not.toMatchTextContent('Paints ducks.')
    await expect.element(link).not.toBeInTheDocument()
  })

  longTest(
    'Edit Profile that was closed with changes says so when it is opened again, and Discard shows the profile',
    async ({ api }) => {
      const member = await api.signUp(makePerson('Pia'))
      await api.editProfile(member, { bio: 'Paints ducks.' })
      await renderScreen(`/profile/${member.username}`, { member, size: 'phone' })
      const bio = dialog.getByLabelText('Bio')
      const discard = dialog.getByRole('button', { name: 'Discard' })
      const close = async () => {
        await dialog.getByRole('button', { name: 'Close' }).click()
        await expect.element(dialog).not.toBeInTheDocument()
      }
      await expect.element(edit).toBeVisible()
      const opener = edit.element() as HTMLElement
      await edit.click()
      await bio.fill('Sells ducks.')
      await expect.element(discard).not.toBeInTheDocument()
      // At once, while the dialog is closing, and when it is gone.
      const cross = dialog.getByRole('button', { name: 'Close' }).element() as HTMLElement
      cross.click()
      await null
      opener.click()
      for (const next of ['again', 'later'] as const) {
        if (next === 'later') {
          await close()
          await edit.click()
        }
        await expect.element(dialog.getByText(/^You have changes that are not saved\./)).toBeVisible()
        await expect.element(bio).toHaveValue('Sells ducks.')
      }
      await discard.click()
      await expect.element(bio).toHaveValue('Paints ducks.')
      await expect.element(discard).not.toBeInTheDocument()

      // What was taken back is no change.
      await bio.fill('Eats ducks.')
      await bio.fill('Paints ducks.')
      await close()
      await edit.click()
      await expect.element(bio).toHaveValue('Paints ducks.')
      await expect.element(discard).not.toBeInTheDocument()
    },
  )

  test('a picture can be uploaded as the avatar; what is not a picture, or has 10 MB, is refused', async ({ api }) => {
    const member = await api.signUp(makePerson('Pia'))
    const screen = await renderScreen(`/profile/${member.username}`, { member, size: 'phone' })
    await edit.click()
    const choose = (file: PickedFile) => chooseFile(dialog.getByText('Upload picture'), file)
    await choose(textFile('clip.mp4', 'words'))
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('file must be an Image (JPEG/PNG)')
    await choose({ ...textFile('large.png', ''), size: 10_485_760 })
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('file must be less than 10mb')
    await choose(await makePhoto())
    await cropping.getByRole('button', { name: 'Use whole picture' }).click()
    await expectLoaded(dialog, /\/media\//)
    await save()
    await screen.reload()
    await expectLoaded(headOf('Pia Mallard'), /\/media\//)
  })

  test('a picture can be turned and cropped by the keyboard, also as a header, which can be removed', async ({
    api,
  }) => {
    const member = await api.signUp(makePerson('Pia'))
    const screen = await renderScreen(`/profile/${member.username}`, { member })
    await edit.click()
    await chooseFile(dialog.getByText('Upload header'), await makePhoto(300, 200))
    const apply = cropping.getByRole('button', { name: 'Apply' })
    await expect.element(apply).toBeEnabled()
    await expectAccessible()
    await cropping.getByRole('button', { name: 'Turn right' }).click()
    const part = cropping.getByRole('group', { name: 'Part of the picture' })
    ;(part.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowUp}{Tab}')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(cropping.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.05')
    await apply.click()
    await expect.element(cropping).not.toBeInTheDocument()
    const header = () => document.querySelector<HTMLImageElement>('[role="dialog"] .aspect-3\\/1 img')
    await expectLoaded(dialog.getByRole('group', { name: 'Header picture' }), /\/media\//)
    const { naturalWidth = 0, naturalHeight = 1 } = header() ?? {}
    // The frame is three by one, of a side that was 200 pixels wide before it was enlarged.
    expect(naturalWidth / naturalHeight).toBeCloseTo(3, 1)
    expect(naturalWidth).toBeLessThan(200)
    await save()
    await screen.reload()
    await expectLoaded(headOf('Pia Mallard'), /\/media\/.*still=1/)
    await edit.click()
    await dialog.getByRole('button', { name: 'Remove header' }).click()
    await save()
    await expectLoaded(headOf('Pia Mallard'), /\/avatars\//)
  })

  test('pronouns and fields can be written, moved and removed by the keyboard; what is half a field is not saved', async ({
    api,
  }) => {
    const member = await api.signUp(makePerson('Pia'))
    const screen = await renderScreen(`/profile/${member.username}`, { member, size: 'phone' })
    const head = headOf('Pia Mallard')
    await edit.click()
    await dialog.getByLabelText('Pronouns').fill('she/her')
    const add = dialog.getByRole('button', { name: 'Add field' })
    const texts = [
      ['Pond', 'North'],
      ['Site', 'https://pia.example'],
      ['More', 'See https://www.pia.example/more, too'],
      ['Half', ''],
    ]
    for (const [place, [name = '', value = '']] of texts.entries()) {
      await add.click()
      await expect.element(dialog.getByLabelText(`Label ${place + 1}`)).toHaveFocus()
      await userEvent.keyboard(`${name}{Tab}${value}`)
    }
    await expect.element(add).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByLabelText('Content 4')).toHaveAccessibleDescription(/^Please fill in both/)
    const focusOn = (label: string) => (dialog.getByRole('button', { name: label }).element() as HTMLElement).focus()
    focusOn('Remove field 4')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Remove field 3' })).toHaveFocus()
    focusOn('Move field 2 up')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Move field 1 up' })).toHaveFocus()
    await expect.element(dialog.getByText('Field 2 is now field 1 of 3')).toBeInTheDocument()
    // At the end it goes no further.
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByLabelText('Label 1')).toHaveValue('Site')
    await save()
    await screen.reload()
    await expect.element(head.getByRole('heading')).toHaveTextContent('Pia Mallard she/her')
    const terms = head.getByRole('term')
    await expect.element(terms).toHaveLength(3)
    await expect.element(terms.first()).toHaveTextContent('Site')
    const link = head.getByRole('link', { name: 'pia.example', exact: true })
    await expect.element(link).toHaveAttribute('href', 'https://pia.example')
    await expect.element(link).toHaveAttribute('rel', 'me nofollow noopener')
    await expect.element(head.getByText('See pia.example/more, too')).toBeVisible()
    await expectAccessible()
    // A change of nothing but the order is one.
    await edit.click()
    await expect.element(dialog.getByText(/^You have changes/)).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Move field 1 down' }).click()
    await save()
    await expect.element(terms.first()).toHaveTextContent('Pond')
  })
})

/** What a pointer hits: the input itself is not visible. */
function labelOf(radio: Locator): Locator {
  const label = radio.element().closest('label')
  if (!label) throw new Error('no label')
  return page.elementLocator(label)
}
