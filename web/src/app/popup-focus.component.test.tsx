import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { test } from '../../test/component-test.ts'
import { escapeFrom } from '../../test/keyboard.ts'
import { card } from '../../test/posts.ts'
import { renderScreen } from '../../test/render-screen.tsx'

interface Opened {
  /** The entry of its menu that opens a dialog. */
  item?: string
  role: 'menu' | 'dialog'
  name?: string
  /** What is done in it. */
  inside?: (popup: Locator) => Promise<void>
}

/** Opens something by mouse, and closes it by Escape: the focus is on its button then, and visible. */
async function expectReturn(trigger: Locator, { item, role, name, inside }: Opened): Promise<void> {
  await trigger.click()
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).click()
  const popup = name === undefined ? page.getByRole(role) : page.getByRole(role, { name })
  await inside?.(popup)
  await escapeFrom(popup)
  const focused = () => {
    const element = document.activeElement
    return element === trigger.query() ? `the button, ${element?.matches(':focus-visible')}` : element?.outerHTML
  }
  await expect.poll(focused, { message: `${trigger.selector} ${item ?? ''}` }).toBe('the button, true')
}

/** In a dialog, where their code is loaded by the first click as well. */
const openEmoji = (dialog: Locator) =>
  expectReturn(dialog.getByRole('button', { name: 'Add emoji' }), { role: 'dialog', name: 'Emoji' })

async function openEmojiAndRule(dialog: Locator): Promise<void> {
  await openEmoji(dialog)
  await expectReturn(dialog.getByRole('button', { name: /^Who can comment/ }), { role: 'menu' })
}

test('what a mouse opens and Escape closes gives the focus back to its button, where one sees it', async ({ api }) => {
  const viewer = await api.signUp()
  for (const text of ['Older', 'Newer']) await api.writePost(viewer, text)
  // With motion, a menu is still there, and has the focus, when its dialog opens.
  await commands.setMedia({ reducedMotion: 'no-preference' })
  await renderScreen('/', { member: viewer })
  const main = page.getByRole('main')
  const optionsOf = (text: string) => card(text).getByRole('button', { name: 'Post options' })
  const ofDeletion = { item: 'Delete Post', role: 'dialog' } as const
  // The first time, the code of the menu is loaded, which renders its button anew; then that of the dialog is.
  await expectReturn(optionsOf('Newer'), { role: 'menu' })
  await expectReturn(optionsOf('Newer'), ofDeletion)
  await expectReturn(optionsOf('Newer'), ofDeletion)
  // Here the button is rendered anew too, and the dialog opens while the menu is closing.
  await expectReturn(optionsOf('Older'), ofDeletion)
  await expectReturn(optionsOf('Older'), { item: 'Edit Post', role: 'dialog', name: 'Edit Post', inside: openEmoji })
  await expectReturn(card('Newer').getByRole('button', { name: 'Liked by: 0' }), { role: 'dialog' })
  await expectReturn(main.getByRole('button', { name: /^Who can comment/ }), { role: 'menu' })
  await expectReturn(main.getByRole('button', { name: 'Add emoji' }).first(), { role: 'dialog' })
  await expectReturn(page.getByRole('button', { name: 'New Post', exact: true }), {
    role: 'dialog',
    name: 'New Post',
    inside: openEmojiAndRule,
  })
})
