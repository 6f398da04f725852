import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf } from '../../../test/local-storage.ts'
import { signIn, signOut } from '../api/session.ts'
import { guessLanguage } from './guess.ts'
import { readRecentLanguages, rememberLanguage } from './names.ts'

const stored = new Map<string, string>()
const speak = (...languages: string[]) => vi.stubGlobal('navigator', { languages, language: languages[0] })

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  speak('en-US', 'ru', 'de')
  signIn(sessionOf('7', 'Ada'))
})
afterEach(() => {
  signOut()
  stored.clear()
  vi.unstubAllGlobals()
})

test.for([
  ['A duck', 'en-US'],
  ['Утка и duck', 'ru'],
  ['カモは鳥です', 'ja'],
  ['오리', 'ko'],
  ['鴨', 'zh'],
  ['ברווז', 'he'],
  ['πάπια', 'el'],
  ['เป็ด', 'th'],
  // Several languages have this script, and the member none of them.
  ['बत्तख', ''],
  ['بطة', ''],
  // A script that is not looked for.
  ['ބަތަށް', ''],
  // No letter of a language.
  ['🦆 12', 'en-US'],
  ['ℹ️ 12', 'en-US'],
  ['Утка https://example.com/a-duck #ducks @a.duck', 'ru'],
] as const)('the script of %s leads to %j', async ([text, expected]) => {
  expect(await guessLanguage(text)).toBe(expected)
})

test('the languages that were used lately come before those of the browser', async () => {
  rememberLanguage('pt-BR')
  rememberLanguage('uk')
  expect(await guessLanguage('Pato')).toBe('pt-BR')
  expect(await guessLanguage('Качка')).toBe('uk')
  expect(await guessLanguage('🦆')).toBe('uk')
  speak('ja-JP')
  expect(await guessLanguage('鴨')).toBe('ja-JP')
})

test('the last five languages are remembered for the member, until the log-out', () => {
  for (const tag of ['de', 'fr', 'it', 'es', 'pt', 'fi', 'fr']) rememberLanguage(tag)
  expect(readRecentLanguages()).toEqual(['fr', 'fi', 'pt', 'es', 'it'])
  stored.set('languages:#7', '{')
  expect(readRecentLanguages()).toEqual([])
  signOut()
  expect([...stored.keys()]).toEqual([])
})

test('what the browser detects comes first, if it is certain and needs no download', async () => {
  let [availability, found] = ['downloadable', { detectedLanguage: 'de', confidence: 0.6 }]
  const create = vi.fn(async () => ({ detect: async () => [found] }))
  vi.stubGlobal('LanguageDetector', { availability: async () => availability, create })
  expect(await guessLanguage('Eine Ente')).toBe('en-US')
  expect(create).not.toHaveBeenCalled()
  availability = 'available'
  expect(await guessLanguage('Eine Ente')).toBe('de')
  found = { detectedLanguage: 'fr', confidence: 0.6 }
  expect(await guessLanguage('Un canard')).toBe('en-US')
  found = { detectedLanguage: 'fr', confidence: 0.95 }
  expect(await guessLanguage('Un canard')).toBe('fr')
  found = { detectedLanguage: 'en', confidence: 0.9 }
  expect(await guessLanguage('A duck')).toBe('en-US')
})
