import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The HTML page of the web client, from the latest build. */
export interface BuiltPage {
  readonly html: string
  /** The scripts that each page of the client will load, by the page's pattern in the contract. */
  readonly preloads: Readonly<Record<string, readonly string[]>>
}

export interface WebPage {
  /** Null before the first build. */
  read(): Promise<BuiltPage | null>
}

/** @param directory the build's output */
export function openWebPage(directory: string): WebPage {
  const path = join(directory, 'index.html')
  let known: BuiltPage & { readonly at: number } = { at: 0, html: '', preloads: {} }
  return {
    // A build while the server runs takes effect immediately, because its page names other assets.
    async read() {
      try {
        const at = (await stat(path)).mtimeMs
        if (at !== known.at) known = { at, html: await readFile(path, 'utf8'), preloads: await readPreloads(directory) }
        return known
      } catch {
        return null
      }
    },
  }
}

/** Without the list, scripts are loaded a little later. */
async function readPreloads(directory: string): Promise<BuiltPage['preloads']> {
  try {
    return JSON.parse(await readFile(join(directory, 'preloads.json'), 'utf8')) as BuiltPage['preloads']
  } catch {
    return {}
  }
}
