import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from '@quack/testing/run'

/** Of tsconfig.json in a workspace, as far as it is used here. */
interface TypeSettings {
  readonly extends: string
  readonly include: readonly string[]
}

/** Checks format, lint and types of the whole repository. @returns the names of the checks that failed */
export async function check(): Promise<string[]> {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] }
  const typed = workspaces.filter((name) => existsSync(join(ROOT, name, 'tsconfig.json')))
  const format = { name: 'format and lint', run: () => run('biome', ['check', '--error-on-warnings']) }
  const types = groupTyped(typed).map((names) => ({
    name: `types of ${names.join(', ')}`,
    // One checker for each program: the four that are the default check the same types again, in twice the CPU time.
    run: () => run('tsc', ['-p', programOf(names), '--checkers', '1']),
  }))
  return (await Promise.all([format, ...types].map(runCheck))).flat()
}

/** @returns its name if it failed */
async function runCheck({ name, run }: { name: string; run: () => Promise<boolean> }): Promise<string[]> {
  const isGood = await run()
  console.log(`${isGood ? '✓' : '✗'} ${name}`)
  return isGood ? [] : [name]
}

/**
 * Workspaces with the same settings are checked as one program: otherwise each would check what it imports once more.
 */
function groupTyped(names: readonly string[]): string[][] {
  return [...Map.groupBy(names, (name) => JSON.stringify({ ...settingsOf(name), include: [] })).values()]
}

/** @returns the tsconfig.json of these workspaces together */
function programOf([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first
  const names = [first, ...others]
  const folder = join(ROOT, 'node_modules', '.cache', 'quack')
  const file = join(folder, `types-of-${names.join('-')}.json`)
  const settings = {
    ...settingsOf(first),
    extends: join(ROOT, first, settingsOf(first).extends),
    include: names.flatMap((name) => settingsOf(name).include.map((path) => join(ROOT, name, path))),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(settings))
  return file
}

function settingsOf(workspace: string): TypeSettings {
  return JSON.parse(readFileSync(join(ROOT, workspace, 'tsconfig.json'), 'utf8')) as TypeSettings
}

if (import.meta.main && (await check()).length > 0) process.exitCode = 1
