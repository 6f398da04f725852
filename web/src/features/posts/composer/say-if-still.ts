import { notify } from '../../../data/api/error-notifications.ts'
import { loadCode } from '../../../data/code/load-code.ts'

/** An animated PNG loses its animation, which the member should know before it is posted. */
export async function sayIfStill(file: File): Promise<void> {
  if (!/png$/i.test(file.type || file.name)) return
  try {
    const { isAnimatedPng } = await loadCode(() => import('../media/moves.ts'))
    if (await isAnimatedPng(file)) notify('An animated PNG is posted as a still picture. A GIF or WebP keeps moving.')
  } catch {
    // Without a network, or if the file is gone. The upload tells of either.
  }
}
