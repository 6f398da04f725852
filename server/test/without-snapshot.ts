/** A page as JSON without the snapshot in a trending cursor. Two equal pages may have different snapshots. */
export function withoutSnapshot(json: string): string {
  return json.replace(/"nextCursor":"trending\.[^"]*"/, '')
}
