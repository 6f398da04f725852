import { ChangeMemo } from '../../database/change-memo.ts'
import { type ChangeLog, MARKS_OF } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { includesSorted } from '../../sorted.ts'
import { listMarked, listReacted } from './marks.queries.ts'

const MEMBERS_MAX = 10_000
/** Members who have done more than this are asked about with each page. */
const MARKS_MAX = 500
const NONE: ReadonlySet<PostId> = new Set()

/** Which posts a member has liked, disliked or bookmarked, or voted on a comment of: those look different to them. */
export class KnownMarks {
  readonly members: ChangeMemo<Float64Array>

  constructor(log: ChangeLog) {
    this.members = new ChangeMemo(log, MARKS_OF, MEMBERS_MAX)
  }

  /**
   * Those of the posts that may look different to this member.
   * @param embed how long the lists inside posts are: votes do not matter where no comments are shown
   */
  async of(db: Connection, member: MemberId, posts: readonly PostId[], embed: number): Promise<ReadonlySet<PostId>> {
    const known = this.members.current().get(member)
    if (known) this.members.hits++
    else this.members.misses++
    const marks = known ?? (await this.#read(db, member))
    if (marks.length <= MARKS_MAX) {
      const found = posts.filter((post) => includesSorted(marks, post))
      return found.length > 0 ? new Set(found) : NONE
    }
    return new Set(embed > 0 ? posts : await listReacted(db, member, posts))
  }

  async #read(db: Connection, member: MemberId): Promise<Float64Array> {
    const { position } = this.members
    const marks = Float64Array.from(await listMarked(db, member, MARKS_MAX + 1)).sort()
    this.members.put(new Map([[member, marks]]), position)
    return marks
  }
}
