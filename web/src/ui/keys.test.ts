import { expect, test } from 'vitest'
import { isAlone, isSendKey, keyOf } from './keys.ts'

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
const press = (more: object) => ({ key: 'Enter', keyCode: 13, ...NONE, ...more })

test.each([
  ['Enter', press({}), { key: 'Enter', isAlone: true, isSendKey: false }],
  ['Control and Enter', press({ ctrlKey: true }), { key: 'Enter', isAlone: false, isSendKey: true }],
  ['Command and Enter', press({ metaKey: true }), { key: 'Enter', isAlone: false, isSendKey: true }],
  ['Control and A', press({ key: 'a', ctrlKey: true }), { key: 'a', isAlone: false, isSendKey: false }],
  ['Enter while composing', press({ isComposing: true }), { key: null, isAlone: false, isSendKey: false }],
  [
    'Control and Enter while composing',
    press({ ctrlKey: true, isComposing: true }),
    { key: null, isAlone: false, isSendKey: false },
  ],
  ['the Enter after a composition in Safari', press({ keyCode: 229 }), { key: null, isAlone: false, isSendKey: false }],
])('%s', (_, event, expected) => {
  expect({ key: keyOf(event), isAlone: isAlone(event), isSendKey: isSendKey(event) }).toEqual(expected)
})
