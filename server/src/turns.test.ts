import { afterEach, expect, test } from 'vitest'
import { filterInTurns } from './turns.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

afterEach(nextTurn)

test('much work at once takes turns, one piece in each turn of the event loop', async () => {
  let time = 0
  const looked: string[] = []
  const work = (name: string) =>
    filterInTurns(
      [1, 2, 3, 4, 5, 6],
      (number) => {
        time += 1
        looked.push(`${name}${number}`)
        return number % 2 === 0
      },
      () => time,
    )
  const all = Promise.all(['a', 'b', 'c'].map(work))
  const turns: string[] = []
  while (turns.length < 9) {
    turns.push(looked.splice(0).join(' '))
    await nextTurn()
  }
  expect(await all).toEqual([
    [2, 4, 6],
    [2, 4, 6],
    [2, 4, 6],
  ])
  expect(turns).toEqual(['a1 a2', 'a3 a4', 'b1 b2', 'c1 c2', 'a5 a6', 'b3 b4', 'c3 c4', 'b5 b6', 'c5 c6'])
})
