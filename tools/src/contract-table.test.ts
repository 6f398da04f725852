import { readFileSync } from 'node:fs'
import { ENDPOINTS, ERRORS } from '@quack/contract'
import { expect, test } from 'vitest'
import { CONTRACT_PAGE, contractPage } from './contract-table.ts'

test('docs/contract.md matches the contract; `npm run docs:contract` writes it', () => {
  expect(readFileSync(CONTRACT_PAGE, 'utf8')).toBe(contractPage())
})

test('it has a row for every call and every refusal', () => {
  const rows = contractPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows).toHaveLength(Object.keys(ENDPOINTS).length + Object.keys(ERRORS).length)
})
