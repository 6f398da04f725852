import { describe, expect, test } from 'vitest'
import { findRightPath, PAGE_PATHS } from './page-paths.ts'

describe('the right path', () => {
  test.each([
    ['/explore/', '/explore'],
    ['/EXPLORE//', '/explore'],
    ['/Profile/Ann/', '/profile/Ann'],
    ['/POST-DETAIL/aBc', '/post-detail/aBc'],
    ['/Settings/Security', '/settings/security'],
    ['/Tag/%C4%B0z%2fmir/', '/tag/%C4%B0z%2fmir'],
  ])('of %s is %s', (path, right) => {
    expect(findRightPath(path)).toBe(right)
    expect(findRightPath(right)).toBeNull()
  })

  test.each([
    '//evil.example/',
    '//evil.example/explore/',
    '///explore',
    '/\\evil.example/',
    '\\\\evil.example',
    'https://evil.example/Explore',
    '/%5cevil/',
    '/nowhere/',
    '/profile//',
    '/profile/',
    '/profile/a/b/',
    '/API/Posts/',
    '/',
    '//',
    '',
  ])('of %s is none', (path) => {
    expect(findRightPath(path)).toBeNull()
  })

  test.each(Object.values(PAGE_PATHS))('of %s is itself', (path) => {
    expect(findRightPath(path)).toBeNull()
  })
})
