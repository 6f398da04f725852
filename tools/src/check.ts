import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from '@quack/testing/run'

/** Checks format, lint and types of the whole repository. @returns the names of the checks that failed */
export async function check(): Promise<string[]> {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] }
  const typed = workspaces.filter((name) => existsSync(join(ROOT, name, 'tsconfig.json')))
  const checks = [
    { name: 'format and lint', run: () => run('biome', ['check', '--error-on-warnings']) },
    ...typed.map((name) => ({ name: `types of ${name}`, run: () => run('tsc', ['-p', name]) })),
  ]
  const failed: string[] = []
  for (const { name, run } of checks) {
    const isGood = await run()
    console.log(`${isGood ? '✓' : '✗'} ${name}`)
    if (!isGood) failed.push(name)
  }
  return failed
}

if (import.meta.main && (await check()).length > 0) process.exitCode = 1
