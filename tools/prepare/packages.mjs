import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { MODULES, ROOT, say, stop } from './repository.mjs'

const PINNED_NODE = join(MODULES, '.bin', 'node')

/**
 * The Node that scripts run on: the one that the lock file pins. An installation without its binary, such as the
 * container image, has a Node of the same major version.
 */
export function projectNode() {
  return existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath
}

/**
 * Installs the dependencies unless node_modules holds what package-lock.json names.
 * @param isShippedEnough whether an installation without the development dependencies will do
 */
export function preparePackages({ isShippedEnough }) {
  if (!isInstalled(isShippedEnough)) install()
}

/** npm records in a lock file inside node_modules what it has installed. */
function isInstalled(isShippedEnough) {
  const wanted = readLock(join(ROOT, 'package-lock.json'))
  const present = readLock(join(MODULES, '.package-lock.json'))
  if (wanted === null)
    stop('package-lock.json is missing or damaged. Please restore it: git checkout package-lock.json')
  if (present === null || !(hasPinnedNode() || (isShippedEnough && isNodeOf(wanted)))) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    // A workspace that is new has no link yet.
    if (entry.link) return isShippedEnough || existsSync(join(ROOT, path))
    if (path in present) return present[path].version === entry.version
    return entry.optional === true || (isShippedEnough && (entry.dev === true || entry.devOptional === true))
  })
}

function hasPinnedNode() {
  return existsSync(PINNED_NODE)
}

/** True when this process runs on the major version that the lock file pins. */
function isNodeOf(wanted) {
  return process.versions.node.split('.')[0] === wanted['node_modules/node']?.version.split('.')[0]
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
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PATH: path.join(delimiter) },
  })
  if (result.status !== 0) stop('The install failed. Is the npm registry within reach? Then try again.')
}
