import { expect, it } from 'vitest'
import { excerptOf, wantedWords } from './found-marks.ts'

function shown(alt: string, content: string, q: string): string | null {
  const excerpt = excerptOf(alt, content, wantedWords(q))
  if (!excerpt) return null
  let text = ''
  let at = 0
  for (const { start, end } of excerpt.marks) {
    text += `${excerpt.text.slice(at, start)}[${excerpt.text.slice(start, end)}]`
    at = end
  }
  return text + excerpt.text.slice(at)
}

it('a description is shown if it has words that the text does not have', () => {
  expect(shown('A red kite', 'Look', 'kite')).toBe('A red [kite]')
  expect(shown('A red kite', 'A red balloon', 'red kite')).toBe('A red [kite]')
  expect(shown('A red kite', 'The kite', 'kite')).toBeNull()
  expect(shown('A red kite', 'The kite', 'has:picture -red')).toBeNull()
  expect(shown('', 'The kite', 'balloon')).toBeNull()
  expect(shown('湖の上の凧', '', '上の')).toBe('湖の[上の]凧')
})

it('a long description begins shortly before its first match, with a whole word', () => {
  const before = 'Many words of a very long description that say nothing about the '
  expect(shown(`${before}kite and its kite string`, '', 'kite')).toBe(
    '…description that say nothing about the [kite] and its [kite] string',
  )
  expect(shown(`${'x'.repeat(90)} kite`, '', 'kite')).toBe('…[kite]')
  expect(shown(`${'湖'.repeat(90)}凧`, '', '凧')).toBe('…[凧]')
})
