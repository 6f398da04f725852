import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { test } from '../../test/component-test.ts'
import { renderScreen } from '../../test/render-screen.tsx'
import { refuseDrops } from './refuse-drops.ts'

test("a file that is dropped beside a form does not replace the page; a text is nobody else's", async ({ api }) => {
  refuseDrops()
  await renderScreen('/', { member: await api.signUp() })
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect.element(heading).toBeInTheDocument()
  const drag = (kind: 'dragover' | 'drop', content: File | string): boolean => {
    const dataTransfer = new DataTransfer()
    if (typeof content === 'string') dataTransfer.setData('text/plain', content)
    else dataTransfer.items.add(content)
    return heading.element().dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
  }
  for (const kind of ['dragover', 'drop'] as const) {
    expect(drag(kind, new File(['x'], 'duck.png', { type: 'image/png' }))).toBe(false)
    expect(drag(kind, 'A duck')).toBe(true)
  }
  await expect.element(page.getByRole('img', { name: 'Attached to this post' })).not.toBeInTheDocument()
})
