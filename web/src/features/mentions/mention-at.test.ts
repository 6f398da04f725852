import { describe, expect, it } from 'vitest'
import { mentionAt } from './mention-at.ts'

/** The caret is at the bar. */
function at(marked: string) {
  const caret = marked.indexOf('|')
  return mentionAt(marked.replace('|', ''), caret)
}

describe('the mention that is being typed', () => {
  it('is the name before the caret', () => {
    expect(at('@an|')).toEqual({ start: 0, name: 'an' })
    expect(at('Hello @Ann.l|, bye')).toEqual({ start: 6, name: 'Ann.l' })
    expect(at('(@a|)')).toEqual({ start: 1, name: 'a' })
  })

  it('has at least one character after the @', () => {
    expect(at('@|')).toBeNull()
    expect(at('|@ann')).toBeNull()
  })

  it('begins at the start of a word', () => {
    expect(at('mail ann@exam|')).toBeNull()
    expect(at('@@an|')).toBeNull()
    expect(at('https://x.example/@an|')).toBeNull()
  })

  it('ends with the name', () => {
    expect(at('@ann |')).toBeNull()
    expect(at('@ann.|')).toBeNull()
    expect(at('@ann, |')).toBeNull()
  })

  it('is nothing while the caret is within a word', () => {
    expect(at('@a|nn')).toBeNull()
    expect(at('@an|ß')).toBeNull()
  })

  it('is nothing for a name that is too long', () => {
    expect(at(`@${'a'.repeat(30)}|`)).toEqual({ start: 0, name: 'a'.repeat(30) })
    expect(at(`@${'a'.repeat(31)}|`)).toBeNull()
  })
})
