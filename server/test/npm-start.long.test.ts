import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '@quack/testing/run'
import { bareEnvironment } from '@quack/testing/server-process'
import { expect } from 'vitest'
import { test } from './process-fixtures.ts'

test.for([
  ['npm alone gets SIGTERM', 'SIGTERM', (npm: number) => npm],
  ['npm alone gets SIGINT', 'SIGINT', (npm: number) => npm],
  // As a terminal sends it.
  ['all processes get SIGINT', 'SIGINT', (npm: number) => -npm],
] as const)(
  'a server that was started by npm stops properly when %s',
  async ([_, signal, receiver], { installation, onTestFinished }) => {
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...bareEnvironment(), DEMO: 'off', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...installation.env },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A process group, so that nothing stays if the test fails.
      detached: true,
    })
    onTestFinished(() => {
      try {
        process.kill(-Number(npm.pid), 'SIGKILL')
      } catch {
        // All have ended.
      }
    })
    let output = ''
    for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk
      if (output.includes('Quack is ready')) break
    }
    npm.stdout.on('data', (chunk) => {
      output += chunk
    })
    process.kill(receiver(Number(npm.pid)), signal)
    const closed = once(npm, 'close')
    expect(await once(npm, 'exit')).toEqual([0, null])
    // The output closes with the server's end.
    await closed
    expect(output).toContain(`stopping on ${signal}`)
    expect(output).toContain('"stopped"')
  },
)
