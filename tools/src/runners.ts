import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@quack/testing/run'
import {
  failedPlaces,
  mergeAgain,
  NO_TESTS,
  readTally,
  type Tally,
  type TestPlace,
  tallyPlaywright,
} from './test-report.ts'

/** A run of tests, and how to run those that failed again, one after the other. */
export interface TestRun {
  readonly tally: Tally
  again(): Promise<Tally>
}

type Environment = Readonly<Record<string, string>>

/** @param args say which tests run */
export async function runVitest(env: Environment, args: readonly string[]): Promise<TestRun> {
  const tally = await vitest(env, args)
  return {
    tally,
    again: () => runAgain(tally, (places) => vitest(env, ['--no-file-parallelism', ...selecting(places)])),
  }
}

export async function runPlaywright(env: Environment, config = 'e2e/playwright.config.ts'): Promise<TestRun> {
  const tally = await playwright(env, config)
  return { tally, again: () => runAgain(tally, () => playwright(env, config, ['--last-failed', '--workers=1'])) }
}

async function runAgain(tally: Tally, runPlaces: (places: readonly TestPlace[]) => Promise<Tally>): Promise<Tally> {
  const places = failedPlaces(tally)
  return places.length === 0 ? tally : mergeAgain(tally, await runPlaces(places))
}

function vitest(env: Environment, args: readonly string[]): Promise<Tally> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=./tools/src/vitest/tally.reporter.ts']
    const options = { isShown: true, env: { ...env, VITEST_TALLY: report } }
    const hasSucceeded = await run('vitest', ['run', ...reporters, ...args], options)
    return readTally(report, (tally) => ({ ...NO_TESTS, ...(tally as Tally) }), hasSucceeded)
  })
}

function playwright(env: Environment, config: string, args: readonly string[] = []): Promise<Tally> {
  return withReport(async (report) => {
    const options = { isShown: true, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } }
    const all = ['test', `--config=${config}`, '--reporter=list,json', ...args]
    return readTally(report, tallyPlaywright, await run('playwright', all, options))
  })
}

async function withReport(tests: (file: string) => Promise<Tally>): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'quack-report-'))
  try {
    return await tests(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Vitest's arguments that select these tests. */
function selecting(places: readonly TestPlace[]): string[] {
  const projects = new Set(places.map(({ project }) => project))
  const titles = places.flatMap(({ title }) => title ?? [])
  const pattern = titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  return [
    ...[...projects].map((project) => `--project=${project}`),
    // A whole file has no title to select it by, so all of each file runs.
    ...(titles.length === places.length ? [`--testNamePattern=^(${pattern})$`] : []),
    ...new Set(places.map(({ file }) => file)),
  ]
}
