import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, type EndpointName, ERRORS, type ErrorCode } from '@quack/contract'
import { describeUnless } from '@quack/testing/needs'
import { expect, inject, test } from 'vitest'
import type { ServerTests } from './server-tests.ts'

/** Runs after all other tests: every answer that the contract declares must have been seen by a test. */

interface SeenAnswer {
  readonly endpoint: EndpointName | null
  readonly status: number
  readonly code: ErrorCode | null
}

const directory = inject('answersDirectory')
const serverTests = inject('serverTests')

/** Why this run cannot show every answer on this engine; null if it can. */
function whyIncomplete(engine: keyof ServerTests): string | null {
  const files = linesOf(`${engine}.files`)
  if (!serverTests[engine].every((file) => files.includes(file))) return 'some files were not run'
  const skipped = linesOf(`${engine}.skipped`)
  return skipped.length === 0 ? null : `skipped: ${skipped.join(', ')}`
}

for (const engine of ['sqlite', 'postgres'] as const)
  describeUnless(whyIncomplete(engine), `every answer, on ${engine}`, () => {
    const seen = linesOf(`${engine}.jsonl`).map((line) => JSON.parse(line) as SeenAnswer)
    const declared = Object.entries(ENDPOINTS) as [EndpointName, (typeof ENDPOINTS)[EndpointName]][]

    test('each call has succeeded', () => {
      const missing = declared.filter(
        ([name]) => !seen.some((answer) => answer.endpoint === name && answer.code === null),
      )
      expect(missing.map(([name]) => name)).toEqual([])
    })

    test('each call has answered with every refusal that it declares, and with its code in a header', () => {
      const missing = declared.flatMap(([name, { errors }]) =>
        errors
          .filter((code) => !seen.some((answer) => answer.endpoint === name && answer.code === code))
          .map((code) => `${name}: ${code}`),
      )
      expect(missing).toEqual([])
    })

    test('each entry of the catalogue has been seen', () => {
      const codes = Object.keys(ERRORS).filter((code) => !seen.some((answer) => answer.code === code))
      expect(codes).toEqual([])
    })
  })

function linesOf(name: string): string[] {
  const file = join(directory, name)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
