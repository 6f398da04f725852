import { expect, test } from 'vitest'
import { findReleaseProblems, type Release } from './release-problems.ts'

const RELEASE: Release = {
  version: '0.2.0',
  workspaces: new Map([
    ['web', '0.2.0'],
    ['server', '0.2.0'],
  ]),
  locked: '0.2.0',
  changelog: '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- Ducks.\n\n## [0.1.0] - 2026-11-28\n',
  tagged: null,
  commit: 'abc',
  undumped: [],
  isClean: true,
}

test('nothing speaks against a release whose heading, versions and tag agree', () => {
  expect(findReleaseProblems(RELEASE)).toEqual([])
  expect(findReleaseProblems({ ...RELEASE, tagged: 'abc' })).toEqual([])
})

test.each<[string, Partial<Release>, string]>([
  ['a change that is not committed', { isClean: false }, 'There are changes that are not committed.'],
  ['a workspace', { workspaces: new Map([['web', '0.1.0']]) }, 'web has the version 0.1.0, package.json 0.2.0.'],
  ['the lock file', { locked: '0.1.0' }, 'package-lock.json has the version 0.1.0, package.json 0.2.0.'],
  [
    'a dump that is missing',
    { undumped: ['sqlite'] },
    'There is no dump of 0.2.0 for sqlite since the last migration: npm run release:dump.',
  ],
  ['a tag of another commit', { tagged: 'def' }, 'The tag v0.2.0 names another commit.'],
  [
    'a heading without a date',
    { changelog: RELEASE.changelog.replace(' - 2026-12-01', '') },
    'CHANGELOG.md has no heading "## [0.2.0] - YYYY-MM-DD".',
  ],
  [
    'an entry of no release',
    { changelog: RELEASE.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- Geese.\n') },
    'CHANGELOG.md has entries under "Unreleased".',
  ],
])('%s speaks against it', (_, change, problem) => {
  expect(findReleaseProblems({ ...RELEASE, ...change })).toEqual([problem])
})
