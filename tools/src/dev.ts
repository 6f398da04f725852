import { type ChildProcess, spawn } from 'node:child_process'
import { ROOT } from '@quack/testing/run'

/** `npm run dev`: the server, restarted on every change, and Vite in front of it. When one ends, so does the other. */

const children = [
  start('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts']),
  start('vite', ['web', '--clearScreen', 'false']),
]
for (const child of children) child.once('exit', end)
// The terminal sends Ctrl-C to the children too. With these listeners, this process ends after them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

function start(program: string, args: string[]): ChildProcess {
  return spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
}

function end(): void {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  }
}
