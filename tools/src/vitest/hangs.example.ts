import { test as base, expect } from 'vitest'

/** The test file that hangs.test.ts runs. */

const test = base
  .extend('never', { scope: 'file' }, () => () => new Promise<never>(() => undefined))
  .extend('ofFile', { scope: 'file' }, ({ never }, { onCleanup }) => {
    onCleanup(never)
    return 'file'
  })
  .extend('ofTest', ({ ofFile, never }, { onCleanup }) => {
    onCleanup(never)
    return `test in a ${ofFile}`
  })

test('whose fixtures do not end', ({ ofTest }) => {
  expect(ofTest).toBe('test in a file')
})

test('after it', () => undefined)
