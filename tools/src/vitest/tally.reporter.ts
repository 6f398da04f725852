import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from '@quack/testing/run'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'
import { type Failure, failure, NO_TESTS, notRun, type Tally, type TestPlace } from '../test-report.ts'

/** Writes a Tally to the file that VITEST_TALLY names. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly { message: string; stack?: string }[],
    reason: TestRunEndReason,
  ): void {
    const path = process.env.VITEST_TALLY
    if (path !== undefined) writeFileSync(path, JSON.stringify(tallyModules(modules, errors, reason)))
  }
}

function tallyModules(
  modules: readonly TestModule[],
  errors: readonly { message: string; stack?: string }[],
  reason: TestRunEndReason,
): Tally {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      name: `${nameOf(module)}: ${test.fullName}`,
      place: placeOf(module, test.fullName),
      result: test.result(),
    })),
  )
  const broken = modules.flatMap((module) =>
    module.state() === 'queued' || module.state() === 'pending'
      ? [failure(nameOf(module), 'did not finish')]
      : errorsOf(module),
  )
  const failed = tests.flatMap(({ name, place, result }) => {
    if (result.state === 'failed') {
      const [error] = result.errors
      return [failure(name, error?.stack ?? error?.message, place)]
    }
    return result.state === 'pending' ? [failure(name, 'did not finish')] : []
  })
  const failures = [
    ...errors.map(({ message, stack }) => failure('outside of any test', stack ?? message)),
    ...(reason === 'interrupted' ? [failure('the run', 'was interrupted')] : []),
    ...broken,
    ...failed,
  ]
  return {
    ...NO_TESTS,
    passed: tests.filter(({ result }) => result.state === 'passed').length,
    failed: failures.length,
    failures,
    notRun: tests.flatMap(({ name, result }) => (result.state === 'skipped' ? [notRun(name, result.note)] : [])),
    files: modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { name: nameOf(module), ms: collectDuration + setupDuration + duration }
    }),
  }
}

function nameOf(module: TestModule): string {
  return `[${module.project.name}] ${fileOf(module)}`
}

function fileOf(module: TestModule): string {
  return relative(ROOT, module.moduleId)
}

/** Null for the checks at the end: they are of what the other tests have recorded in this run. */
function placeOf(module: TestModule, title: string | null): TestPlace | null {
  if (module.project.name === 'answers') return null
  return { project: module.project.name, file: fileOf(module), title }
}

/** Failures outside of tests: of loading a file, or of a hook of the file or of a suite. */
function errorsOf(module: TestModule): Failure[] {
  const errors = [module, ...module.children.allSuites()].flatMap((place) => place.errors())
  // One for all: the file runs again as a whole.
  return errors.slice(0, 1).map(({ message }) => failure(nameOf(module), message, placeOf(module, null)))
}
