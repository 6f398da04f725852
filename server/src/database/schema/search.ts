import type { Fixed } from './column-types.ts'

export interface SearchSchema {
  /**
   * What has changed since it was indexed, written by triggers. `of` is the id of a post or a member, which may be gone.
   * The indexer deletes the rows that it has read.
   */
  search_changes: { id: Fixed<number>; kind: Fixed<'post' | 'member'>; of: Fixed<number>; at: Fixed<number> }
}
