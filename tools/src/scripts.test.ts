import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cells } from './proofs.ts'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
// With `exec`, npm's shell becomes the script. A shell that stays ends at a signal without passing it on.
const PREPARED = /^exec node tools\/prepare\.mjs ([\w-]+) (\S+)/

describe('the scripts of package.json', () => {
  test('prepare what they need, so that each works in a fresh clone', () => {
    expect(Object.entries(scripts).filter(([, command]) => !PREPARED.test(command))).toEqual([])
  })

  test('run files that exist', () => {
    const files = Object.values(scripts).flatMap((command) => PREPARED.exec(command)?.[2] ?? [])
    expect(files.filter((file) => file.includes('/') && !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('each have one row in CONTRIBUTING.md, with a sentence', () => {
    const section = /\n## Scripts\n([\s\S]*?)\n## /.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'))?.[1] ?? ''
    const rows = section
      .split('\n')
      .map((line) => ({ name: /^\| `npm (?:run )?([\w:-]+)`/.exec(line)?.[1], sentence: cells(line)[1] ?? '' }))
      .filter(({ name }) => name !== undefined)
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(scripts).sort())
    expect(rows.filter(({ sentence }) => sentence.length < 20)).toEqual([])
  })
})

describe('a signal to npm alone', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quack-npm-'))
    const start = scripts.start?.replace(/tools\/prepare.*/, 'script.mjs')
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
    // It also ends with its input, which the test closes in any case.
    writeFileSync(
      join(folder, 'script.mjs'),
      `process.stdin.resume().on('end', () => process.exit(5))
      for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(4))
      console.log('ready')`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['SIGTERM', 'SIGINT'] as const)('reaches the script: %s', async (signal) => {
    const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      await once(npm.stdout, 'data')
      npm.kill(signal)
      expect(await once(npm, 'exit')).toEqual([4, null])
    } finally {
      npm.stdin.end()
    }
  })
})

describe.each([
  ['replaces its process', []],
  // Node before 22.15 has no such call.
  ['has a child, where the process cannot be replaced', ['--import', 'data:text/javascript,process.execve=undefined']],
])('the runner of scripts %s', (_, flags) => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quack-script-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function start(source: string, ...args: string[]) {
    const script = join(folder, 'script.mjs')
    writeFileSync(script, source)
    const runner = `import { become } from ${JSON.stringify(join(ROOT, 'tools/prepare/run.mjs'))}; become(...JSON.parse(process.argv[1]))`
    const call = [...flags, '--input-type=module', '--eval', runner, JSON.stringify([script, args])]
    return spawn(process.execPath, call, { stdio: ['ignore', 'pipe', 'inherit'] })
  }

  test('and gives the script its arguments, output and exit code', async () => {
    const child = start(
      'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3',
      '--one',
      'two words',
    )
    const [[output], [code]] = await Promise.all([once(child.stdout, 'data'), once(child, 'close')])
    expect(JSON.parse(String(output))).toEqual(['--one', 'two words'])
    expect(code).toBe(3)
  })

  test('and lets a signal reach the script, which decides how it ends', async () => {
    const child = start(`
      setInterval(() => undefined, 1_000)
      process.on('SIGTERM', () => process.exit(4))
      console.log('ready')`)
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([4, null])
  })
})
