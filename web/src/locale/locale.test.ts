import { afterEach, expect, test, vi } from 'vitest'
import { adoptLocale, chosenLocale, deviceLocale } from './locale.ts'
import { setLanguage } from './messages.ts'

afterEach(() => vi.unstubAllGlobals())

interface Device {
  readonly stored: string | null
  /** The languages that it asks for. */
  readonly browser: readonly string[]
  readonly isFull?: boolean
}

function openPage({ stored, browser, isFull = false }: Device) {
  let kept = stored
  const reload = vi.fn()
  const setItem = (_: string, value: string) => {
    if (isFull) throw new Error('Full.')
    kept = value
  }
  const removeItem = () => {
    kept = null
  }
  vi.stubGlobal('localStorage', { getItem: () => kept, setItem, removeItem })
  vi.stubGlobal('navigator', { languages: browser })
  vi.stubGlobal('location', { reload })
  setLanguage({ locale: chosenLocale() ?? (browser[0] === 'fr' ? 'fr' : 'en'), messages: {} })
  return () => [kept, reload.mock.calls.length]
}

test.each([
  ['the same choice of an account becomes its own', 'de', 'de', 'de account', 0],
  ['a choice of the device stays without one of the account', 'de', null, 'de', 0],
  ['the choice of an account comes before one of the device', 'fr', 'de', 'de account', 1],
  ['a choice that the account has taken back ends', 'de account', null, null, 1],
  ['a known choice of the account changes nothing', 'de account', 'de', 'de account', 0],
  ['an account without a choice changes nothing', null, null, null, 0],
] as const)('%s', (_, stored, account, then, reloads) => {
  const seen = openPage({ stored, browser: ['en'] })
  adoptLocale(account)
  expect(seen()).toEqual([then, reloads])
})

test('a page whose language stays the same is not loaded again', () => {
  const seen = openPage({ stored: 'fr account', browser: ['fr'] })
  adoptLocale(null)
  expect(seen()).toEqual([null, 0])
})

test('nothing is loaded again if the choice cannot be kept', () => {
  const seen = openPage({ stored: 'fr', browser: ['en'], isFull: true })
  adoptLocale('fr')
  adoptLocale('de')
  expect(seen()).toEqual(['fr', 0])
})

test('a sign-in says what the device has chosen, or the browser, and nothing of the account before', () => {
  openPage({ stored: 'de', browser: ['fr'] })
  expect(deviceLocale()).toBe('de')
  openPage({ stored: 'de account', browser: ['fr'] })
  expect(deviceLocale()).toBe('fr')
  openPage({ stored: null, browser: ['fi'] })
  expect(deviceLocale()).toBe('en')
})
