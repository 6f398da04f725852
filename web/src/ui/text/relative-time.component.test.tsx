import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RelativeTime } from './relative-time.tsx'

test('a time is the same for all reads of a render, also if the clock moves on meanwhile', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const RealDate = Date
  let reads = 0
  vi.stubGlobal(
    'Date',
    class extends RealDate {
      constructor(time: number | string = RealDate.now() + 3_600_000 * ++reads) {
        super(time)
      }
    },
  )
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    root.unmount()
    place.remove()
  })
  root.render(<RelativeTime time={new RealDate().toISOString()} />)
  await expect.poll(() => place.textContent).toMatch(/hour/)
  expect(errors).not.toHaveBeenCalled()
})
