import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the shell needs without a network beside its code; each with the file it is. */
const FIXED = { '/': 'index.html', '/start.js': 'start.js', '/favicon.svg': 'favicon.svg' }

/** Writes `sw.js`: service-worker.js with the list of this release's files, which also gives the release its name. */
export async function writeServiceWorker(root: string, directory: string): Promise<void> {
  const code = await readFile(join(root, 'service-worker.js'), 'utf8')
  const assets = (await readdir(join(directory, 'assets'))).filter((name) => /\.(js|css)$/.test(name)).sort()
  // The names of assets change with what is in them; the others have to be read.
  const hash = createHash('sha256').update(code).update(assets.join())
  for (const file of Object.values(FIXED)) hash.update(await readFile(join(directory, file)))
  const release = {
    name: hash.digest('hex').slice(0, 12),
    files: [...Object.keys(FIXED), ...assets.map((name) => `/assets/${name}`)],
  }
  await writeFile(join(directory, 'sw.js'), `const RELEASE = ${JSON.stringify(release)}\n${code}`)
}
