import { describe, expect, it } from 'vitest'
import { narrow, type Option, optionsFor, readTyped } from './options.ts'

const NOTHING = { people: [], tags: [] }
const person = (username: string, firstName: string, lastName: string) => ({
  username,
  firstName,
  lastName,
  avatarURL: '',
})
const FOUND = {
  people: [person('ann.lee', 'Ann', 'Lee'), person('goro', 'Görö', 'Annan')],
  tags: [{ key: 'annual', name: 'Annual', postsCount: 1 }],
}

const asked = (text: string, caret = text.length) => readTyped(text, caret).asked
const keysFor = (text: string, recent: string[] = [], found = FOUND) =>
  optionsFor(readTyped(text, text.length), recent, found).map((option: Option) => option.insert ?? option.key)

describe('what suggestions are asked for', () => {
  it('is the text, if it may be a name or a hashtag', () => {
    expect(asked(' ann lee ')).toBe('ann lee')
    expect(asked('#du')).toBe('#du')
    expect(asked('東京')).toBe('東京')
  })

  it('is what completes an operator', () => {
    expect(asked('duck from:@an')).toBe('an')
    expect(asked('tag:#du')).toBe('du')
  })

  it('is nothing for an empty text, operators and excluded words', () => {
    for (const text of ['', '  ', '…', 'from:', 'from:ann ', 'has:pic', 'duck has:link', 'duck -goose']) {
      expect(asked(text), text).toBe('')
    }
  })
})

describe('the options', () => {
  it('are recent searches for an empty text', () => {
    expect(keysFor(' ', ['two', 'one'], NOTHING)).toEqual(['recent two', 'recent one'])
    expect(keysFor('', [], NOTHING)).toEqual([])
  })

  it('begin with the search for what is typed, then recent searches that begin with it, members and hashtags', () => {
    expect(keysFor('an', ['Ant', 'ants', 'an', 'and', 'any', 'goose'])).toEqual([
      'search',
      ...['recent Ant', 'recent ants', 'recent and'],
      ...['@ann.lee', '@goro', '#annual'],
    ])
  })

  it('complete an operator with what it takes', () => {
    expect(keysFor('duck from:an')).toEqual(['search', 'from:ann.lee ', 'from:goro '])
    expect(keysFor('tag:an')).toEqual(['search', 'tag:Annual '])
    expect(keysFor('duck in:l', [], NOTHING)).toEqual(['search', 'in:likes '])
  })
})

describe('an answer for other letters', () => {
  it('is narrowed to what fits the letters that are typed', () => {
    const names = (text: string) => {
      const { people, tags } = narrow(FOUND, text)
      return [...people.map(({ username }) => username), ...tags.map(({ key }) => key)]
    }
    expect(names('ann')).toEqual(['ann.lee', 'goro', 'annual'])
    expect(names('GORO an')).toEqual(['goro'])
    expect(names('annx')).toEqual([])
    expect(names('')).toEqual([])
  })
})
