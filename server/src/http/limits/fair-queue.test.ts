import { describe, expect, test } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

describe('jobs that wait', () => {
  /** Adds jobs in this order. The first letter of a job is its owner. */
  function fill(queue: FairQueue<string, string>, ...jobs: string[]): (string | null)[] {
    return jobs.map((job) => queue.add(job.slice(0, 1), job))
  }
  function takeAll(queue: FairQueue<string, string>): string[] {
    const taken: string[] = []
    for (let job = queue.take(); job !== null; job = queue.take()) taken.push(job)
    return taken
  }

  test('of one owner are served in order', () => {
    const queue = createFairQueue<string, string>(10)
    fill(queue, 'a1', 'a2', 'a3')
    expect(takeAll(queue)).toEqual(['a1', 'a2', 'a3'])
    expect(queue.take()).toBeNull()
  })

  test('of several owners are served alternately, in any order of arrival', () => {
    const queue = createFairQueue<string, string>(10)
    fill(queue, 'a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('do not wait for an owner who has been served in this round', () => {
    const queue = createFairQueue<string, string>(10)
    fill(queue, 'a1', 'a2', 'a3')
    expect(queue.take()).toBe('a1')
    fill(queue, 'b1')
    expect(takeAll(queue)).toEqual(['b1', 'a2', 'a3'])
  })

  test('are served even if other owners add jobs without pause', () => {
    const queue = createFairQueue<string, string>(10)
    fill(queue, 'a1', 'a2')
    const taken: (string | null)[] = []
    for (let round = 1; round <= 4; round++) {
      fill(queue, `b${round}`, `c${round}`)
      taken.push(queue.take(), queue.take())
    }
    expect(taken.indexOf('a2')).toBeLessThanOrEqual(4)
  })

  test('do not get extra turns because their owner paused', () => {
    const queue = createFairQueue<string, string>(10)
    fill(queue, 'a1', 'a2', 'a3')
    takeAll(queue)
    fill(queue, 'a4', 'b1', 'b2', 'b3')
    expect(takeAll(queue)).toEqual(['b1', 'a4', 'b2', 'b3'])
  })

  test('are dropped when the queue is full, first those of the owner with the most', () => {
    const queue = createFairQueue<string, string>(3)
    expect(fill(queue, 'a1', 'a2', 'a3')).toEqual([null, null, null])
    expect(queue.isFullFor('a')).toBe(true)
    expect(queue.isFullFor('b')).toBe(false)
    expect(fill(queue, 'a4', 'b1', 'b2', 'c1')).toEqual(['a4', 'a3', 'b2', 'a2'])
    expect(['a', 'b', 'c', 'd'].map((owner) => queue.isFullFor(owner))).toEqual([true, true, true, true])
    expect(queue.clear()).toEqual(['a1', 'b1', 'c1'])
    expect(queue.take()).toBeNull()
  })
})
