/**
 * Makes a fresh or changed clone ready, before `npm start`, `npm test` and their like. It runs before the install, so
 * it is plain JavaScript for any Node from 20 on and imports built-ins only.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')

/** What each command needs beyond the install. */
const NEEDS = { start: ['web'], test: ['web', 'system'], quick: ['system'], dev: [], check: [] }

const purpose = process.argv[2] ?? ''
if (!Object.hasOwn(NEEDS, purpose)) stop(`Usage: node tools/prepare.mjs ${Object.keys(NEEDS).join('|')}`)

if (!isInstalled()) install()
if (NEEDS[purpose].includes('web') && !isWebBuilt()) buildWeb()
if (NEEDS[purpose].includes('system')) runOnProjectNode([join('tools', 'src', 'system.ts')])

/** True when node_modules holds what package-lock.json names; npm notes in a lock file of its own what it installed. */
function isInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const present = readLock(join(modules, '.package-lock.json'))
  if (wanted === null)
    stop('package-lock.json is missing or damaged. Please restore it: git checkout package-lock.json')
  if (present === null || !existsSync(join(modules, '.bin', 'node'))) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    return path in present ? present[path].version === entry.version : entry.optional === true
  })
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

function install() {
  say('Installing the dependencies (a minute or so, once)')
  // npm replaces node_modules, so it must not itself run on the Node that lies in there.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes(`node_modules${sep}.bin`))
  const result = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path.join(delimiter) },
  })
  if (result.status !== 0) stop('The install failed. Is the npm registry within reach? Then try again.')
}

function webStamp() {
  return join(modules, '.cache', 'quack', 'web-build')
}

function isWebBuilt() {
  if (!existsSync(join(root, 'web', 'dist', 'index.html')) || !existsSync(webStamp())) return false
  return readFileSync(webStamp(), 'utf8') === hashOfWebSources()
}

function buildWeb() {
  say('Building the web client (some seconds, once per change)')
  // Taken before the build: what is edited while it runs is built next time.
  const hash = hashOfWebSources()
  runOnProjectNode([join('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'])
  mkdirSync(join(webStamp(), '..'), { recursive: true })
  writeFileSync(webStamp(), hash)
}

function hashOfWebSources() {
  const hash = createHash('sha256')
  const files = [...filesUnder('web'), ...filesUnder(join('contract', 'src')), 'package-lock.json']
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

/** Runs a script on the Node version the project pins, whatever runs this one. */
function runOnProjectNode(args) {
  const result = spawnSync(join(modules, '.bin', 'node'), args, { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

function say(line) {
  console.log(`quack: ${line}`)
}

function stop(line) {
  console.error(`quack: ${line}`)
  process.exit(1)
}
