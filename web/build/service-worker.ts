import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildScript } from './start-script.ts'

/** What the offline shell needs besides its code: path to file. */
const FIXED = { '/': 'index.html', '/start.js': 'start.js', '/favicon.svg': 'favicon.svg' }

/** One script after the other, and then what shares code with the pages. */
const CODE = ['service-worker.js', 'service-worker-push.js', 'service-worker-share.js']
const BUNDLED = 'src/worker/outbox.ts'

/** Writes `sw.js`: the code preceded by this release's file list and a name hashed from the files. */
export async function writeServiceWorker(root: string, directory: string): Promise<void> {
  const scripts = await Promise.all([
    ...CODE.map((name) => readFile(join(root, name), 'utf8')),
    buildScript(root, BUNDLED),
  ])
  const code = scripts.join('\n')
  const assets = (await readdir(join(directory, 'assets'))).filter((name) => /\.(js|css)$/.test(name)).sort()
  // The names of assets contain a hash of their content. The other files have to be read.
  const hash = createHash('sha256').update(code).update(assets.join())
  for (const file of Object.values(FIXED)) hash.update(await readFile(join(directory, file)))
  const release = {
    name: hash.digest('hex').slice(0, 12),
    files: [...Object.keys(FIXED), ...assets.map((name) => `/assets/${name}`)],
  }
  await writeFile(join(directory, 'sw.js'), `const RELEASE = ${JSON.stringify(release)}\n${code}`)
}
