import { createWordMatcher } from '@quack/contract/rules/search/word-matcher'
import { letRequestsGoFirst, serve } from '../threads/serve.ts'
import { scoreOf } from './best-match.ts'
import { doesMatch, textsOf } from './compare.ts'
import type { Answer, Question } from './compare-in-thread.ts'

/** The thread of compare-in-thread.ts. */

letRequestsGoFirst(15)

/** The last one: the texts of one read come in several messages. */
let compiled = { key: '[]', hides: (_: string) => false }

function hidesOf(phrases: readonly string[]): (text: string) => boolean {
  const key = JSON.stringify(phrases)
  if (key === compiled.key) return compiled.hides
  const find = createWordMatcher(phrases.map((phrase) => ({ phrase })))
  compiled = { key, hides: (text) => find(text) !== null }
  return compiled.hides
}

function answer(question: Question): Answer {
  const texts = textsOf(question.texts)
  if (question.kind === 'score') return texts.map((text) => scoreOf(text, question.terms))
  const { wanted, unwanted } = question
  const hides = hidesOf(unwanted?.phrases ?? [])
  return texts.map((text) => Number(doesMatch(text, wanted, unwanted?.viewer ?? null, hides)))
}

serve(answer)
