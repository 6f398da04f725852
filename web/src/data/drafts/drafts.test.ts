import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { readAnswer } from '../api/api.ts'
import { expireSession, signIn, signOut } from '../api/session.ts'
import type { Quoted } from '../offline/quoted.ts'
import {
  type Attachment,
  attemptKey,
  attemptOf,
  clearDraft,
  type Draft,
  deleteDrafts,
  getDraft,
  updateDraft,
} from './drafts.ts'

const picture = (name: string, alt = 'A duck'): Attachment => ({
  id: name,
  type: 'image',
  alt,
  media: { url: `/media/${name}.jpg`, type: 'image' },
})
const DRAFT: Draft = { content: 'Look', attached: [picture('1')] }
const QUOTED: Quoted = {
  _id: '9',
  id: 'p9',
  username: 'cy',
  firstName: 'Cy',
  lastName: 'Duck',
  avatarURL: '',
  content: 'To be quoted',
  lang: '',
  mediaUrl: '/media/9.webp',
  type: 'image',
  alt: '',
  media: { width: 4, height: 3, preview: '', poster: '', state: 'ready' },
  furtherPictures: [{ url: '/media/10.webp', alt: '', media: null }],
  createdAt: '2026-01-01T00:00:00+00:00',
}
const ADA = sessionOf('7', 'Ada')
const BOB = sessionOf('8', 'bob')

let storage = { isFull: false }

beforeEach(() => {
  storage = stubLocalStorage()
  signIn(ADA)
})

afterEach(() => {
  signOut({ isGone: true })
  vi.unstubAllGlobals()
})

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))

test.each<[string, Partial<Draft>]>([
  ['text', { content: 'Look here' }],
  ['picture', { attached: [picture('2')] }],
  ['description', { attached: [picture('1', 'Two ducks')] }],
  ['second picture', { attached: [picture('1'), picture('2')] }],
  ['order of pictures', { attached: [picture('2'), picture('1')] }],
  ['rule for comments', { whoMayComment: 'nobody' }],
  ['quoted post', { quote: QUOTED }],
  ['language', { lang: 'pt-BR' }],
])('the same is sent again with the same key, and with another %s it is another post', (_, change) => {
  updateDraft('new', DRAFT)
  const key = attemptKey('new', DRAFT)
  expect(attemptKey('new', DRAFT)).toBe(key)
  expect(attemptKey('new', { ...DRAFT, ...change })).not.toBe(key)
  clearDraft('new')
})

test('the same is sent again in the same language, whatever is guessed then', () => {
  updateDraft('new', DRAFT)
  const { key } = attemptOf('new', DRAFT, 'de')
  expect(attemptOf('new', DRAFT, 'fr')).toMatchObject({ key, lang: 'de' })
  expect(attemptOf('new', { ...DRAFT, content: 'Other' }, 'fr')).toMatchObject({ lang: 'fr' })
  expect(attemptOf('new', { ...DRAFT, lang: 'it' }, 'fr')).toMatchObject({ lang: 'it' })
  clearDraft('new')
})

/** What the server answers to a token whose member it has suspended. */
const SUSPENDED = { status: 401, code: 'tokenInvalid', text: JSON.stringify({ errors: ['The token is invalid.'] }) }

describe('a draft', () => {
  test.each<[string, () => unknown]>([
    ['a log-out', () => signOut()],
    ['the end of the session', () => expireSession(ADA.token)],
    ['a suspension', () => expect(() => readAnswer(SUSPENDED, ADA.token)).toThrow('The token is invalid')],
  ])('stays after %s, and is that of its member alone', (_, leave) => {
    updateDraft('new', { content: 'Of Ada' })
    leave()
    expect(getDraft('new')).toBeNull()
    signIn(BOB)
    expect(getDraft('new')).toBeNull()
    updateDraft('new', { content: 'Of Bob' })
    signOut()
    // Another person has got the name of an account that is gone.
    signIn(sessionOf('9', 'Ada'))
    expect(getDraft('new')).toBeNull()
    signOut()
    signIn({ ...ADA, token: `${ADA.token}later` })
    expect(getDraft('new')?.content).toBe('Of Ada')
    clearDraft('new')
    expect(keys()).toEqual(['draft:#8:new'])
  })

  test.each<[string, () => void]>([
    ['the account is deleted here', () => signOut({ isGone: true })],
    ['the account is gone', () => void expireSession(ADA.token, { isGone: true })],
    [
      'a guest logs out',
      () => {
        signIn({ ...ADA, isShared: true })
        signOut()
      },
    ],
    [
      'the session of a guest ends',
      () => {
        signIn({ ...ADA, isShared: true })
        expireSession(ADA.token)
      },
    ],
  ])('goes when %s', (_, leave) => {
    updateDraft('new', { content: 'Of Ada' })
    storage.isFull = true
    updateDraft('reply:1', { content: 'Not stored' })
    storage.isFull = false
    leave()
    expect(Object.keys(localStorage)).toEqual([])
    signIn(ADA)
    expect(getDraft('new')).toBeNull()
    expect(getDraft('reply:1')).toBeNull()
  })

  test('that the browser could not store lasts as long as the page, also over a log-out', () => {
    updateDraft('new', { content: 'Stored' })
    storage.isFull = true
    updateDraft('new', { content: 'Stored, and more' })
    signOut()
    storage.isFull = false
    signIn(BOB)
    expect(getDraft('new')).toBeNull()
    signIn(ADA)
    expect(getDraft('new')?.content).toBe('Stored, and more')
    clearDraft('new')
    expect(getDraft('new')).toBeNull()
  })

  test('that was sent for one member does not take that of the next one along', () => {
    updateDraft('new', { content: 'Of Ada' })
    signIn(BOB)
    updateDraft('new', { content: 'Of Bob' })
    clearDraft('new', '#7')
    expect(getDraft('new')?.content).toBe('Of Bob')
    signIn(ADA)
    expect(getDraft('new')).toBeNull()
    deleteDrafts('#8')
    expect(keys()).toEqual([])
  })

  test('of a release that named its member by the username is found, and does not replace a newer one', () => {
    signOut()
    localStorage.setItem('draft:ada:new', JSON.stringify({ content: 'Old' }))
    localStorage.setItem('draft:ada:reply:5', JSON.stringify({ content: 'Older' }))
    localStorage.setItem('draft:#7:reply:5', JSON.stringify({ content: 'Newer' }))
    localStorage.setItem('draft:adam:new', JSON.stringify({ content: 'Of Adam' }))
    signIn(ADA)
    expect(getDraft('new')?.content).toBe('Old')
    expect(getDraft('reply:5')?.content).toBe('Newer')
    expect(keys().sort()).toEqual(['draft:#7:new', 'draft:#7:reply:5', 'draft:adam:new'])
  })

  test('of a release with one picture or video has it, also one that is not uploaded yet', () => {
    const media = { url: '/media/1.webp', type: 'image' }
    localStorage.setItem('draft:#7:new', JSON.stringify({ content: '', media, alt: 'A duck' }))
    localStorage.setItem('draft:#7:edit:5', JSON.stringify({ content: '', media: null, file: 'duck.mp4' }))
    expect(getDraft('new')?.attached).toEqual([{ id: '', type: 'image', alt: 'A duck', media }])
    expect(getDraft('edit:5')?.attached).toEqual([{ id: '', type: 'video', alt: '', file: 'duck.mp4' }])
  })

  test('has what it quotes after a reload, and nothing else in its place', () => {
    const stored = (quote: unknown) => {
      localStorage.setItem('draft:#7:new', JSON.stringify({ content: 'About that', quote }))
      // The next page.
      signOut()
      signIn(ADA)
      return getDraft('new')
    }
    expect(stored(QUOTED)?.quote).toEqual(QUOTED)
    for (const quote of ['9', { ...QUOTED, _id: 9 }, { ...QUOTED, username: null }]) {
      expect(stored(quote)).toMatchObject({ content: 'About that', quote: undefined })
    }
    const broken = { ...QUOTED, media: { width: 4 }, furtherPictures: [null, { url: 5 }] }
    expect(stored(broken)?.quote).toEqual({ ...QUOTED, media: null, furtherPictures: [] })
  })

  test('of a visitor does not exist', () => {
    signOut()
    updateDraft('new', { content: 'Of nobody' })
    expect(getDraft('new')).toBeNull()
    expect(Object.keys(localStorage)).toEqual([])
  })
})
