import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'

/** An installation of this release's server with the client of an earlier one. */
export interface OlderRelease {
  readonly commit: string
  readonly root: string
  remove(): void
}

/** Why it cannot be had. */
export class NoOlderRelease extends Error {
  override readonly name = 'NoOlderRelease'
}

/**
 * Builds the client of an earlier commit. The server stays: to go back, its operator restores a backup, and then browsers
 * keep the newer client's data all the same.
 * @param commit '' for the last release, or without one, for the client before its last change
 * @throws NoOlderRelease
 */
export function buildOlderRelease(commit: string): OlderRelease {
  const found = commit === '' ? findCommit() : resolve(commit)
  const root = mkdtempSync(join(tmpdir(), 'quack-older-'))
  const remove = () => {
    rmSync(root, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  try {
    addWorktree(root, found)
    const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
    const hasOwnPackages = lock(root) !== lock(ROOT)
    if (hasOwnPackages) installPackages(root)
    else linkPackages(root)
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
    // Those of the server.
    if (hasOwnPackages) linkPackages(root)
    for (const name of ['server', 'contract', 'package.json']) {
      rmSync(join(root, name), { recursive: true })
      cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
    }
    symlinkSync(join(ROOT, 'server/node_modules'), join(root, 'server/node_modules'))
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

function findCommit(): string {
  // The tag of the commit that is tested is no earlier release.
  const tag = tryGit('describe', '--tags', '--abbrev=0', 'HEAD^')
  if (tag) return resolve(tag)
  return resolve(`${git('log', '-1', '--format=%H', '--', 'web/src', 'contract/src')}^`)
}

function resolve(commit: string): string {
  const found = tryGit('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
  if (!found) throw new NoOlderRelease(`This clone does not have ${commit}: fetch its history (git fetch --unshallow).`)
  return found
}

/** What its client is built with. */
function installPackages(root: string): void {
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' })
  } catch (error) {
    throw new NoOlderRelease(`Its packages cannot be installed: ${error}`)
  }
}

/** Installed packages are shared, the workspaces are the older release's own. */
function linkPackages(root: string): void {
  const modules = join(root, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@quack') cpSync(join(ROOT, 'node_modules/@quack'), join(modules, name), VERBATIM)
    else if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
}

const VERBATIM = { recursive: true, verbatimSymlinks: true }

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function tryGit(...args: string[]): string {
  try {
    return git(...args)
  } catch {
    return ''
  }
}
