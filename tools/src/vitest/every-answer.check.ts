import { ENDPOINTS, type EndpointName, ERRORS, type ErrorCode } from '@quack/contract'
import { describeUnless } from '@quack/testing/needs'
import { isLong } from '@quack/testing/tier'
import { expect, test } from 'vitest'
import { linesOf, whyIncomplete } from './recorded.ts'

/**
 * Runs after all other tests: every answer that `ENDPOINTS` declares must have been seen by a test. In the gate on
 * either engine, for most tests run on one; in the long tier on PostgreSQL, which alone runs nearly all tests there.
 */

interface SeenAnswer {
  readonly endpoint: EndpointName | null
  readonly status: number
  readonly code: ErrorCode | null
}

const reason = whyIncomplete('postgres') ?? (isLong ? null : whyIncomplete('sqlite'))

describeUnless(reason, isLong ? 'every answer, on postgres' : 'every answer, on either engine', () => {
  const seen = linesOf(isLong ? ['postgres.jsonl'] : ['postgres.jsonl', 'sqlite.jsonl']).map(
    (line) => JSON.parse(line) as SeenAnswer,
  )
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
