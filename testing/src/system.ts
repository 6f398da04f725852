import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

/** A program or file that the tests need and npm cannot install. */
interface SystemPart {
  readonly name: string
  /** Debian's and Ubuntu's package. */
  readonly aptPackage: string
  readonly isPresent: () => boolean
}

const POSTGRES_HOME = '/usr/lib/postgresql'
/** Debian's package of an S3-compatible object store, as Python libraries (s3-store.py). */
const SWIFT_HOME = '/usr/lib/python3/dist-packages/swift'

const PARTS = {
  chromium: { name: 'Chromium', aptPackage: 'chromium-headless-shell', isPresent: () => findChromium() !== null },
  emojiFont: { name: 'an emoji font', aptPackage: 'fonts-noto-color-emoji', isPresent: () => hasFont('emoji') },
  textFont: { name: 'a text font', aptPackage: 'fonts-liberation', isPresent: () => hasFont('liberation') },
  postgres: { name: 'PostgreSQL', aptPackage: 'postgresql', isPresent: () => findPostgresBin() !== null },
  redis: { name: 'Redis', aptPackage: 'redis-server', isPresent: () => findProgram('redis-server') !== null },
  swift: { name: 'OpenStack Swift', aptPackage: 'python3-swift', isPresent: () => existsSync(SWIFT_HOME) },
  ffmpeg: { name: 'FFmpeg', aptPackage: 'ffmpeg', isPresent: () => findProgram('ffmpeg') !== null },
} as const satisfies Record<string, SystemPart>

export type PartName = keyof typeof PARTS

const HAPROXY: SystemPart = {
  name: 'HAProxy',
  aptPackage: 'haproxy',
  isPresent: () => findHaproxy() !== null,
}

const WRK: SystemPart = {
  name: 'wrk',
  aptPackage: 'wrk',
  isPresent: () => findProgram('wrk') !== null,
}

/** Null when the part is installed; otherwise why a test that needs it cannot run. */
export function missing(part: PartName): string | null {
  const { name, aptPackage, isPresent } = PARTS[part]
  return isPresent() ? null : `${name} is not installed: package ${aptPackage}`
}

/** Debian installs it in a folder that is only on root's PATH. */
export function findHaproxy(): string | null {
  return findProgram('haproxy') ?? findProgram('/usr/sbin/haproxy')
}

/**
 * The browser of the end-to-end tests: that of CHROMIUM, else the first one on the PATH, else Playwright's. The
 * headless shell comes first, because it uses less CPU time.
 */
export function findChromium(): string | null {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  if (process.env.CHROMIUM !== undefined) return findProgram(process.env.CHROMIUM)
  return names.map(findProgram).find((path) => path !== null) ?? playwrightChromium()
}

/** The Chromium that `playwright install` has downloaded, if it has. */
function playwrightChromium(): string | null {
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test')
  const path = chromium.executablePath()
  return isProgram(path) ? path : null
}

/** The folder of `initdb` and `postgres`, of the newest version. */
export function findPostgresBin(): string | null {
  const byVersion = readFolder(POSTGRES_HOME).sort((a, b) => Number(b) - Number(a))
  const packaged = byVersion.map((version) => join(POSTGRES_HOME, version, 'bin'))
  return [...packaged, ...searchPath()].find((folder) => isProgram(join(folder, 'initdb'))) ?? null
}

/**
 * Installs what the tests need and the machine lacks, on Debian and Ubuntu as root. Elsewhere it prints what is missing
 * and how to install it. The tests that need it are skipped, and listed at the end of the run.
 */
export async function prepareSystem(say: (line: string) => void): Promise<void> {
  const wanted: readonly SystemPart[] = Object.values(PARTS)
  const problem = await installMissing(wanted, say)
  if (problem === null) return
  say(`${problem}\n  Tests that need them will not run.`)
}

/** Installs what a cluster on this machine needs. @throws if that is not possible */
export async function prepareCluster(say: (line: string) => void): Promise<void> {
  const problem = await installMissing([PARTS.postgres, PARTS.redis, PARTS.swift, HAPROXY], say)
  if (problem !== null) throw new Error(problem)
}

/** Installs the load generator of the benchmark. @throws if that is not possible */
export async function prepareBench(say: (line: string) => void): Promise<void> {
  const problem = await installMissing([WRK], say)
  if (problem !== null) throw new Error(problem)
}

/** @returns what is still missing and the command that installs it; null if nothing is */
async function installMissing(parts: readonly SystemPart[], say: (line: string) => void): Promise<string | null> {
  const listMissing = () => parts.filter((part) => !part.isPresent())
  const before = listMissing()
  if (before.length > 0 && process.getuid?.() === 0 && findProgram('apt-get') !== null) {
    say(`Installing ${namesOf(before)} (a few minutes, once)`)
    try {
      await install(before)
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
    }
  }
  const after = listMissing()
  if (after.length === 0) return null
  const packages = after.map(({ aptPackage }) => aptPackage).join(' ')
  return `Missing: ${namesOf(after)}. On Debian and Ubuntu: apt-get install --no-install-recommends ${packages}`
}

function namesOf(parts: readonly SystemPart[]): string {
  return parts.map(({ name }) => name).join(', ')
}

async function install(parts: readonly SystemPart[]): Promise<void> {
  await apt('update', '-qq')
  // Ubuntu has Chromium only as a snap. There, Playwright's build is used.
  const isPackaged = (part: SystemPart) => part !== PARTS.chromium || hasCandidate(part.aptPackage)
  const packages = parts.filter(isPackaged).map(({ aptPackage }) => aptPackage)
  if (packages.length > 0) await apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  if (!parts.every(isPackaged)) await run('playwright', ['install', '--with-deps', 'chromium'])
}

function hasCandidate(aptPackage: string): boolean {
  const policy = execFileSync('apt-cache', ['policy', aptPackage], { encoding: 'utf8' })
  return /Candidate: \d/.test(policy)
}

/** Shows the output of apt-get only when it fails. */
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
