import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { listenForStop } from './stop-signals.ts'

/** Sends a process these signals. @returns what it did after each */
function send(env: Record<string, string>, ...signals: string[]): string[] {
  const process = Object.assign(new EventEmitter(), { env })
  const done: string[] = []
  listenForStop(process, {
    stop: (signal) => done.push(`stop on ${signal}`),
    stopAtOnce: (signal) => done.push(`stop at once on ${signal}`),
  })
  return signals.flatMap((signal) => {
    process.emit(signal)
    return done.splice(0).join() || 'nothing'
  })
}

test('a server that is asked to stop a second time stops at once', () => {
  expect(send({}, 'SIGTERM', 'SIGINT')).toEqual(['stop on SIGTERM', 'stop at once on SIGINT'])
})

test('a server that was started by npm takes the two signals of Ctrl-C for one', () => {
  const env = { npm_lifecycle_event: 'start' }
  const done = ['stop on SIGINT', 'nothing', 'stop at once on SIGINT']
  expect(send(env, 'SIGINT', 'SIGINT', 'SIGINT')).toEqual(done)
})
