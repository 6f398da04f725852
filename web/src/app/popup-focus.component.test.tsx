import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { test } from '../../test/component-test.ts'
import { escapeFrom } from '../../test/keyboard.ts'
import { card } from '../../test/posts.ts'
import { renderScreen } from '../../test/render-screen.tsx'

/** Opens something by mouse, and closes it by Escape: the focus is on its button then, and visible. */
async function expectReturn(trigger: Locator, role: 'menu' | 'dialog', item?: string): Promise<void> {
  await trigger.click()
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).click()
  await escapeFrom(page.getByRole(role))
  const focused = () => {
    const element = document.activeElement
    return element === trigger.query() ? `the button, ${element?.matches(':focus-visible')}` : element?.outerHTML
  }
  await expect.poll(focused, { message: `${trigger.selector} ${item ?? ''}` }).toBe('the button, true')
}

test('what a mouse opens and Escape closes gives the focus back to its button, where one sees it', async ({ api }) => {
  const viewer = await api.signUp()
  for (const text of ['Older', 'Newer']) await api.writePost(viewer, text)
  // With motion, a menu is still there, and has the focus, when its dialog opens.
  await commands.setMedia({ reducedMotion: 'no-preference' })
  await renderScreen('/', { member: viewer })
  const main = page.getByRole('main')
  const [newer, older] = ['Newer', 'Older'].map((text) => card(text).getByRole('button', { name: 'Post options' }))
  if (!newer || !older) throw new Error('no posts')
  // The first time, the code of the menu is loaded, which renders its button anew; then that of the dialog is.
  await expectReturn(newer, 'menu')
  await expectReturn(newer, 'dialog', 'Delete Post')
  await expectReturn(newer, 'dialog', 'Delete Post')
  // Here the button is rendered anew too, and the dialog opens while the menu is closing.
  await expectReturn(older, 'dialog', 'Delete Post')
  await expectReturn(card('Newer').getByRole('button', { name: 'Liked by: 0' }), 'dialog')
  await expectReturn(main.getByRole('button', { name: /^Who can comment/ }), 'menu')
  await expectReturn(main.getByRole('button', { name: /emoji/i }).first(), 'dialog')
  await expectReturn(page.getByRole('button', { name: 'New Post', exact: true }), 'dialog')
})
