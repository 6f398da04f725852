import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The one page of the web client: the same for every address but for what it says of itself to other sites. */
export interface WebPage {
  /** Its HTML as it was built last; null before the first build. */
  read(): Promise<string | null>
}

/** @param directory the build's output */
export function openWebPage(directory: string): WebPage {
  const path = join(directory, 'index.html')
  let known = { at: 0, html: '' }
  return {
    // A build that comes while the server runs takes effect at once: its page names other assets.
    async read() {
      try {
        const at = (await stat(path)).mtimeMs
        if (at !== known.at) known = { at, html: await readFile(path, 'utf8') }
        return known.html
      } catch {
        return null
      }
    },
  }
}
