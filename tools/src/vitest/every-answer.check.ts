import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, type EndpointName, ERRORS, type ErrorCode } from '@quack/contract'
import { describe, expect, inject, test } from 'vitest'

/** Runs after all the others: what the contract declares and no test has seen is not proven. */

interface SeenAnswer {
  readonly endpoint: EndpointName | null
  readonly status: number
  readonly code: ErrorCode | null
}

const directory = inject('answersDirectory')
const serverTests = inject('serverTests')

describe.each(['sqlite', 'postgres'])('every answer of the contract, on %s', (engine) => {
  // A run of some files alone proves something else.
  const hasRunWhole = serverTests.every((file) => linesOf(`${engine}.files`).includes(file))
  const seen = linesOf(`${engine}.jsonl`).map((line) => JSON.parse(line) as SeenAnswer)
  const declared = Object.entries(ENDPOINTS) as [EndpointName, (typeof ENDPOINTS)[EndpointName]][]

  test.runIf(hasRunWhole)('each call has succeeded', () => {
    const missing = declared.filter(
      ([name]) => !seen.some((answer) => answer.endpoint === name && answer.code === null),
    )
    expect(missing.map(([name]) => name)).toEqual([])
  })

  test.runIf(hasRunWhole)('each call has given every refusal that it declares', () => {
    const missing = declared.flatMap(([name, { errors }]) =>
      errors
        .filter((code) => !seen.some((answer) => answer.endpoint === name && answer.code === code))
        .map((code) => `${name}: ${code}`),
    )
    expect(missing).toEqual([])
  })

  test.runIf(hasRunWhole)('each entry of the catalogue has been given', () => {
    const codes = Object.keys(ERRORS).filter((code) => !seen.some((answer) => answer.code === code))
    expect(codes).toEqual([])
  })
})

function linesOf(name: string): string[] {
  const file = join(directory, name)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
