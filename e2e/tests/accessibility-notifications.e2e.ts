import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { bell, expectUnread, rows } from '../support/notifications.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE_IN_LONG, tags } from '../support/where.ts'

test('notifications have no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs }) => {
  const [ann, bob, cat] = [
    await api.signUp(makePerson('Ann')),
    await api.signUp(makePerson('Bob')),
    await api.signUp(makePerson('Cat')),
  ]
  const page = await openAs(ann)
  const post = await api.writePost(ann, 'Much to tell')
  await page.goto('/bookmark')
  for (const member of [bob, cat]) await api.like(post, member)
  const comment = await api.comment(post, bob, 'Well said')
  await api.follow(ann, cat)
  await expectUnread(page, 3)
  await bell(page).click()
  await expect(rows(page)).toHaveCount(3)
  await expectAccessible(page)
  await visit(page, `/post-detail/${post.id}#comment-${comment}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Well said' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem', { name: 'Mute notifications' })).toBeVisible()
  await expectAccessible(page)
})
