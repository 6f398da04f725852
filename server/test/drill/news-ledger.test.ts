import { describe, expect, test } from 'vitest'
import { NewsLedger } from './news-ledger.ts'

describe('the ledger of live news', () => {
  const later = () => performance.now() + 1

  test('finds watchers who did not receive a post of an author whom they follow', () => {
    const ledger = new NewsLedger([new Set([0, 1]), new Set([1])])
    ledger.posted(0, 'a')
    ledger.posted(1, 'b')
    ledger.told(0, ['a', 'b'])
    expect(ledger.isSettled(later())).toBe(false)
    expect(ledger.report(later())).toMatchObject({
      due: 3,
      missing: ['watcher 1 was not told of post b by 1'],
      repeated: [],
    })
  })

  test('finds posts that were delivered twice, acknowledged or not', () => {
    const ledger = new NewsLedger([new Set([0])])
    ledger.told(0, ['a'])
    ledger.posted(0, 'a')
    expect(ledger.isSettled(later())).toBe(true)
    ledger.told(0, ['a', 'unanswered'])
    ledger.told(0, ['unanswered'])
    const { missing, repeated } = ledger.report(later())
    expect(missing).toEqual([])
    expect(repeated).toEqual(['watcher 0 was told of post a twice', 'watcher 0 was told of post unanswered twice'])
  })

  test('a report covers only posts from before its end', () => {
    const ledger = new NewsLedger([new Set([0])])
    const end = performance.now() - 1
    ledger.posted(0, 'a')
    expect(ledger.report(end)).toMatchObject({ due: 0, missing: [] })
    expect(ledger.report(later()).missing).toHaveLength(1)
  })
})
