import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './run.ts'

/** A work tree of an earlier commit, with its packages. */
export interface OlderCommit {
  readonly commit: string
  readonly root: string
  remove(): void
}

/** Why it cannot be had. */
export class NoOlderRelease extends Error {
  override readonly name = 'NoOlderRelease'
}

/**
 * @param commit '' for the last release
 * @param untagged finds the commit if there was no release yet
 * @throws NoOlderRelease
 */
export function checkOutOlder(commit: string, untagged: () => string): OlderCommit {
  // The tag of the commit that is tested is no earlier release.
  const found = resolve(commit || tryGit('describe', '--tags', '--abbrev=0', 'HEAD^') || untagged())
  const root = mkdtempSync(join(tmpdir(), 'quack-older-'))
  const remove = () => {
    rmSync(root, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  try {
    addWorktree(root, found)
    const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
    if (lock(root) === lock(ROOT)) linkPackages(root)
    else installPackages(root)
    return { commit: found, root, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function addWorktree(root: string, commit: string): void {
  try {
    git('worktree', 'add', '--detach', root, commit)
  } catch (error) {
    throw new NoOlderRelease(`${commit} cannot be checked out: ${error}`)
  }
}

function resolve(commit: string): string {
  const found = tryGit('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
  if (!found) throw new NoOlderRelease(`This clone does not have ${commit}: fetch its history (git fetch --unshallow).`)
  return found
}

function installPackages(root: string): void {
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' })
  } catch (error) {
    throw new NoOlderRelease(`Its packages cannot be installed: ${error}`)
  }
}

/** Our installed packages are shared, the workspaces stay the older commit's own. */
export function linkPackages(root: string): void {
  const modules = join(root, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@quack') cpSync(join(ROOT, 'node_modules/@quack'), join(modules, name), VERBATIM)
    else if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  const ofServer = join(root, 'server/node_modules')
  rmSync(ofServer, { recursive: true, force: true })
  if (existsSync(join(ROOT, 'server/node_modules'))) symlinkSync(join(ROOT, 'server/node_modules'), ofServer)
}

const VERBATIM = { recursive: true, verbatimSymlinks: true }

export function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function tryGit(...args: string[]): string {
  try {
    return git(...args)
  } catch {
    return ''
  }
}
