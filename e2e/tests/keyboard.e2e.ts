import { makePerson } from '../support/api.ts'
import { findCover, moveToLast, pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { scrollTop } from '../support/scroll.ts'
import { settle } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test('logging in, writing, liking and deleting work by keyboard alone', async ({ page, api }) => {
  const member = await api.signUp()
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(member.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  const form = page.getByRole('form', { name: 'New post' })
  await tabTo(page, form.getByRole('textbox'))
  await page.keyboard.type('Without a mouse')
  await tabTo(page, form.getByRole('button', { name: 'Post', exact: true }))
  await page.keyboard.press('Enter')
  const post = card(page, 'Without a mouse')
  const heart = post.getByRole('button', { name: 'Like', exact: true })
  await tabTo(page, heart)
  await page.keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await tabTo(page, post.getByRole('button', { name: 'Post options' }))
  await page.keyboard.press('Enter')
  const deleteItem = page.getByRole('menuitem', { name: 'Delete Post' })
  await moveToLast(page, deleteItem)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // Until the dialog has taken the focus, it could take it from the button that Tab has reached.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await pressOn(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await expect(post).toBeHidden()
})

test(
  'signing up, posting, liking, commenting, following and logging out work by keyboard alone',
  LONG,
  async ({ page, api }) => {
    const [person, other] = [makePerson('Kay'), await api.signUp(makePerson('Oto'))]
    await api.writePost(other, 'Follow me by keyboard')
    await page.goto('/login')
    await pressOn(page, page.getByRole('link', { name: 'Sign Up' }))
    await expect(page).toHaveURL('/signup')
    await typeInto(page, page.getByLabel('First Name'), person.firstName)
    await typeInto(page, page.getByLabel('Last Name'), person.lastName)
    await typeInto(page, page.getByLabel('Email'), person.email)
    await typeInto(page, page.getByLabel('Username'), person.username)
    await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
    await typeInto(page, page.getByLabel('Confirm Password', { exact: true }), person.password)
    await pressOn(page, page.getByRole('checkbox'), 'Space')
    await pressOn(page, page.getByRole('button', { name: 'Sign Up' }))
    await expect(page).toHaveURL('/')

    const form = page.getByRole('form', { name: 'New post' })
    await typeInto(page, form.getByRole('textbox'), 'No mouse was moved')
    await pressOn(page, form.getByRole('button', { name: 'Post', exact: true }))
    const post = card(page, 'No mouse was moved')
    const heart = post.getByRole('button', { name: 'Like', exact: true })
    await pressOn(page, heart, 'Space')
    await expect(heart).toHaveAttribute('aria-pressed', 'true')

    await pressOn(page, post.getByRole('button', { name: 'Comments: 0' }))
    await typeInto(page, post.getByPlaceholder('Quack your reply!'), 'Nor for this')
    await pressOn(page, post.getByRole('button', { name: 'Reply', exact: true }))
    await expect(post.getByRole('article', { name: 'Comment by Kay Mallard' })).toContainText('Nor for this')

    // Stands for typing a URL into the address bar.
    await page.goto(`/profile/${other.username}`)
    const head = page.getByRole('region', { name: 'Oto Mallard', exact: true })
    const followed = page.waitForResponse(/\/api\/users\/follow\//)
    await pressOn(page, head.getByRole('button', { name: 'Follow', exact: true }))
    await expect(head.getByRole('button', { name: 'Following', exact: true })).toBeFocused()
    await expect(head.getByRole('button', { name: '1 Followers' })).toBeVisible()
    // After the logout it would be refused.
    await followed

    await pressOn(page, page.getByRole('button', { name: 'Logout' }))
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
)

for (const viewport of [
  { width: 390, height: 600 },
  { width: 1440, height: 500 },
]) {
  test(
    `at ${viewport.width} px, no bar covers the focused control when tabbing down and up`,
    LONG,
    async ({ api, openAs }) => {
      const member = await api.signUp()
      const post = await api.writePost(member, 'The longest talk')
      for (let count = 0; count < 8; count++) {
        await api.writePost(member, `Number ${count}\n\nwith a link https://example.com`)
        await api.comment(post, member, `Comment ${count}`)
      }
      const page = await openAs(member)
      await page.setViewportSize(viewport)
      for (const [path, loaded] of [
        ['/', 'Number 7'],
        [`/post-detail/${post.id}`, 'Comment 7'],
        ['/settings', 'are used'],
      ] as const) {
        await page.goto(path)
        // What loads later moves the control that has the focus, and is not tabbed through.
        await expect(page.getByRole('main').getByText(loaded).first()).toBeVisible()
        await page.getByRole('main').focus()
        for (const key of ['Tab', 'Shift+Tab']) {
          for (let stop = 0; stop < 20; stop++) {
            await page.keyboard.press(key)
            await expect.poll(() => findCover(page), `${key} on ${path}`).toBe('')
          }
        }
      }
      await page.goto('/')
      await expect(card(page, 'Number 7')).toBeVisible()
      // The virtual list adjusts the scroll position while it measures new rows.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, 300))
        await settle(page)
        expect(await scrollTop(page)).toBe(300)
      }).toPass()
      const bars = page.getByRole('banner').or(page.getByRole('navigation', { name: 'Main' }))
      for (const control of [
        page.getByRole('button', { name: /Latest Posts$/ }),
        ...(await bars.getByRole('link').all()),
      ]) {
        await control.focus()
        expect(await scrollTop(page), 'what is in a bar is in view already').toBe(300)
      }
    },
  )
}
