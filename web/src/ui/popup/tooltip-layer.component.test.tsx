import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../styles.css'
import { TooltipLayer } from './tooltip-layer.tsx'

const LONG = 'Eine Beschriftung, die länger ist'

test.for(['ltr', 'rtl'])('a tooltip is whole at each edge of the window: %s', async (dir) => {
  document.dir = dir
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    document.dir = ''
  })
  root.render(
    <>
      {['left-0 top-0', 'right-0 top-0', 'left-0 bottom-0', 'right-0 bottom-0'].map((corner) => (
        <button
          key={corner}
          type="button"
          className={`fixed size-8 ${corner}`}
          data-tooltip={LONG}
          aria-label={corner}
        />
      ))}
      <button
        type="button"
        className="fixed start-0 top-20 size-8"
        data-tooltip={LONG}
        data-tooltip-side="end"
        aria-label="rail"
      />
      <TooltipLayer />
    </>,
  )
  await expect.element(page.getByRole('button').first()).toBeVisible()
  for (let at = 0; at < 5; at++) {
    await userEvent.keyboard('{Tab}')
    const host = page.getByRole('button').nth(at)
    await expect.element(host).toHaveFocus()
    await expect.element(page.getByText(LONG)).toBeVisible()
    const tooltip = page.getByText(LONG).element().getBoundingClientRect()
    const window = document.documentElement.getBoundingClientRect()
    expect(tooltip.left).toBeGreaterThan(window.left)
    expect(tooltip.right).toBeLessThan(window.right)
    expect(tooltip.top).toBeGreaterThan(0)
    expect(tooltip.bottom).toBeLessThan(innerHeight)
    expect(tooltip.height, 'one line').toBeLessThan(host.element().getBoundingClientRect().height)
  }
})
