import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'

const FEATURES = join(ROOT, 'server/src/features')

/** Prepared statements that read members whose accounts may be deleted, and why they may. */
const REASONS: Readonly<Record<string, string>> = {
  startOf: "the viewer's own row",
  hiddenOf: "the viewer's own row",
  byUsername: 'a deleted account has no name',
  hasStaff: 'whether there is any, and shows none',
  lockedRecipient: 'a lock',
  putBackOff: 'to keep the row of a member who is being removed from being made',
  earlierMember: 'the index of searches; a search asks for isVisible',
  trending: 'counts members, and shows none',
  lockedMembers: 'a lock',
  visibilityAmong: 'a lock',
}

test('prepared statements that read members ask whether they are visible', () => {
  const asking = /isVisible|unseenBy|deleted_at/
  const files = globSync('**/*.queries.ts', { cwd: FEATURES })
  const statements = files.flatMap((file) =>
    readFileSync(join(FEATURES, file), 'utf8')
      .split(/^(?=(?:export )?(?:const|function|async function) )/m)
      .filter((text) => text.includes('prepared('))
      .filter((text) => /(?:selectFrom|Join)\(\s*'members|\b(?:from|join) members\b/.test(text)),
  )
  expect(statements.length).toBeGreaterThan(15)
  const unasked = statements.filter((text) => !asking.test(text))
  expect(unasked.map((text) => /(?:const|function) (\w+)/.exec(text)?.[1]).sort()).toEqual(Object.keys(REASONS).sort())
})
