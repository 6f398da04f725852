import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What the tests need from the machine: a browser, a database server and the like. npm cannot bring these. */
interface SystemPart {
  readonly name: string
  /** Debian's and Ubuntu's package. */
  readonly aptPackage: string
  readonly isThere: () => boolean
}

const POSTGRES_HOME = '/usr/lib/postgresql'
/** Debian's package of an object store that speaks S3; its parts are Python libraries (s3-store.py). */
const SWIFT_HOME = '/usr/lib/python3/dist-packages/swift'

const PARTS: readonly SystemPart[] = [
  { name: 'Chromium', aptPackage: 'chromium-headless-shell', isThere: () => findChromium() !== null },
  { name: 'an emoji font', aptPackage: 'fonts-noto-color-emoji', isThere: () => hasFont('emoji') },
  { name: 'a text font', aptPackage: 'fonts-liberation', isThere: () => hasFont('liberation') },
  { name: 'PostgreSQL', aptPackage: 'postgresql', isThere: () => findPostgresBin() !== null },
  { name: 'Redis', aptPackage: 'redis-server', isThere: () => findProgram('redis-server') !== null },
  { name: 'OpenStack Swift', aptPackage: 'python3-swift', isThere: () => existsSync(SWIFT_HOME) },
  { name: 'FFmpeg', aptPackage: 'ffmpeg', isThere: () => findProgram('ffmpeg') !== null },
]

const HAPROXY: SystemPart = {
  name: 'HAProxy',
  aptPackage: 'haproxy',
  isThere: () => findHaproxy() !== null,
}

/** Debian keeps it where only root's PATH leads. */
export function findHaproxy(): string | null {
  return findProgram('haproxy') ?? findProgram('/usr/sbin/haproxy')
}

/**
 * The browser of the end-to-end tests: what CHROMIUM names, else the first one on the PATH. The same browser without
 * its windows takes 40 % less of the processor.
 */
export function findChromium(): string | null {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const candidates = process.env.CHROMIUM === undefined ? names : [process.env.CHROMIUM]
  return candidates.map(findProgram).find((path) => path !== null) ?? null
}

/** The folder of `initdb` and `postgres`, the newest version's where there are several. */
export function findPostgresBin(): string | null {
  const byVersion = readFolder(POSTGRES_HOME).sort((a, b) => Number(b) - Number(a))
  const packaged = byVersion.map((version) => join(POSTGRES_HOME, version, 'bin'))
  return [...packaged, ...searchPath()].find((folder) => isProgram(join(folder, 'initdb'))) ?? null
}

/**
 * Installs what is missing where that is allowed (Debian or Ubuntu, as root); elsewhere throws an error that says what
 * to install. Tests are never left out because something is missing.
 */
export function prepareSystem(say: (line: string) => void): Promise<void> {
  return prepare(PARTS, 'The tests need', say)
}

/** Likewise, what several nodes on one machine need. */
export function prepareCluster(say: (line: string) => void): Promise<void> {
  const shared = PARTS.filter(({ name }) => ['PostgreSQL', 'Redis', 'OpenStack Swift'].includes(name))
  return prepare([...shared, HAPROXY], 'A cluster needs', say)
}

async function prepare(parts: readonly SystemPart[], whoNeeds: string, say: (line: string) => void): Promise<void> {
  const missing = parts.filter((part) => !part.isThere())
  if (missing.length === 0) return
  const names = missing.map((part) => part.name).join(', ')
  const packages = missing.map((part) => part.aptPackage)
  if (process.getuid?.() !== 0 || findProgram('apt-get') === null) {
    throw new Error(`${whoNeeds} ${names}. Please install: ${packages.join(' ')}`)
  }
  say(`Installing ${names} (a few minutes, once)`)
  await apt('update', '-qq')
  await apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  const stillMissing = parts.filter((part) => !part.isThere())
  if (stillMissing.length > 0) {
    throw new Error(`apt-get succeeded, and yet these are missing: ${stillMissing.map((part) => part.name).join(', ')}`)
  }
}

/** apt-get's chatter is shown only when it fails. */
function apt(...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`apt-get ${args[0]} failed:\n${Buffer.concat(output).toString().slice(-2_000)}`))
    })
  })
}

function hasFont(nameOrFile: string): boolean {
  if (findProgram('fc-list') === null) return false
  return execFileSync('fc-list', { encoding: 'utf8' }).toLowerCase().includes(nameOrFile)
}

function findProgram(nameOrPath: string): string | null {
  if (nameOrPath.includes('/')) return isProgram(nameOrPath) ? nameOrPath : null
  return (
    searchPath()
      .map((folder) => join(folder, nameOrPath))
      .find(isProgram) ?? null
  )
}

function searchPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

if (import.meta.main) await prepareSystem(console.log)
