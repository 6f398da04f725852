import { expect, test } from 'vitest'
import { supportOf } from './push-device.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  ['a phone with push messages', ANDROID, true, 5, false, 'supported'],
  ['an installed app on an iPhone', IPHONE, true, 5, true, 'supported'],
  ['an iPhone, in the browser', IPHONE, false, 5, false, 'toInstall'],
  ['an iPad, in the browser', MAC, false, 5, false, 'toInstall'],
  ['an app on an iPhone that is too old', IPHONE, false, 5, true, 'missing'],
  ['a Mac without push messages', MAC, false, 0, false, 'missing'],
  ['another browser without push messages', ANDROID, false, 5, false, 'missing'],
])('%s', (_, userAgent, hasPush, touchPoints, isInstalled, support) => {
  expect(supportOf({ userAgent, hasPush, touchPoints, isInstalled })).toBe(support)
})
