import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseSearch } from '@quack/contract/rules/search/search-query'
import { createWordMatcher } from '@quack/contract/rules/search/word-matcher'
import { expect, test } from 'vitest'
import type { ComparedText } from './compare.ts'
import { filterByText, scoreTexts } from './compare-in-thread.ts'

const termsOf = (q: string) => parseSearch(q).parts.flatMap((part) => (part.kind === 'words' ? [part.term] : []))
const hiding = (viewer: number, ...phrases: string[]) => {
  const find = createWordMatcher(phrases.map((phrase) => ({ phrase })))
  return { viewer, phrases, hides: (text: string) => find(text) !== null }
}

const SAMPLES: readonly ComparedText[] = [
  { author_id: 1, content: 'A duck on the #pond', alt: '', media_type: '' },
  { author_id: 2, content: 'Goose and duck', alt: 'on the pond', media_type: 'image' },
  { author_id: 2, content: 'See https://a.example', alt: '', media_type: 'video' },
  { author_id: 3, content: '鸭子在池塘里', alt: 'duck duck', media_type: 'image' },
]
/** So many that a thread compares them. */
const MANY = Array.from({ length: 600 }, (_, index) => SAMPLES[index % SAMPLES.length] as ComparedText)

test.for([
  [{ terms: termsOf('duck') }, null],
  [{ terms: termsOf('"the pond" -goose') }, null],
  [{ terms: termsOf('池塘'), media: ['picture'] }, null],
  [{ media: ['link'] }, hiding(1, 'duck')],
  [{ tags: ['pond'] }, hiding(1, 'duck')],
  [{ tags: ['pond'] }, hiding(2, 'duck', 'goose')],
  [{}, hiding(2, '#pond')],
  [{}, null],
] as const)('the thread finds what is found without it: %#', async ([wanted, unwanted]) => {
  const few = await Promise.all(SAMPLES.map((text) => filterByText([text], wanted, unwanted)))
  const found = new Set(few.flat())
  expect(await filterByText(MANY, wanted, unwanted)).toEqual(MANY.filter((text) => found.has(text)))
})

test('the thread has the same scores', async () => {
  const terms = termsOf('duck pond')
  const few = new Map(
    await Promise.all(SAMPLES.map(async (text) => [text, (await scoreTexts([text], terms))[0]] as const)),
  )
  expect(await scoreTexts(MANY, terms)).toEqual(MANY.map((text) => few.get(text)))
})

test('long texts are compared while the event loop goes on', async () => {
  const texts = Array.from({ length: 40 }, () => ({ author_id: 1, content: '鸭'.repeat(5_000), alt: '' }))
  let isDone = false
  const found = filterByText(texts, { terms: termsOf('塘塘') }, null).finally(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await nextTurn()
  expect(turns).toBeGreaterThan(20)
  expect(await found).toEqual([])
})
