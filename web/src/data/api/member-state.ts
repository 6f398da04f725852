import { createListeners, type Store } from '../../store.ts'
import { memberEra, memberOfSession, onSessionChange } from './session.ts'

/**
 * What a page knows for its viewer. It begins anew when the member changes, and so is gone after a sign-out: the next
 * member in the same tab sees nothing of it. State of modules below data is made here. tools/src/member-state.test.ts
 * lists what is not, with the reason.
 */

const changes = createListeners<[before: string | null]>()
let told = { era: memberEra(), member: memberOfSession() }

onSessionChange(() => {
  if (told.era === memberEra()) return
  const { member: before } = told
  told = { era: memberEra(), member: memberOfSession() }
  changes.notify(before)
})

/** Calls back when another member is the viewer, or nobody, with who it was, as `memberKey` says. */
export const onMemberChange = changes.subscribe

/**
 * @returns what returns the present viewer's state. What goes on after a request takes it before the request: a later
 * answer then changes the state of who has asked.
 */
export function createMemberState<State>(begin: () => State): () => State {
  let era = memberEra()
  let state = begin()
  function present(): State {
    if (era !== memberEra()) {
      era = memberEra()
      state = begin()
    }
    return state
  }
  onMemberChange(present)
  return present
}

/** A store of which each member finds the initial value. */
export function createMemberStore<Value>(initial: Value): Store<Value> {
  const { subscribe, notify } = createListeners()
  const present = createMemberState(() => ({ value: initial }))
  onMemberChange(() => notify())
  return {
    get: () => present().value,
    set(next) {
      if (Object.is(next, present().value)) return
      present().value = next
      notify()
    },
    subscribe,
  }
}
