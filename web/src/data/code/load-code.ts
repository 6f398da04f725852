import { NetworkError, OutdatedError } from '../api/api-errors.ts'
import { noteUnreachable } from '../api/connection.ts'
import { markOutdated } from './release.ts'

/**
 * Runs a dynamic `import()`. Throws OutdatedError if the server has a newer release, whose chunks have other names, and
 * otherwise NetworkError.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!(await noteIfOutdated())) throw new NetworkError(error)
    throw new OutdatedError(error)
  }
}

/** Offers to reload if the server has a newer release. Returns whether it has. */
export async function noteIfOutdated(): Promise<boolean> {
  const found = await isOutdated()
  if (found) markOutdated()
  return found
}

/** Whether the server's page now has another entry script than this one. */
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
