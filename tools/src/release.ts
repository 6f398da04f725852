import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { findReleaseProblems } from './release-problems.ts'

/** `npm run release` says whether this commit can be released. It changes nothing. Exit code 1 if it cannot. */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const versionOf = (path: string) => (JSON.parse(read(path)) as { version: string }).version
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The commit; '' for none. */
const lastChangeOf = (...paths: string[]) => git('log', '-1', '--format=%H', '--', ...paths)
const MIGRATIONS = 'server/src/database/migrations/[0-9]*.ts'

const version = versionOf('package.json')
const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
const tag = `v${version}`
const problems = findReleaseProblems({
  version,
  workspaces: new Map(workspaces.map((name) => [name, versionOf(`${name}/package.json`)])),
  locked: versionOf('package-lock.json'),
  changelog: read('CHANGELOG.md'),
  tagged: git('tag', '--list', tag) === '' ? null : git('rev-list', '-n', '1', tag),
  commit: git('rev-parse', 'HEAD'),
  undumped: ['sqlite', 'postgres'].filter((engine) => {
    const dump = `server/test/releases/${version}/${engine}`
    return lastChangeOf(dump) === '' || lastChangeOf(dump) !== lastChangeOf(dump, MIGRATIONS)
  }),
  isClean: git('status', '--porcelain') === '',
})
for (const problem of problems) console.error(`- ${problem}`)
if (problems.length === 0) console.log(`${version} can be released: \`git tag ${tag}\`, and publish the tag.`)
process.exitCode = problems.length === 0 ? 0 : 1
