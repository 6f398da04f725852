import { msg } from '@lingui/core/macro'
import type { KeyboardEvent } from 'react'
import { isAlone, keyOf } from '../../../ui/keys.ts'

/** The keys of the viewer. */
export const VIEWER_KEYS = [
  { keys: ['ArrowLeft', 'ArrowRight'], text: msg`Previous and next picture; move in a large one` },
  { keys: ['ArrowUp', 'ArrowDown'], text: msg`Move in a large picture` },
  { keys: ['+', '-'], text: msg`Zoom in and out` },
]

/** What the library takes for them. */
const TAKEN: ReadonlyMap<string, string> = new Map<string, string>([
  ...VIEWER_KEYS.flatMap(({ keys }) => keys.map((key) => [key, key] as const)),
  // Without Shift, it is the key of the plus on many keyboards.
  ['=', '+'],
])

/** The keys of the pictures work wherever the focus is in the viewer. Other dialogs over it are no part of that. */
export function passOn(event: KeyboardEvent<HTMLElement>): void {
  const key = TAKEN.get(keyOf(event.nativeEvent) ?? '')
  const { target, currentTarget } = event
  if (key === undefined || !isAlone(event.nativeEvent) || !(target instanceof Element)) return
  if (!currentTarget.contains(target) || target.closest('[data-stage], [data-description]')) return
  event.preventDefault()
  const stage = currentTarget.querySelector('[data-stage] [tabindex="-1"]')
  stage?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
