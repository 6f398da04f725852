import { DRAFT_FILE, openDatabase } from '../offline/database.ts'

/**
 * The files of drafts that could not be uploaded yet: there is no network, the server fails, or the member has left. So
 * they survive closing the page.
 * @param member as `memberKey` says
 */
export async function keepDraftFile(member: string, draft: string, file: File): Promise<void> {
  const database = await openDatabase()
  await database.put('settings', { member, name: DRAFT_FILE + draft, value: file })
}

export async function findDraftFile(member: string, draft: string): Promise<File | undefined> {
  const row = await (await openDatabase()).get('settings', [member, DRAFT_FILE + draft])
  return row?.value instanceof File ? row.value : undefined
}

export async function dropDraftFile(member: string, draft: string): Promise<void> {
  await (await openDatabase()).delete('settings', [member, DRAFT_FILE + draft])
}
