import { t } from '@lingui/core/macro'
import { type EntryOf, isTap, type OutboxEntry, type TapEntry } from '../offline/outbox-entry.ts'
import type { Writings } from '../offline/writings.ts'
import { commentSends } from './comment-sends.ts'
import { restOfTap, type Sent } from './lane.ts'
import { asMember, noteTried } from './once.ts'
import { postSends } from './post-sends.ts'
import { sendTapRequest } from './taps.ts'

interface WritingSend<Entry> {
  /** What it does, for a list of all. */
  title: () => string
  send: (entry: Entry) => Promise<Sent>
  /** Takes back what is new and may have arrived. */
  undo?: (entry: Entry) => Promise<Sent>
}

export type WritingSends<Kinds> = { readonly [Kind in keyof Kinds]: WritingSend<EntryOf<Kinds, Kind>> }

/** How each kind of content is sent. A kind that is missing here is a compile error. */
export const WRITING_SENDS: WritingSends<Writings> = {
  post: { title: () => t`New post`, send: postSends.create, undo: postSends.undo },
  comment: {
    title: () => t({ message: 'Comment', context: 'noun' }),
    send: commentSends.create,
    undo: commentSends.undo,
  },
  editPost: { title: () => t`Changed post`, send: postSends.edit },
  editComment: { title: () => t`Changed comment`, send: commentSends.edit },
  deletePost: { title: () => t`Deletion of a post`, send: postSends.remove },
  deleteComment: { title: () => t`Deletion of a comment`, send: commentSends.remove },
}

export function sendOf({ kind }: { kind: string }): WritingSend<OutboxEntry> {
  return WRITING_SENDS[kind as keyof Writings] as unknown as WritingSend<OutboxEntry>
}

export async function sendEntry(entry: OutboxEntry): Promise<Sent> {
  if (isTap(entry)) return await sendTap(entry)
  const { send, undo = send } = sendOf(entry)
  return await (entry.isRemoved ? undo : send)(entry)
}

/** Sends the desired state of a tap. */
async function sendTap(entry: TapEntry): Promise<Sent> {
  const tried = await noteTried(entry)
  const show = await asMember(entry, () => sendTapRequest(tried))
  return { show, rest: (changed) => restOfTap(changed as TapEntry, tried) }
}
