import { describe, expect } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import { longTest, type MemberApi, makePerson, type Person, test } from '../../../test/component-test.ts'
import { escapeFrom } from '../../../test/keyboard.ts'
import { renderLive } from '../../../test/live.ts'
import { askModerated } from '../../../test/moderated.ts'
import { card, clickAndSave, fileOf, makeAnimation, makePhoto, readVideo } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { breakRequests, holdBack, stopRoutes, watchRequests } from '../../../test/requests.ts'
import { scrollTo } from '../../../test/scroll.ts'
import { expectToast } from '../../../test/toast.ts'

/** The entry about a member in a list of the moderators. Others may wait there too. */
const entry = (list: 'Reports' | 'Appeals' | 'Sign-ups' | 'Members', { username }: Pick<Person, 'username'>) =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .filter({ hasText: `@${username}` })
const openerIn = (row: Locator) => row.getByRole('button', { name: /^Open the report/ })
const part = (name: string) => page.getByRole('link', { name, exact: true })
const decide = page.getByRole('button', { name: 'Decide' })
const reason = page.getByLabelText('Message to the member')
const followButton = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function logIn({ username, password }: Person): Promise<void> {
  await page.getByLabelText('Username').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
}

describe('the queue of reports', () => {
  longTest(
    'from 1024 pixels on, a report opens beside the list, and the focus goes there and back',
    async ({ api }) => {
      const { owner, author, reporter } = await askModerated(api)
      await api.report(await api.writePost(author, 'Buy my ducks'), reporter, 'He writes this every day')
      await api.report(await api.writePost(reporter, 'Geese are better'), author)
      await renderScreen('/moderation', { member: owner })
      await page.viewport(1024, 800)
      const [row, other] = [entry('Reports', author), entry('Reports', reporter)]
      const opener = openerIn(row)
      const heading = page.getByRole('heading', { name: /^Post by/ })
      const told = page.getByText('He writes this every day')
      const press = async (button: Locator) => {
        await expect.element(button).toBeVisible()
        ;(button.element() as HTMLElement).focus()
        await userEvent.keyboard('{Enter}')
      }
      await press(opener)
      await expect.element(heading).toHaveFocus()
      await expect.element(told).toBeInViewport()
      await expect.element(row).toBeInViewport()
      await expect.element(row).toHaveAttribute('aria-current', 'true')
      const { scrollWidth, clientWidth } = document.documentElement
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
      await expectAccessible()

      // Another one takes its place.
      await press(openerIn(other))
      await expect.element(told).not.toBeInTheDocument()
      await expect.element(heading).toHaveFocus()
      history.back()
      await expect.element(told).toBeVisible()
      await expect.element(heading).toHaveFocus()

      await press(page.getByRole('button', { name: 'Close the report' }))
      await expect.element(heading).not.toBeInTheDocument()
      await expect.element(opener).toHaveFocus()

      await press(opener)
      await expect.element(heading).toHaveFocus()
      await press(decide)
      await expect.element(row).not.toBeInTheDocument()
      await expect.element(other).toBeVisible()
      await expect.element(heading).not.toBeInTheDocument()
      await expect.element(page.getByRole('main')).toHaveFocus()
    },
  )

  test('on a narrower screen, a report opens in place of the list; its picture can be stopped', async ({ api }) => {
    const { owner, author, reporter } = await askModerated(api)
    const { url } = await api.upload(author, makeAnimation())
    const further = await api.upload(author, fileOf(await makePhoto()))
    const media = { mediaUrl: url, type: 'image', furtherPictures: [{ url: further.url, alt: 'A pond' }] } as const
    await api.report(await api.writePost(author, 'Buy my ducks', media), reporter)
    await renderScreen('/moderation', { member: owner })
    await page.viewport(1023, 800)
    const row = entry('Reports', author)
    await openerIn(row).click()
    await expect.element(page.getByRole('heading', { name: /^Post by/ })).toHaveFocus()
    const picture = () => page.getByRole('img', { name: 'Without a description' }).element() as HTMLImageElement
    const src = () => picture().getAttribute('src')
    await page.getByRole('button', { name: 'Play animation' }).click()
    await expect.poll(src).toMatch(/\?w=\d+$/)
    await page.getByRole('button', { name: 'Stop animation' }).click()
    await expect.poll(src).toMatch(/still=1$/)
    // The server of the next test does not have it.
    await expect.poll(() => picture().complete).toBe(true)
    const second = page.getByRole('img', { name: 'A pond' })
    await expect.poll(() => (second.query() as HTMLImageElement | null)?.naturalWidth ?? 0).toBeGreaterThan(0)
    await expect.element(page.getByRole('list', { name: 'Reports' })).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'All reports' }).click()
    await expect.element(openerIn(row)).toHaveFocus()
  })

  test('a reported video is played by the moderator alone, below what covered it, if need be after a retry', async ({
    api,
    noise,
  }) => {
    noise.expect(/Failed to load resource/)
    const { owner, author, reporter } = await askModerated(api)
    const { url } = await api.upload(author, await readVideo())
    const media = { mediaUrl: url, type: 'video', alt: 'Waves', sensitive: true } as const
    await api.report(await api.writePost(author, 'Buy my ducks', media), reporter)
    await renderScreen('/moderation', { member: owner })
    await breakRequests(/^\/media\//)
    await openerIn(entry('Reports', author)).click()
    const copy = page.getByRole('figure', { name: 'As it was when it was reported' })
    const video = copy.getByLabelText('Waves')
    const alert = copy.getByRole('alert')
    await expect.element(copy.getByText('Sensitive media')).toBeVisible()
    await expect.element(copy.getByText('This video cannot be shown.')).not.toBeVisible()
    await copy.getByText('Sensitive media').click()
    await expect.element(alert).toMatchTextContent(/^This video cannot be shown\.RetryWaves$/)
    await expect.element(video).not.toBeInTheDocument()
    await expect.element(copy).not.toMatchTextContent('/media/')
    await expectAccessible()
    await stopRoutes()
    // That was also the way to its server.
    await commands.askModerated()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(video).toHaveFocus()
    await expect.element(alert).not.toBeInTheDocument()
    const { controls, autoplay, muted } = video.element() as HTMLVideoElement
    expect({ controls, autoplay, muted }).toEqual({ controls: true, autoplay: false, muted: true })
    await expect.poll(() => (video.element() as HTMLVideoElement).videoWidth).toBeGreaterThan(0)
    expect((video.element() as HTMLVideoElement).paused).toBe(true)
    await expectAccessible()
  })

  test('a reported answer is shown with what it answers, and leads to where it is', async ({ api }) => {
    const { owner, author, reporter } = await askModerated(api)
    const post = await api.writePost(reporter, 'My ducks')
    const asked = await api.comment(post, reporter, 'Any questions?')
    const answer = await api.comment(post, author, 'Buy mine', asked)
    await api.report(answer, reporter)
    await renderScreen('/moderation', { member: owner })
    await openerIn(entry('Reports', author)).click()
    const answered = page.getByRole('figure', { name: `It answers this comment by @${reporter.username}` })
    await expect.element(answered).toMatchTextContent('Any questions?')
    await page.getByRole('link', { name: 'Show the comment where it is' }).click()
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Buy mine' })).toHaveFocus()
    expect(location.pathname).toBe(`/post-detail/${post.id}/comments/${answer}`)
  })

  test('the outcome of a report is listed, and leads to the own reports', async ({ api }) => {
    const { owner, author, reporter } = await askModerated(api)
    const report = await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
    await renderLive('/notifications', { member: reporter })
    await expect.element(page.getByText(/^Nothing yet/)).toBeVisible()
    await api.decide([report], ['hide'], owner)
    const row = page
      .getByRole('list', { name: 'Notifications' })
      .getByRole('link', { name: /Your report led to action/ })
    await expect.element(row).toBeVisible()
    const kind = page.getByRole('button', { name: 'Reports' })
    await kind.click()
    // The same row of the list of all kinds is about to go: a click on it could be lost.
    await expect.element(kind).toHaveAttribute('aria-pressed', 'true')
    await row.click()
    const section = page.getByRole('region', { name: 'Reports' })
    await expect.element(section).toHaveFocus()
    expect(location.pathname + location.hash).toBe('/settings#reports')
    await expect.element(section).toBeInViewport()
    await expect.element(section).toMatchTextContent('A moderator has acted')
  })
})

describe('comments of a post that is hidden meanwhile', () => {
  const comments = page.getByRole('region', { name: 'Comments' })
  const opener = page.getByRole('button', { name: /^Comments:/ })
  const hidden = page.getByText('A moderator has hidden this post. Only you can see it.').first()

  async function openOwn(api: MemberApi) {
    const { owner, author, reporter } = await askModerated(api)
    const post = await api.writePost(author, 'Buy my ducks')
    await api.comment(post, reporter, 'Which ones?')
    const report = await api.report(post, reporter)
    const screen = await renderLive(`/post-detail/${post.id}`, { member: author, size: 'phone' })
    await expect.element(comments).toMatchTextContent('Which ones?')
    const hide = async () => {
      await api.decide([report], ['hide'], owner)
      await expect.element(hidden).toBeVisible()
    }
    return { screen, hide }
  }

  test('are closed, and cannot be opened, and a tap that is refused leaves the post', async ({ api, noise }) => {
    noise.expect(/status of 404|There is no such post/)
    const { hide } = await openOwn(api)
    await hide()
    await expect.element(comments).not.toBeInTheDocument()
    await expect.element(opener).toBeDisabled()
    const like = page.getByRole('button', { name: 'Like', exact: true })
    await expectToast('There is no such post.', () => like.click())
    await expect.element(hidden).toBeVisible()
  })

  test('stay while its author writes one, who is told that it cannot be sent, until they are closed', async ({
    api,
    noise,
  }) => {
    noise.expect(/status of 404|There is no such post/)
    const { screen, hide } = await openOwn(api)
    const answering = page.getByRole('form', { name: /^Answer to/ })
    const field = answering.getByRole('textbox')
    await comments.getByRole('button', { name: 'Answer', exact: true }).click()
    await field.fill('The yellow ones')
    await hide()
    await expect.element(field).toHaveValue('The yellow ones')
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAccessibleDescription('A moderator has hidden this post. Only you can see it.')
    await expect.element(answering.getByRole('button', { name: 'Answer' })).toBeDisabled()
    // What is refused takes nothing away.
    await page.getByRole('button', { name: 'Comment options' }).click()
    await clickAndSave(page.getByRole('menuitem', { name: 'Hide comment' }), /^\/api\/comments\/hide\//)
    await expect.element(field).toHaveValue('The yellow ones')
    await opener.click()
    await expect.element(comments).not.toBeInTheDocument()
    await expect.element(opener).toBeDisabled()
    await screen.reload()
    await expect.element(hidden).toBeVisible()
    await expect.element(comments).not.toBeInTheDocument()
  })
})

test('what is written below a post that is hidden meanwhile stays also if the list takes the post away for a while', async ({
  api,
}) => {
  const { owner, author, reporter } = await askModerated(api)
  for (let number = 1; number <= 9; number++) await api.writePost(author, `Tall ${number}${'\n|'.repeat(9)}`)
  const post = await api.writePost(author, 'Buy my ducks')
  const report = await api.report(post, reporter)
  await renderLive(`/profile/${author.username}`, { member: author, size: 'phone' })
  const own = card('Buy my ducks')
  const field = own.getByRole('textbox')
  await own.getByRole('button', { name: /^Comments:/ }).click()
  await field.fill('The yellow ones')
  await api.decide([report], ['hide'], owner)
  await expect.element(own).toMatchTextContent('A moderator has hidden this post.')
  await scrollTo(card('Tall 1 |'))
  await expect.element(own).not.toBeInTheDocument()
  window.scrollTo(0, 0)
  await expect.element(field).toHaveValue('The yellow ones')
  await field.fill('')
  await expect.element(field).not.toBeInTheDocument()
})

test('a refused tap shows its author that a post is hidden, or gone, of which the screen has not heard', async ({
  api,
  noise,
}) => {
  noise.expect(/status of 404|There is no such post/)
  const { owner, author, reporter } = await askModerated(api)
  const post = await api.writePost(author, 'Buy my ducks')
  const report = await api.report(post, reporter)
  await holdBack(/^\/api\/events/)
  await renderScreen(`/post-detail/${post.id}`, { member: author })
  await expect.element(card('Buy my ducks')).toBeVisible()
  const like = page.getByRole('button', { name: 'Like', exact: true })
  await api.decide([report], ['hide'], owner)
  await expectToast('There is no such post.', () => like.click())
  const hidden = card('Buy my ducks').getByText('A moderator has hidden this post. Only you can see it.')
  await expect.element(hidden).toBeVisible()
  await expect.element(like).toHaveAttribute('aria-pressed', 'false')
  await api.deletePost(post, author)
  await like.click()
  await expect.element(card('Buy my ducks')).not.toBeInTheDocument()
})

test('a moderator puts a warning on a post, and its author is told, who cannot take it off', async ({ api }) => {
  const { owner, author, reporter } = await askModerated(api)
  await api.report(await api.writePost(author, 'It ends well', { warning: 'Mine' }), reporter)
  await renderScreen('/moderation', { member: owner })
  const row = entry('Reports', author)
  await expect.element(row).toMatchTextContent('Warning: Mine')
  await openerIn(row).click()
  await expect.element(page.getByText('It ends well')).not.toBeVisible()
  await page.getByLabelText('Add a warning').click()
  await reason.fill('Not everybody has seen it')
  await decide.click()
  await expect.element(page.getByText('Write the warning')).toBeVisible()
  await page.getByLabelText('Warning', { exact: true }).fill('About the end')
  await decide.click()
  await expect.element(row).not.toBeInTheDocument()

  await renderScreen('/settings', { member: author })
  const decision = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
  await expect.element(decision).toMatchTextContent(/A warning covers your post.*The warning: About the end/)
  await renderScreen(`/profile/${author.username}`, { member: author })
  const post = card('By a moderator: About the end')
  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Post' })
  await expect.element(editing).toMatchTextContent('A moderator has put a warning on this post.')
  await editing.getByRole('textbox', { name: 'Post text' }).fill('It does not end')
  await editing.getByRole('button', { name: 'Update' }).click()
  await expect.element(editing).not.toBeInTheDocument()
  await expect.element(post).toBeVisible()
})

describe('limits', () => {
  test('a moderator limits a member, who is told, and ends the limit in the list of members', async ({ api }) => {
    const { owner, author, reporter } = await askModerated(api)
    await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
    await renderScreen('/moderation', { member: owner })
    await openerIn(entry('Reports', author)).click()
    await page.getByLabelText('Limit to followers').click()
    await decide.click()
    await expect.element(page.getByText('Tell the member why')).toBeVisible()
    await reason.fill('Less advertising, please')
    await decide.click()
    await expect.element(page.getByRole('heading', { name: /^Post by/ })).not.toBeInTheDocument()
    await expect.element(entry('Reports', author)).not.toBeInTheDocument()

    const decision = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
    const note = page.getByText(/^Your account is limited at the moment/)
    await renderScreen('/', { member: author })
    await page.getByRole('link', { name: 'Read it' }).click()
    await expect.element(decision).toMatchTextContent('Your posts were limited to your followers')
    await expect.element(decision).toMatchTextContent('Less advertising, please')
    await expect.element(decision.getByRole('button', { name: 'Appeal' })).toBeVisible()
    await expect.element(note).toBeVisible()

    await renderScreen('/moderation', { member: owner })
    await part('Members').click()
    await page.getByRole('button', { name: 'Limited', exact: true }).click()
    const row = entry('Members', author)
    await expect.element(row).toMatchTextContent('limited to followers')
    await row.getByRole('button', { name: 'End limit' }).click()
    await expect.element(row).not.toBeInTheDocument()
    await part('Log').click()
    const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
    await expect.element(log.filter({ hasText: author.username }).first()).toMatchTextContent('unlimit')

    await renderScreen('/settings', { member: author })
    await expect.element(decision).toBeVisible()
    // Only then it is known whether the member is limited.
    await expect.element(page.getByRole('switch', { name: 'Private account' })).toBeEnabled()
    await expect.element(note).not.toBeInTheDocument()
  })

  longTest(
    'the profile of a limited member is closed to others until they follow, which needs no request',
    async ({ api, noise }) => {
      // The list of posts may be asked for once more when the follow ends.
      noise.expect(/status of 403/)
      const { owner, author, reporter } = await askModerated(api)
      const report = await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
      await api.decide([report], ['limit'], owner)
      await renderScreen(`/profile/${author.username}`, { member: reporter })
      const closed = page.getByText('Only followers can see these posts.')
      await expect.element(page.getByRole('img', { name: 'Limited to followers' })).toBeVisible()
      await expect.element(closed).toBeVisible()
      await page.getByRole('button', { name: '0 Followers' }).click()
      const dialog = page.getByRole('dialog')
      await expect.element(dialog.getByText('Only followers can see these posts.')).toBeVisible()
      await escapeFrom(dialog)
      await followButton('Follow').click()
      await expect.element(followButton('Following')).toBeVisible()
      await expect.element(card('Buy my ducks')).toBeVisible()
      await followButton('Following').click()
      await expect.element(closed).toBeVisible()
      await expect.element(card('Buy my ducks')).not.toBeInTheDocument()
    },
  )
})

describe('who gets in', () => {
  test('a sign-up waits for approval, is told so, and is let in; another is told why not', async ({ api, noise }) => {
    noise.expect(/status of 403/)
    const { owner } = await askModerated(api)
    // A log-out ends the session.
    const staff = { ...owner, token: await api.signInAgain(owner) }
    const screen = await renderScreen('/moderation?part=sign-ups', { member: staff })
    try {
      await page.getByRole('radio', { name: /Those whom you approve/ }).click()
      await page.getByLabelText('Question for those whom you approve').fill('Why ducks?')
      await expectToast('Saved', () => page.getByRole('button', { name: 'Save' }).click())

      const [welcome, unwelcome] = [makePerson('Nina'), makePerson('Nils')]
      await logOut()
      await screen.open('/signup')
      await page.getByLabelText('Why ducks?').fill('They are calm')
      await expectAccessible()
      await page.getByLabelText('First Name').fill(welcome.firstName)
      await page.getByLabelText('Last Name').fill(welcome.lastName)
      await page.getByLabelText('Email').fill(welcome.email)
      await page.getByLabelText('Username').fill(welcome.username)
      await page.getByLabelText('Password', { exact: true }).fill(welcome.password)
      await page.getByLabelText('Confirm Password', { exact: true }).fill(welcome.password)
      await page.getByLabelText('I accept all terms and conditions').click()
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect.element(page.getByRole('heading', { name: 'Your sign-up waits for approval' })).toBeVisible()
      const body = JSON.stringify({ ...unwelcome, signUpAnswer: 'One more Nils' })
      const headers = { 'content-type': 'application/json' }
      await fetch('/api/auth/signup', { method: 'POST', headers, body })
      await page.getByRole('link', { name: 'Login' }).click()
      await logIn(welcome)
      const alert = page.getByRole('alert')
      await expect.element(alert).toMatchTextContent(/^Your sign-up waits for approval/)

      const again = { ...owner, token: await api.signInAgain(owner) }
      await renderScreen('/moderation?part=sign-ups', { member: again })
      await expect.element(entry('Sign-ups', welcome)).toMatchTextContent('They are calm')
      await entry('Sign-ups', welcome).getByRole('button', { name: 'Accept' }).click()
      await expect.element(entry('Sign-ups', welcome)).not.toBeInTheDocument()
      const rejected = entry('Sign-ups', unwelcome)
      await rejected.getByLabelText(/^Why not/).fill('One Nils is enough')
      await rejected.getByRole('button', { name: 'Reject' }).click()
      await expect.element(rejected).not.toBeInTheDocument()

      await logOut()
      await logIn(unwelcome)
      await expect.element(alert).toHaveTextContent('Your sign-up was not accepted: One Nils is enough')
      await logIn(welcome)
      await expect.element(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    } finally {
      // Other tests sign up here.
      await api.editInstallation({ signUp: { mode: 'open', question: '' } }, owner)
    }
  })

  longTest('moderation on a phone: a suspension, and the appeal at the log-in', async ({ api, noise }) => {
    noise.expect(/status of 40[13]/)
    const { owner, author, reporter } = await askModerated(api)
    await api.report(await api.writePost(author, 'Buy my ducks'), reporter)
    const staff = { ...owner, token: await api.signInAgain(owner) }
    const screen = await renderScreen('/settings', { member: staff, size: 'phone' })
    await page.getByRole('link', { name: 'Open moderation' }).click()
    await openerIn(entry('Reports', author)).click()
    await page.getByLabelText('Suspend the member').click()
    await page.getByLabelText('Days of a suspension').fill('3')
    await reason.fill('Take a break')
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await decide.click()
    await expect.element(entry('Reports', author)).not.toBeInTheDocument()

    await screen.open(`/profile/${owner.username}`)
    await logOut()
    await logIn(author)
    await page.getByRole('button', { name: 'Why is my account suspended?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your account is suspended' })
    await expect.element(dialog).toMatchTextContent('Take a break')
    await dialog.getByRole('textbox').fill('I will')
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    await expect.element(dialog).toMatchTextContent('Your appeal waits for a moderator')

    await renderScreen('/moderation?part=appeals', { member: owner, size: 'phone' })
    await expect.element(entry('Appeals', author)).toMatchTextContent('I will')
  })
})

test('without a role, nothing of moderation is visible', async ({ api }) => {
  const [viewer, other] = [await api.signUp(), await api.signUp()]
  const post = await api.writePost(other, 'A post')
  const facts = await watchRequests(/^\/api\/meta/)
  const screen = await renderScreen(`/post-detail/${post.id}`, { member: viewer })
  const options = page.getByRole('button', { name: 'Post options' })
  await options.click()
  await escapeFrom(page.getByRole('menu'))
  // Whether there are moderators is known from now on.
  await expect.poll(async () => (await facts()).some(({ status }) => status === 200)).toBe(true)
  await options.click()
  await expect.element(page.getByRole('menuitem', { name: /^Block/ })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /^Report/ })).not.toBeInTheDocument()
  await escapeFrom(page.getByRole('menu'))
  await screen.open('/settings')
  await expect.element(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Reports' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Moderation' })).not.toBeInTheDocument()
  await screen.open('/moderation')
  await expect.element(page.getByRole('heading', { name: 'Error 404' })).toBeVisible()
})
