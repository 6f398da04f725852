import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'
import { moduleState, stateIn } from './member-state.ts'

/**
 * The state of modules of web/src/data that does not belong to the viewer. All other state is made by
 * `createMemberState` or `createMemberStore` (web/src/data/api/member-state.ts), so that the next member in a tab finds
 * nothing of it.
 */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  'who the viewer is': [
    'api/session.ts: current',
    'api/session.ts: ended',
    'api/session.ts: era',
    'api/member-state.ts: told',
    'api/member-state.ts: createMemberState era',
    'api/member-state.ts: createMemberState state',
  ],
  'what the browser and the page are, whoever uses them': [
    'api/check-server.ts: check',
    'api/connection.ts: connection',
    'api/connection.ts: probe',
    'code/load-code.ts: isOutdated',
    'languages/guess.ts: detector',
    'offline/database.ts: opened',
    'push/push-device.ts: permission',
  ],
  'code that the app provides or has loaded': [
    'api/confirmation.ts: ask',
    'api/copies.ts: store',
    'outbox/screens.ts: screens',
    'outbox/pending.ts: load',
    'sending/run-outbox.ts: isStarted',
  ],
  'marks of objects, which are gone with them': [
    'api/copies.ts: allowed',
    'api/copies.ts: times',
    'outbox/shown-taps.ts: known',
  ],
  'how a pass that sends goes on: a change of the session begins another one': [
    'sending/runner.ts: createBackOff failures',
    'sending/runner.ts: createBackOff due',
    'sending/runner.ts: createRunner running',
    'sending/runner.ts: createRunner isWoken',
    'sending/runner.ts: createRunner timer',
  ],
  'of several members, by what names them or their entry': [
    'drafts/draft-uploads.ts: gone',
    'drafts/drafts.ts: loaded',
    'drafts/drafts.ts: unstored',
    'offline/offline.ts: pages',
    'sending/lane.ts: createSender failures',
  ],
  'how this page writes copies of all members': [
    'offline/offline.ts: isWriting',
    'offline/offline.ts: isWriteDue',
    'offline/offline.ts: used',
  ],
}

test('what a page knows for its viewer is made by createMemberState, which forgets it with them', () => {
  expect(moduleState(join(ROOT, 'web/src/data')).sort()).toEqual(Object.values(ACCEPTED).flat().sort())
})

test.each([
  ['let at = 0', 'at'],
  ['export let at = 0', 'at'],
  ['const known = new Set<string>()', 'known'],
  ['const known: Map<string, string> = new Map()', 'known'],
  ['export const shown = createStore(0)', 'shown'],
  ['const all: string[] = []\nexport const add = (text: string) => all.push(text)', 'all'],
  ['const last = { id: 0 }\nexport function next() {\n  last.id += 1\n}', 'last'],
  ['const last = { id: 0 } as Last\nexport const clear = () => Object.assign(last, { id: 0 })', 'last'],
  ['export function createQueue() {\n  const runs = new Map()\n  return runs\n}', 'createQueue runs'],
])('state is seen: %s', (text, name) => {
  expect(stateIn('a.ts', text)).toEqual([`a.ts: ${name}`])
})

test.each([
  'const FINAL: ReadonlySet<number> = new Set([1])',
  'const PAUSE = { least: 1, most: 2 } as const',
  'const all: readonly string[] = []',
  'const known = createMemberState(() => new Set<string>())',
  'export function count() {\n  let sum = 0\n  sum += 1\n  return sum\n}',
])('what is none is not: %s', (text) => {
  expect(stateIn('a.ts', text)).toEqual([])
})
