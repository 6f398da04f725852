import { expect, test } from 'vitest'
import { type Budget, type Cost, exceeded } from './exceeded.ts'

const cost: Cost = { bytes: 100, statements: 3, times: 1.5, hold: 20 }
const budget: Budget = {
  bytes: 100,
  hold: 20,
  sqlite: { statements: 3, times: 1.5 },
  postgres: { statements: 4, times: 1 },
}
const problems = (costs: Record<string, Cost>, engine: 'sqlite' | 'postgres' = 'sqlite') =>
  exceeded(new Map(Object.entries(costs)), new Map([['GET posts', budget]]), engine)

test('a call that costs as much as its budget is within it', () => {
  expect(problems({ 'GET posts': cost })).toEqual([])
})

test.each([
  [{ bytes: 101 }, 'GET posts: 101 bytes, 100 allowed'],
  [{ statements: 4 }, 'GET posts: 4 statements, 3 allowed'],
  [{ times: 1.51 }, 'GET posts: 1.51 times the reference read, 1.5 allowed'],
  [{ hold: 20.1 }, 'GET posts: holds the event loop for 20.1 ms, 20 allowed'],
])('a call with %o exceeds its budget', (more, problem) => {
  expect(problems({ 'GET posts': { ...cost, ...more } })).toEqual([problem])
})

test('each engine has its own statements and times', () => {
  expect(problems({ 'GET posts': { ...cost, statements: 4 } }, 'postgres')).toEqual([
    'GET posts: 1.50 times the reference read, 1 allowed',
  ])
})

test('a call without a budget is a problem, and so is a budget without its call', () => {
  expect(problems({ 'GET users': cost })).toEqual(['GET users: no budget', 'GET posts: not measured'])
})

test('a deep page has the budget of its list, or one of its own', () => {
  const dear = { ...cost, statements: 4 }
  expect(problems({ 'GET posts': cost, 'GET posts, deep': cost })).toEqual([])
  expect(problems({ 'GET posts': cost, 'GET posts, deep': dear })).toEqual(['GET posts, deep: 4 statements, 3 allowed'])
  const own = new Map([
    ['GET posts', budget],
    ['GET posts, deep', { ...budget, sqlite: { statements: 4, times: 2 } }],
  ])
  expect(exceeded(new Map([['GET posts', cost]]), own, 'sqlite')).toEqual([])
  expect(
    exceeded(
      new Map([
        ['GET posts', cost],
        ['GET posts, deep', dear],
      ]),
      own,
      'sqlite',
    ),
  ).toEqual([])
})
