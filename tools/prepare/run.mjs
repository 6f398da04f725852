import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { projectNode } from './packages.mjs'
import { MODULES, ROOT } from './repository.mjs'

/** Runs a file on the project's Node and waits for it. Ends this process when it fails. */
export function runToEnd(args) {
  const { status } = spawnSync(projectNode(), args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Becomes a script on the project's Node: the same process, so that signals and the exit code are the script's own.
 * Node before 22.15 cannot do that; there, the script is a child.
 * @param script a file of the repository, or a program of node_modules/.bin
 */
export function become(script, args) {
  const node = projectNode()
  const file = script.includes('/') ? resolve(ROOT, script) : join(MODULES, '.bin', script)
  process.chdir(ROOT)
  process.execve?.(node, [node, file, ...args], process.env)
  runAsChild(node, [file, ...args])
}

function runAsChild(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends these two to the child as well.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}
