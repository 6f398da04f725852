import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkOutOlder, git, linkPackages, type OlderCommit } from '@quack/testing/older-commit'
import { ROOT } from '@quack/testing/run'

/**
 * An installation of this release's server with the client of an earlier one. The server stays: to go back, its
 * operator restores a backup, and then browsers keep the newer client's data all the same.
 * @param commit '' for the last release, or without one, for the client before its last change
 * @throws NoOlderRelease
 */
export function buildOlderRelease(commit: string): OlderCommit {
  const older = checkOutOlder(commit, () => `${git('log', '-1', '--format=%H', '--', 'web/src', 'contract/src')}^`)
  const { root } = older
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
    for (const name of ['server', 'contract', 'package.json']) {
      rmSync(join(root, name), { recursive: true })
      cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
    }
    // Those of the server.
    linkPackages(root)
    return older
  } catch (error) {
    older.remove()
    throw error
  }
}
