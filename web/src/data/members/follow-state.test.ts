import { describe, expect, it } from 'vitest'
import { followState, wantedState, withFollowIntent, withFollowState } from './people.ts'

const stranger = { viewer: { following: false, followedBy: true, muted: true } }
const asked = { private: true, viewer: { following: false, followedBy: false, requested: true } }
const followed = { private: true, viewer: { following: true, followedBy: false } }

it('a follow of a private member is a request', () => {
  expect(wantedState({ ...stranger, private: true })).toBe('requested')
  expect(wantedState({ ...stranger, private: false })).toBe('following')
  // Not known: the response will tell.
  expect(wantedState(stranger)).toBe('following')
})

describe('a state', () => {
  it('is the one that was set', () => {
    for (const state of ['none', 'requested', 'following'] as const) {
      for (const person of [stranger, asked, followed, {}]) {
        expect(followState(withFollowState(person, state))).toBe(state)
      }
    }
  })

  it('replaces nothing else of the relation', () => {
    expect(withFollowState(stranger, 'requested').viewer).toEqual({ ...stranger.viewer, requested: true })
    expect(withFollowState(asked, 'following').viewer).toEqual({ following: true, followedBy: false })
  })

  it('that is set twice changes nothing', () => {
    expect(withFollowState(followed, 'following')).toBe(followed)
  })
})

describe('the last intent', () => {
  it('replaces the state of an older response', () => {
    expect(followState(withFollowIntent(stranger, 'requested'))).toBe('requested')
    expect(followState(withFollowIntent(followed, 'none'))).toBe('none')
  })

  it('leaves it to the response whether the member has accepted', () => {
    expect(withFollowIntent(followed, 'requested')).toBe(followed)
    expect(withFollowIntent(asked, 'following')).toBe(asked)
  })
})
