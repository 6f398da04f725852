import { memberOfSession } from '../api/session.ts'
import { cancelUploads } from '../drafts/draft-uploads.ts'
import { deleteDrafts } from '../drafts/drafts.ts'
import { deleteWritten } from '../offline/database.ts'
import { publish } from '../outbox/entries.ts'
import { readRows } from '../toggles/toggle-rows.ts'
import { dropToggles } from './toggles.ts'

/** How many taps of the viewer wait. From the database: what shows them belongs to the screens of posts. */
export async function countToggles(): Promise<number> {
  const member = memberOfSession()
  // Where storage is blocked, nothing waits.
  return member === null ? 0 : (await readRows(member).catch(() => [])).length
}

/** Deletes what the viewer has written or tapped on this device and not sent. What may have arrived at the server stays there. */
export async function deleteUnsent(): Promise<void> {
  const member = memberOfSession()
  if (member === null) return
  cancelUploads()
  deleteDrafts(member)
  await deleteWritten(member)
  await publish()
  await dropToggles()
}
