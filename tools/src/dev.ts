import { type ChildProcess, spawn } from 'node:child_process'
import { ROOT } from './run.ts'

/** `npm run dev`: the server, restarted on every change, and Vite in front of it. One ends, both end. */

const children = [
  start('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts']),
  start('vite', ['web', '--clearScreen', 'false']),
]
for (const child of children) child.once('exit', end)
// Ctrl-C reaches the children too: the terminal sends it to the whole group. These keep us until they have ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

function start(program: string, args: string[]): ChildProcess {
  return spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
}

function end(): void {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  }
}
