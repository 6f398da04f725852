import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { readAudit, runAudit } from './dependencies/audit.ts'
import { advisoryLines, dependencyLines, fillPage, findingOf, type Notes, pruneNotes } from './dependencies/pages.ts'
import { listShipped, readDirectDependencies, readLock } from './dependencies/shipped.ts'

/**
 * `npm run docs:dependencies` asks the registry for advisories, and writes docs/dependencies.md and docs/advisories.md from
 * the package.json files, package-lock.json and docs/dependencies.json. Reasons and look-ups are written into the JSON by
 * hand; it prints which are missing.
 */
export const NOTES = join(ROOT, 'docs/dependencies.json')
export const PAGES = { dependencies: join(ROOT, 'docs/dependencies.md'), advisories: join(ROOT, 'docs/advisories.md') }

async function main(): Promise<void> {
  const [lock, direct] = [readLock(), readDirectDependencies()]
  const shipped = listShipped(lock)
  const audit = readAudit(await runAudit(), lock, new Date().toISOString().slice(0, 10))
  const notes = pruneNotes({ ...(JSON.parse(readFileSync(NOTES, 'utf8')) as Notes), audit }, direct, shipped)
  writeFileSync(NOTES, `${JSON.stringify(notes, null, 2)}\n`)
  write(PAGES.dependencies, dependencyLines(direct, shipped, notes))
  write(PAGES.advisories, advisoryLines(shipped, notes))

  if ('refusal' in audit) console.log(`The registry did not answer the audit (${audit.refusal}).`)
  for (const { name } of direct) if (!(name in notes.reasons)) console.log(`No reason: ${name}`)
  for (const each of shipped)
    if (findingOf(each, notes) === null) console.log(`Not checked: ${each.name} ${each.version}`)
}

function write(page: string, lines: readonly string[]): void {
  writeFileSync(page, fillPage(readFileSync(page, 'utf8'), lines))
}

if (import.meta.main) await main()
