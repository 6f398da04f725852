import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'

export interface Dependency {
  readonly name: string
  readonly version: string
  /** The workspace that declares it. */
  readonly where: string
}

export interface LockedPackage {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
}
/** The packages of package-lock.json by their path in the repository. */
export type Lock = Readonly<Record<string, LockedPackage>>

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly licence: string | undefined
}

/** The workspaces that run in production. The others only build and test. */
const SHIPPING = { root: '', contract: 'contract', server: 'server', web: 'web' }

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))
}

export function readLock(): Lock {
  return (readJson('package-lock.json') as { packages: Lock }).packages
}

/** What the shipped workspaces declare, in alphabetical order within each. */
export function readDirectDependencies(): Dependency[] {
  return Object.entries(SHIPPING).flatMap(([where, folder]) => {
    const { dependencies = {} } = readJson(folder, 'package.json') as { dependencies?: Record<string, string> }
    return Object.entries(dependencies)
      .filter(([name]) => !name.startsWith('@quack/'))
      .map(([name, version]) => ({ name, version, where }))
      .sort((a, b) => compare(a.name, b.name))
  })
}

export function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//, '')
}

/** Every package that is shipped, direct or not, once for each version. */
export function listShipped(lock: Lock): ShippedPackage[] {
  const shipped = Object.entries(lock)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, { version, license }]) => ({ name: nameOf(path), version, licence: license }))
  const byKey = new Map(shipped.map((each) => [keyOf(each), each]))
  return [...byKey.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** Names a package's version in docs/dependencies.json. */
export function keyOf({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string {
  return `${name} ${version}`
}

/** The order of code units: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
