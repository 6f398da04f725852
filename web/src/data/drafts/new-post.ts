import { createListeners } from '../../store.ts'
import type { Quoted } from '../offline/quoted.ts'

/** The name of the draft of a new post. The form on Home and the dialog share it. */
export const NEW_POST_DRAFT = 'post'

const wanted = createListeners<[quote: Quoted]>()

/** Calls back when the dialog is to be opened for a post that quotes another. @returns a function that unsubscribes */
export const onQuoteWanted = wanted.subscribe
/** Opens the dialog for a new post that quotes this one. */
export const quotePost = wanted.notify
