import { expect, vi } from 'vitest'
import { renderScreen, type Screen, type ScreenOptions } from './render-screen.tsx'
import { watchRequests } from './requests.ts'

/** For so long after a load, the page leaves the network to its first screen (web/src/data/code/when-settled.ts). */
const CALM_MS = 3_000

/** Renders, and waits until the page hears of changes: one before the server has answered may be in no event. */
export async function renderLive(path: string, options: ScreenOptions): Promise<Screen> {
  const { setTimeout } = window
  vi.stubGlobal('setTimeout', (task: () => void, ms?: number) => setTimeout(task, ms === CALM_MS ? 0 : ms))
  const streams = await watchRequests(/^\/api\/events/)
  const screen = await renderScreen(path, options)
  await expect.poll(async () => (await streams()).some(({ status }) => status === 200)).toBe(true)
  return screen
}
