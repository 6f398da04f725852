import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MODULES, ROOT, say } from './repository.mjs'
import { runToEnd } from './run.mjs'

/** Holds the hash of the sources of the last build. */
const STAMP = join(MODULES, '.cache', 'quack', 'web-build')

/** Builds the web client unless the last build was of the same sources. */
export function prepareWebClient() {
  // Taken before the build: what is edited while it runs is built next time.
  const hash = hashOfSources()
  if (isBuilt(hash)) return
  say('Building the web client (some seconds, once per change)')
  runToEnd([join('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'])
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, hash)
}

function isBuilt(hash) {
  if (!existsSync(join(ROOT, 'web', 'dist', 'index.html')) || !existsSync(STAMP)) return false
  return readFileSync(STAMP, 'utf8') === hash
}

function hashOfSources() {
  const hash = createHash('sha256')
  const folders = ['web', join('contract', 'src'), 'translations']
  const files = [...folders.flatMap(filesUnder), 'lingui.config.ts', 'package-lock.json']
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesUnder(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}
