import { describe, expect, onTestFinished, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { longTest, type Member, makePerson, type Person, test } from '../../../test/component-test.ts'
import { escapeFrom, pressOn, typeInto } from '../../../test/keyboard.ts'
import { card, clickAndSave } from '../../../test/posts.ts'
import { renderScreen, type Screen } from '../../../test/render-screen.tsx'
import { answer, watchRequests } from '../../../test/requests.ts'
import { expectToast } from '../../../test/toast.ts'
import { expireSession } from '../../data/api/session.ts'

const NEW = 'a much better one'
const FIELDS = ['First Name', 'Last Name', 'Email', 'Username', 'Password', 'Confirm Password']

const label = (text: string) => page.getByLabelText(text, { exact: true })
const logInButton = page.getByRole('button', { name: 'Login', exact: true })

async function expectAt(path: string): Promise<void> {
  await expect.poll(() => location.pathname).toBe(path)
}

/** Whether the server accepts a token. */
async function isSignedIn(token: string): Promise<boolean> {
  return (await fetch('/api/account/sessions', { headers: { authorization: token } })).ok
}

/** For a visitor who has not logged out on this page: after that, the next log-in leads to Home. */
async function renderAsVisitor(member: Member, size: 'desktop' | 'phone' = 'desktop'): Promise<Screen> {
  const screen = await renderScreen('/login', { member, size })
  await expectAt('/')
  expireSession(member.token)
  await expectAt('/login')
  return screen
}

async function fillSignUp(person: Person): Promise<void> {
  const { firstName, lastName, email, username, password } = person
  const values = [firstName, lastName, email, username, password, password]
  for (const [index, value] of values.entries()) await label(FIELDS[index] ?? '').fill(value)
}

describe('signing up', () => {
  const send = page.getByRole('button', { name: 'Sign Up' })
  const terms = page.getByRole('checkbox', { name: 'I accept all terms and conditions' })

  test('the sign-up has its fields; a refused form focuses its first problem, which disappears once it is corrected', async () => {
    await renderScreen('/signup')
    for (const text of FIELDS) await expect.element(label(text)).toHaveAttribute('required')
    await expect.element(label('Email')).toHaveAttribute('type', 'email')
    await expect.element(terms).not.toBeChecked()
    await expect.element(terms).toHaveAttribute('required')
    for (const text of ['Password', 'Confirm Password']) {
      await expect.element(label(text)).toHaveAttribute('minlength', '8')
      await page.getByRole('button', { name: `Show ${text.toLowerCase()}` }).click()
      await expect.element(label(text)).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: `Hide ${text.toLowerCase()}` }).click()
      await expect.element(label(text)).toHaveAttribute('type', 'password')
    }

    const [first, last] = [label('First Name'), label('Last Name')]
    await last.fill('x')
    await expect.element(last).not.toHaveAttribute('aria-invalid')
    await last.fill('')
    await expect.element(last).not.toHaveAttribute('aria-invalid')
    await send.click()
    await expect.element(first).toHaveFocus()
    await expect.element(first).toHaveAccessibleDescription('Enter your first name')
    await first.fill('Ada')
    await expect.element(first).not.toHaveAttribute('aria-invalid')
    await expect.element(last).toHaveAttribute('aria-invalid', 'true')

    await page.getByRole('link', { name: 'Login' }).click()
    await expect.element(logInButton).toBeVisible()
    expect(location.pathname).toBe('/login')
  })

  test('every field and the terms are required, then a member without a requested page is at Home, with a session and a default avatar', async () => {
    const sent = await watchRequests(/^\/api\/auth\/signup/)
    await renderScreen('/signup')
    await send.click()
    for (const text of FIELDS.slice(0, -1)) await expect.element(label(text)).toHaveAttribute('aria-invalid', 'true')

    const person = makePerson('Dot')
    await fillSignUp({ ...person, password: 'seven77' })
    await terms.click()
    await send.click()
    await expect.element(label('Password')).toHaveAccessibleDescription(/Use at least 8 characters$/)
    await fillSignUp({ ...person, email: 'no address' })
    await send.click()
    await expect.element(label('Email')).toHaveAccessibleDescription('Enter an email address, like name@example.com')
    await fillSignUp(person)
    await terms.click()
    await send.click()
    await expect.element(terms).toHaveAccessibleDescription('Please accept the terms and conditions')
    expect(await sent()).toEqual([])

    await terms.click()
    await send.click()
    await expectAt('/')
    expect(localStorage.getItem('username')).toBe(person.username)
    expect(localStorage.getItem('token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
    const head = page.getByRole('region', { name: 'Dot Mallard' })
    await expect
      .poll(() => head.query()?.querySelector('img')?.getAttribute('src'))
      .toMatch(/\/avatars\/duck-[123]\.webp/)
  })

  longTest(
    'signing up, posting, liking, commenting, following and logging out work by keyboard alone',
    async ({ api }) => {
      const [person, other] = [makePerson('Kay'), await api.signUp(makePerson('Oto'))]
      const screen = await renderScreen('/login')
      await pressOn(page.getByRole('link', { name: 'Sign Up' }))
      const { firstName, lastName, email, username, password } = person
      const values = [firstName, lastName, email, username, password, password]
      for (const [index, value] of values.entries()) await typeInto(label(FIELDS[index] ?? ''), value)
      await pressOn(terms, ' ')
      await pressOn(send)
      await expectAt('/')

      const form = page.getByRole('form', { name: 'New post' })
      await typeInto(form.getByRole('textbox'), 'No mouse was moved')
      await pressOn(form.getByRole('button', { name: 'Post' }))
      const post = card('No mouse was moved')
      const heart = post.getByRole('button', { name: 'Like' })
      await pressOn(heart, ' ')
      await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
      await pressOn(post.getByRole('button', { name: 'Comments: 0' }))
      await typeInto(post.getByPlaceholder('Quack your reply!'), 'Nor for this')
      await pressOn(post.getByRole('button', { name: 'Reply' }))
      const comment = post.getByRole('article', { name: 'Comment by Kay Mallard' })
      await expect.element(comment).toMatchTextContent('Nor for this')

      await screen.open(`/profile/${other.username}`)
      const head = page.getByRole('region', { name: 'Oto Mallard' })
      const follows = await watchRequests(/^\/api\/users\/\d+\/follow/)
      await pressOn(head.getByRole('button', { name: 'Follow' }))
      await expect.element(head.getByRole('button', { name: 'Following' })).toHaveFocus()
      await expect.element(head.getByRole('button', { name: '1 Followers' })).toBeVisible()
      // After the logout it would be refused.
      await expect.poll(async () => (await follows()).map(({ status }) => status)).toEqual([200])
      await pressOn(page.getByRole('button', { name: 'Logout' }))
      await expectAt('/login')
      expect(localStorage.getItem('token')).toBeNull()
    },
  )
})

describe('logging in', () => {
  test('the login has its heading, fields, checkbox, button and a link to Sign Up; username and password are required', async () => {
    const sent = await watchRequests(/^\/api\/auth\/login/)
    await renderScreen('/login')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to Quack!')
    const [username, password] = [label('Username'), label('Password')]
    await expect.element(username).toBeVisible()
    await expect.element(password).toHaveAttribute('type', 'password')
    await expect.element(page.getByRole('checkbox', { name: 'Always keep me signed in?' })).not.toBeChecked()
    await expect.element(username).toHaveAttribute('required')
    await expect.element(password).toHaveAttribute('required')
    await logInButton.click()
    await expect.element(username).toHaveFocus()
    await expect.element(username).toHaveAccessibleDescription('Enter your username')
    await expect.element(password).toHaveAccessibleDescription('Enter your password')
    expect(await sent()).toEqual([])

    await page.getByRole('link', { name: 'Sign Up' }).click()
    await expect.element(label('Confirm Password')).toBeVisible()
    expect(location.pathname).toBe('/signup')
  })

  test('a visitor is signed in only when both token and username are stored', async ({ api }) => {
    const { token, username } = await api.signUp()
    const screen = await renderScreen('/bookmark')
    // The client is loaded already. As if another tab had written it.
    const store = (key: 'token' | 'username', value: string | null) => {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
      dispatchEvent(new StorageEvent('storage', { key }))
    }
    const expectVisitor = async () => {
      await screen.open('/bookmark')
      await expect.element(logInButton).toBeVisible()
      expect(location.pathname).toBe('/login')
    }
    store('token', token)
    await expectVisitor()
    store('token', null)
    store('username', username)
    await expectVisitor()
    store('token', token)
    await screen.open('/bookmark')
    await expect.element(page.getByText('You have not added any Bookmarks!')).toBeVisible()
  })

  for (const way of ['login', 'sign-up'] as const) {
    test(`the ${way} leads to the comment that the visitor asked for`, async ({ api, noise }) => {
      noise.expect(/status of 401/)
      const author = await api.signUp()
      const post = await api.writePost(author, 'A long talk')
      const wanted = await api.comment(post, author, 'The one that was linked to')
      for (let count = 0; count < 15; count++) await api.comment(post, author, `A later one ${count}`)
      const screen = await renderAsVisitor(author, 'phone')
      await screen.open(`/post-detail/${post.id}?from=mail#comment-${wanted}`)
      await expect.element(logInButton).toBeVisible()
      expect(location.href).toBe(`${location.origin}/login`)
      if (way === 'login') {
        await label('Username').fill(author.username)
        await label('Password').fill(author.password)
        await logInButton.click()
      } else {
        await page.getByRole('link', { name: 'Sign Up' }).click()
        await fillSignUp(makePerson())
        await page.getByRole('checkbox', { name: 'I accept all terms and conditions' }).click()
        await page.getByRole('button', { name: 'Sign Up' }).click()
      }
      await expectAt(`/post-detail/${post.id}`)
      expect(location.search + location.hash).toBe(`?from=mail#comment-${wanted}`)
      const comment = page.getByRole('listitem').filter({ hasText: 'The one that was linked to' })
      await expect.element(comment).toHaveFocus()
      const { top, bottom } = comment.element().getBoundingClientRect()
      expect(window.scrollY).toBeGreaterThan(0)
      expect(top).toBeGreaterThan(0)
      expect(bottom).toBeLessThan(window.innerHeight)
    })
  }

  longTest(
    'who forgot the password is offered help where there is any, less prominently than Sign Up, and comes back to the same page',
    async ({ api, noise }) => {
      noise.expect(/status of 401/)
      const member = await api.signUp()
      const forgot = page.getByRole('link', { name: 'Forgot password?' })
      const meta = await (await fetch('/api/meta')).json()
      expect([meta.mail, meta.contact]).toEqual([false, null])
      const screen = await renderAsVisitor(member)
      await screen.open('/bookmark')
      await expect.element(logInButton).toBeVisible()
      // By then, it is known.
      await expect.poll(() => page.getByRole('button', { name: 'Sign in with a passkey' }).query()).not.toBeNull()
      await expect.element(forgot).not.toBeInTheDocument()

      for (const help of [{ mail: true }, { contact: 'help@example.com' }]) {
        await answer(/^\/api\/meta/, 200, { ...meta, ...help })
        await screen.open('/bookmark')
        await expect.element(forgot).toBeVisible()
        const [lighter, link] = [forgot, page.getByRole('link', { name: 'Sign Up' })].map((each) => {
          const { fontSize, fontWeight } = getComputedStyle(each.element())
          return { size: Number.parseFloat(fontSize), weight: Number(fontWeight) }
        })
        expect(lighter?.size).toBeLessThan(link?.size ?? 0)
        expect(lighter?.weight).toBeLessThan(link?.weight ?? 0)
        expect(Number.parseFloat(getComputedStyle(logInButton.element()).fontSize)).toBeGreaterThan(lighter?.size ?? 0)
      }
      await forgot.click()
      await page.getByRole('link', { name: 'Back to Login' }).click()
      await label('Username').fill(member.username)
      await label('Password').fill(member.password)
      await logInButton.click()
      await expectAt('/bookmark')
    },
  )

  test('an invalid one-time link says only that it is no longer valid', async ({ noise }) => {
    noise.expect(/status of 422.*auth\/reset/)
    await renderScreen('/reset-password/no-such-token', { size: 'phone' })
    await label('New password').fill(NEW)
    await label('Confirm new password').fill(NEW)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This link is no longer valid. Please ask for a new one.')
  })
})

describe('the settings', () => {
  test('the profile links to the settings, where the theme is chosen, and all of a member is downloaded', async ({
    api,
  }) => {
    const member = await api.signUp()
    await api.writePost(member, 'To take along')
    await renderScreen(`/profile/${member.username}`, { member, size: 'phone' })
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    expect(location.pathname).toBe('/settings')
    const root = document.documentElement
    const light = page.getByRole('radio', { name: 'Light' })
    await light.click()
    await expect.poll(() => root.dataset.theme).toBe('light')
    // What start/apply-theme.ts reads at the next load.
    expect(localStorage.getItem('theme')).toBe('light')
    await expect.element(light).toBeChecked()
    await page.getByRole('radio', { name: 'System' }).click()
    await expect.poll(() => root.dataset.theme).toBeUndefined()

    // In place of the browser's download, which ends outside of the page.
    const { names, files } = watchDownloads()
    await page.getByRole('button', { name: 'Download everything' }).click()
    await expect.poll(() => names).toEqual([`quack-${member.username}.zip`])
    const archive = await files[0]?.text()
    expect(archive).toMatch(/^PK/)
    expect(archive).toContain('posts.json')
  })

  test('changing the password requires the present one', async ({ api, noise }) => {
    noise.expect(/status of 422.*account\/password/)
    const member = await api.signUp()
    const screen = await renderScreen('/settings/security', { member, size: 'phone' })
    const form = page.getByRole('form', { name: 'Change password' })
    const fill = async (current: string, password: string, confirm = password) => {
      await form.getByLabelText('Current password').fill(current)
      await form.getByLabelText('New password').fill(password)
      await form.getByLabelText('Confirm new password').fill(confirm)
      await form.getByRole('button', { name: 'Change password' }).click()
    }
    await fill('', 'short', 'other')
    await expect.element(form.getByText('Enter your current password')).toBeVisible()
    await expect.element(form.getByText('Use at least 8 characters')).toBeVisible()
    await expect.element(form.getByText('Password and confirm-password do not match')).toBeVisible()

    await fill('not the present one', NEW)
    await expect.element(form.getByText('Your current password is wrong.')).toBeVisible()
    await expect.element(form.getByLabelText('Current password')).toHaveFocus()

    await expectToast('Your password was changed', () => fill(member.password, NEW))
    await expect.element(form.getByLabelText('New password')).toHaveValue('')
    await screen.reload()
    await expect.element(page.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible()
    expect(await api.signInAgain({ ...member, password: NEW })).not.toBe('')
  })

  test('the sessions are listed and can be ended, one and all others', async ({ api, noise }) => {
    noise.expect(/status of 401/)
    const member = await api.signUp()
    const other = await api.signInAgain(member)
    const screen = await renderScreen('/settings/security', { member, size: 'phone' })
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    const endOthers = page.getByRole('button', { name: 'End all other sessions' })
    await expect.element(sessions).toHaveLength(2)
    await expect.element(sessions.filter({ hasText: 'this session' })).toHaveLength(1)
    await expect.element(sessions.filter({ hasText: 'with the password' })).toHaveLength(2)
    const end = sessions.getByRole('button', { name: 'End session: Chrome on Linux' })
    await expectToast('The session has ended', () => end.click())
    await expect.element(sessions).toHaveLength(1)
    await expect.element(endOthers).not.toBeInTheDocument()
    expect(await isSignedIn(other)).toBe(false)

    const others = [await api.signInAgain(member), await api.signInAgain(member)]
    await screen.reload()
    await expect.element(sessions).toHaveLength(3)
    await endOthers.click()
    await expect.element(sessions).toHaveLength(1)
    for (const token of others) expect(await isSignedIn(token)).toBe(false)
    expect(await isSignedIn(member.token)).toBe(true)
  })

  test('deleting an account requires the password, and removes it for everybody', async ({ api, noise }) => {
    noise.expect(/status of (422.*account\/delete|404)/)
    const [member, other] = [await api.signUp(), await api.signUp()]
    const post = await api.writePost(member, 'Soon gone')
    await renderScreen('/settings', { member, size: 'phone' })
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete account' })
    const confirm = dialog.getByRole('button', { name: 'Delete for ever' })
    await confirm.click()
    await expect.element(dialog.getByText('Enter your password')).toBeVisible()
    await dialog.getByLabelText('Password').fill('not the password')
    await confirm.click()
    await expect.element(dialog.getByText('Your current password is wrong.')).toBeVisible()
    await dialog.getByLabelText('Password').fill(member.password)
    await expectToast('Your account was deleted', () => confirm.click())
    await expectAt('/login')

    await label('Username').fill(member.username)
    await label('Password').fill(member.password)
    await logInButton.click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The username you entered is not Registered. Not Found error')
    const screen = await renderScreen(`/profile/${member.username}`, { member: other, size: 'phone' })
    await expect.element(page.getByText('There is no such member.')).toBeVisible()
    await screen.open(`/post-detail/${post.id}`)
    await expect.element(page.getByText('There is no such post. It may have been deleted.')).toBeVisible()
  })

  longTest('the settings work by keyboard alone', async ({ api }) => {
    await renderScreen('/settings', { member: await api.signUp() })
    await focus(page.getByRole('radio', { name: 'System' }))
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('radio', { name: 'Light' })).toBeChecked()
    const open = page.getByRole('button', { name: 'Delete account' })
    await focus(open)
    await userEvent.keyboard('{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Delete account' })
    // Later, the dialog would take the focus from the field.
    await expect.poll(() => dialog.query()?.contains(document.activeElement)).toBe(true)
    await focus(dialog.getByLabelText('Password'))
    await userEvent.keyboard('not the password')
    await escapeFrom(dialog)
    await expect.element(open).toHaveFocus()
  })

  test('posts with a muted word are collapsed with the reason, or hidden, until it is removed', async ({ api }) => {
    const [viewer, author] = [await api.signUp(), await api.signUp()]
    await api.follow(author, viewer)
    await api.writePost(author, 'The butler did it, a SPOILER')
    await api.writePost(author, 'Nothing to spoil here')
    const screen = await renderScreen('/settings', { member: viewer, size: 'phone' })
    await page.getByRole('link', { name: 'Muted words' }).click()
    const nothing = page.getByText('You have not muted any words.')
    await expect.element(nothing).toBeVisible()
    const form = page.getByRole('form', { name: 'Mute a word' })
    const word = form.getByLabelText('Word or phrase')
    const mute = form.getByRole('button', { name: 'Mute' })
    await mute.click()
    await expect.element(form.getByText('Enter a word or a phrase')).toBeVisible()
    await word.fill('spoiler')
    await mute.click()
    const words = page.getByRole('list', { name: 'Muted words' }).getByRole('listitem')
    await expect.element(words).toMatchTextContent('spoilerCollapsed permanently')
    await expect.element(word).toHaveValue('')

    await screen.open('/')
    await expect.element(card('You muted “spoiler”')).toBeVisible()
    await expect.element(card('Nothing to spoil here')).toBeVisible()
    const butler = page.getByText('The butler did it', { exact: false })
    await expect.element(butler).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Show' }).click()
    await expect.element(card('The butler did it')).toHaveFocus()

    await screen.open('/settings/words')
    await word.fill('Spoiler')
    await form.getByRole('radio', { name: 'Hide the post', exact: false }).click()
    await form.getByRole('radio', { name: 'For a week' }).click()
    await mute.click()
    await expect.element(words).toMatchTextContent('Hidden until')
    await screen.open('/')
    await expect.element(card('Nothing to spoil here')).toBeVisible()
    await expect.element(page.getByText(/The butler did it|You muted/)).not.toBeInTheDocument()

    await screen.open('/settings/words')
    await clickAndSave(words.getByRole('button', { name: 'Remove', exact: false }), /^\/api\/muted-words\//)
    await expect.element(nothing).toBeVisible()
    await screen.open('/')
    await expect.element(card('The butler did it')).toBeVisible()
  })
})

async function focus(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  control.element().focus()
}

/** From now on nothing is saved to the disk: what would be is listed. */
function watchDownloads(): { names: string[]; files: Blob[] } {
  const [names, files]: [string[], Blob[]] = [[], []]
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { names, files }
}
