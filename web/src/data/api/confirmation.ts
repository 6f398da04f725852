import { isRefusal } from './api-errors.ts'
import { createMemberState } from './member-state.ts'

/** Asks the member to confirm that it is them. Resolves to whether they did. */
export type Ask = () => Promise<boolean>

let ask: Ask | null = null
/** The question that the viewer has not answered yet. */
const question = createMemberState<{ asked: Promise<boolean> | null }>(() => ({ asked: null }))

/** Provides the dialog that asks. Returns a function that removes it. */
export function provideConfirmation(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/**
 * Sends a request. If the server wants a recent authentication first, asks for it and repeats the request. Throws the
 * refusal if the member does not confirm. Requests that are refused at the same time ask once.
 */
export async function orConfirm<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!ask || !isRefusal(error, 'confirmationNeeded')) throw error
    const open = question()
    open.asked ??= ask().finally(() => {
      open.asked = null
    })
    if (!(await open.asked)) throw error
    return await send()
  }
}
