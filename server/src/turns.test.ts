import { expect, test } from 'vitest'
import { filterInTurns } from './turns.ts'

test('much work at once takes turns, one piece in each turn of the event loop', async () => {
  let time = 0
  const looked: string[] = []
  const work = (name: string) =>
    filterInTurns(
      [1, 2, 3, 4, 5, 6],
      (number) => {
        time += 3
        looked.push(`${name}${number}`)
        return number % 2 === 0
      },
      () => time,
    )
  const all = Promise.all(['a', 'b', 'c'].map(work))
  const turns: string[] = []
  while (turns.length < 7) {
    turns.push(looked.splice(0).join(' '))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await all).toEqual([
    [2, 4, 6],
    [2, 4, 6],
    [2, 4, 6],
  ])
  expect(turns).toEqual(['a1 a2 b1 b2 c1 c2', 'a3 a4', 'b3 b4', 'c3 c4', 'a5 a6', 'b5 b6', 'c5 c6'])
})
