import { describe, expect, it } from 'vitest'
import { wantedFor, wordAt } from './completions.ts'

/** The caret is at the bar. */
function at(marked: string) {
  const caret = marked.indexOf('|')
  return wordAt(marked.replace('|', ''), caret)
}

const textsFor = (word: string) => wantedFor(word).completions.map(({ text }) => text)

describe('the word that is being typed', () => {
  it('ends at the caret', () => {
    expect(at('fr|')).toEqual({ start: 0, text: 'fr' })
    expect(at('duck fr| goose')).toEqual({ start: 5, text: 'fr' })
    expect(at('"two ducks" in:|')).toEqual({ start: 12, text: 'in:' })
  })

  it('is nothing after a space, within a word and within a phrase', () => {
    expect(at('|')).toBeNull()
    expect(at('duck |')).toBeNull()
    expect(at('fr|om')).toBeNull()
    expect(at('"two fr|')).toBeNull()
  })
})

describe('completions', () => {
  it('are operators that begin like the word, from two letters on', () => {
    expect(textsFor('fr')).toEqual(['from:'])
    expect(textsFor('BE')).toEqual(['before:'])
    expect(textsFor('f')).toEqual([])
    expect(textsFor('frog')).toEqual([])
  })

  it('are the values of an operator that begin like what is typed, with a space to go on', () => {
    expect(textsFor('has:')).toEqual(['has:picture ', 'has:video ', 'has:link ', 'has:poll '])
    expect(textsFor('In:B')).toEqual(['in:bookmarks '])
    expect(textsFor('has:nothing')).toEqual([])
    expect(textsFor('before:20')).toEqual([])
    expect(textsFor('lang:deu')).toEqual(['lang:de '])
    expect(textsFor('lang:Japan')).toEqual(['lang:ja '])
    expect(textsFor('lang:')).toHaveLength(6)
    expect(textsFor('lang:').at(-1)).toBe('lang:* ')
  })

  it('are members and hashtags, for which the server is asked', () => {
    expect(wantedFor('from:@An')).toMatchObject({ names: { kind: 'people', beginning: 'An' }, completions: [] })
    expect(wantedFor('from:m').completions).toMatchObject([{ text: 'from:me ' }])
    expect(wantedFor('tag:#du').names).toEqual({ kind: 'tags', beginning: 'du' })
    expect(wantedFor('constructor:du').names).toBeNull()
  })
})
