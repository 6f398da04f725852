/** Reads a list to its end by its cursors. Throws if it does not end. */
export async function readAll<Entry>(
  read: (query: { cursor?: string }) => Promise<{ entries: readonly Entry[]; nextCursor: string | null | undefined }>,
): Promise<Entry[]> {
  const all: Entry[] = []
  let query: { cursor?: string } = {}
  for (let pages = 0; pages < 100; pages++) {
    const { entries, nextCursor } = await read(query)
    all.push(...entries)
    if (!nextCursor) return all
    query = { cursor: nextCursor }
  }
  throw new Error('The list has no end.')
}
