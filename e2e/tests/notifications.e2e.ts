import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { bell, expectUnread, rows } from '../support/notifications.ts'
import { expect, test } from '../support/test.ts'
import { LONG, PHONE, PHONE_IN_LONG } from '../support/where.ts'

test(
  'the bell counts without a reload, and a notification opens the post with the comment in view',
  PHONE_IN_LONG,
  async ({ api, openAs }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const post = await api.writePost(ann, `A long walk\n${'\n.'.repeat(80)}`)
    const page = await openAs(ann)
    await page.goto('/')
    await expectUnread(page, 0)
    const wanted = await api.comment(post, bob, 'The wanted comment')
    await expectUnread(page, 1)
    for (let number = 0; number < 25; number++) await api.comment(post, ann, `A later one\n\n.${number}`)

    await bell(page).click()
    await expect(page).toHaveURL('/notifications')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Bob Mallard commented on your post')
    await expect(rows(page)).toContainText('The wanted comment')
    await rows(page)
      .getByRole('link', { name: /commented on your post/ })
      .click()
    await expect(page).toHaveURL(`/post-detail/${post.id}#comment-${wanted}`)
    const comment = page.getByRole('listitem').filter({ hasText: 'The wanted comment' })
    // First: the list of notifications, which may still be shown, has such an item in view.
    await expect(comment).toBeFocused()
    await expect(comment).toBeInViewport()
  },
)

test(
  'reading on one device clears the badge on the other; what was unread stays marked until the next visit',
  LONG,
  async ({ api, openAs }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const post = await api.writePost(ann, 'Seen on two devices')
    const [one, other] = [await openAs(ann), await openAs(ann)]
    for (const page of [one, other]) {
      await page.goto('/')
      await expectUnread(page, 0)
    }
    await api.like(post, bob)
    await api.follow(ann, bob)
    for (const page of [one, other]) await expectUnread(page, 2)

    await one.goto('/notifications')
    await expect(rows(one)).toHaveCount(2)
    for (const page of [one, other]) await expectUnread(page, 0)
    await expect(rows(one).getByRole('link', { name: /^Unread: / })).toHaveCount(2)
    await api.comment(post, bob, 'Still here')
    await expect(rows(one)).toHaveCount(3)
    await expect(rows(one).getByRole('link', { name: /^Unread: / })).toHaveCount(3)

    await one.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expectUnread(one, 0)
    await bell(one).click()
    await expect(rows(one)).toHaveCount(3)
    await expect(rows(one).getByRole('link', { name: /^Unread: / })).toHaveCount(0)
  },
)

test(
  'a conversation of three people on a phone: each is told of the answer, and goes on in the branch',
  PHONE,
  async ({ api, openAs }) => {
    const [ann, bob, cat] = [
      await api.signUp(makePerson('Ann')),
      await api.signUp(makePerson('Bob')),
      await api.signUp(makePerson('Cat')),
    ]
    const post = await api.writePost(ann, 'What shall we cook?')
    const saying = (page: Page, text: string) =>
      page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: text })
    const answer = async (page: Page, to: string, text: string) => {
      await saying(page, to).getByRole('button', { name: 'Answer', exact: true }).click()
      const form = page.getByRole('form', { name: /^Answer to/ })
      await form.getByRole('textbox').fill(text)
      await form.getByRole('button', { name: 'Answer', exact: true }).click()
      await expect(saying(page, text)).toBeVisible()
      await expect(form).toHaveCount(0)
    }
    const openNotice = async (page: Page) => {
      await page.goto('/notifications')
      await rows(page)
        .getByRole('link', { name: /answered your comment/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/comments\/\d+$/)
    }

    const first = await openAs(bob)
    await first.goto(`/post-detail/${post.id}`)
    await first.getByPlaceholder('Quack your reply!').fill('Pasta!')
    await first.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(saying(first, 'Pasta!')).toBeVisible()

    const second = await openAs(cat)
    await second.goto(`/post-detail/${post.id}`)
    await answer(second, 'Pasta!', 'With mushrooms?')

    await openNotice(first)
    await expect(first.getByRole('listitem').filter({ hasText: 'With mushrooms?' })).toBeFocused()
    await expect(saying(first, 'Pasta!')).toBeVisible()
    await answer(first, 'With mushrooms?', 'Never')

    const third = await openAs(ann)
    await third.goto(`/post-detail/${post.id}`)
    await answer(third, 'Never', 'Why not?')
    await openNotice(first)
    await answer(first, 'Why not?', 'They taste of feet')

    await third.reload()
    await third.getByRole('link', { name: '2 more answers' }).click()
    await expect(saying(third, 'They taste of feet')).toBeVisible()
    await expectAccessible(third)
    await third.getByRole('link', { name: 'All comments' }).click()
    await expect(third).toHaveURL(`/post-detail/${post.id}`)
    await expect(third.getByRole('button', { name: 'Comments: 5' })).toBeVisible()
  },
)
