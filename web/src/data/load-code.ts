import { NetworkError, OutdatedError } from './api-errors.ts'
import { noteUnreachable } from './connection.ts'
import { markOutdated } from './release.ts'

/**
 * Runs an `import()` of ours. Throws OutdatedError where the server has a newer release, whose parts have other names,
 * and NetworkError where it cannot be reached.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!(await isOutdated())) throw new NetworkError(error)
    markOutdated()
    throw new OutdatedError(error)
  }
}

/** Whether the page that the server has now starts with another script than this one did. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok && !!entry && !(await answer.text()).includes(entry)
  } catch {
    noteUnreachable()
    return false
  }
}
