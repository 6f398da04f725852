import { expect } from 'vitest'
import { renderScreen, type Screen, type ScreenOptions } from './render-screen.tsx'
import { watchRequests } from './requests.ts'

/** Renders, and waits until the page hears of changes: one before the server has answered may be in no event. */
export async function renderLive(path: string, options: ScreenOptions): Promise<Screen> {
  const streams = await watchRequests(/^\/api\/events/)
  const screen = await renderScreen(path, options)
  await expect.poll(async () => (await streams()).some(({ status }) => status === 200)).toBe(true)
  return screen
}
