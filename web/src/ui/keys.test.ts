import { expect, test } from 'vitest'
import { isAlone, isSendKey, isTaken } from './keys.ts'

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
const press = (more: object) => ({ key: 'Enter', keyCode: 13, ...NONE, ...more })

test.each([
  ['Enter', press({}), { isTaken: false, isAlone: true, isSendKey: false }],
  ['Control and Enter', press({ ctrlKey: true }), { isTaken: false, isAlone: false, isSendKey: true }],
  ['Command and Enter', press({ metaKey: true }), { isTaken: false, isAlone: false, isSendKey: true }],
  ['Control and A', press({ key: 'a', ctrlKey: true }), { isTaken: false, isAlone: false, isSendKey: false }],
  ['Enter while composing', press({ isComposing: true }), { isTaken: true, isAlone: false, isSendKey: false }],
  [
    'Control and Enter while composing',
    press({ ctrlKey: true, isComposing: true }),
    { isTaken: true, isAlone: false, isSendKey: false },
  ],
  [
    'the Enter after a composition in Safari',
    press({ keyCode: 229 }),
    { isTaken: true, isAlone: false, isSendKey: false },
  ],
])('%s', (_, event, expected) => {
  expect({ isTaken: isTaken(event), isAlone: isAlone(event), isSendKey: isSendKey(event) }).toEqual(expected)
})
