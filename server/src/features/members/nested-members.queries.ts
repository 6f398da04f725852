import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import type { NestedList } from '../../database/nested-lists.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'
import { SUMMARY, type SummaryRow } from './members.queries.ts'

interface OwnedList {
  readonly list: NestedList
  readonly owners: readonly number[]
}

/** The columns of a summary are null where an account is being removed. */
type ListedRow = { readonly list: number; readonly owner: number; readonly member: MemberId } & (
  | SummaryRow
  | { readonly [Column in keyof SummaryRow]: null }
)

type Values = { readonly [owners: `owners${number}`]: readonly number[]; readonly hidden: Float64Array }

/** One for each combination of lists; there are few. */
const statements = new Map<string, ReturnType<typeof prepare>>()

/** Everything in the lists of these owners, newest first. @param hidden leaves these members out */
export function listAll(db: Connection, lists: readonly OwnedList[], hidden: Float64Array): Promise<ListedRow[]> {
  const key = lists.map(({ list }) => `${list.table} ${list.owner} ${list.only?.value}`).join()
  const statement = statements.get(key) ?? prepare(lists.map(({ list }) => list))
  statements.set(key, statement)
  const owners = Object.fromEntries(lists.map((list, index) => [`owners${index}`, list.owners]))
  return statement.all(db, { ...owners, hidden })
}

function prepare(lists: readonly NestedList[]) {
  const summary = sql.join(SUMMARY.map((column) => sql.ref(`members.${column}`)))
  return prepared((db, values: Values) => {
    const selects = lists.map(({ table, owner, entry, order, only, where, member }, index) => {
      const filter = only ? sql`and list.${sql.ref(only.column)} = ${sql.lit(only.value)}` : sql``
      const isShown = where ? sql`and ${where}` : sql``
      const isSeen = member ? sql`and ${isNotIn(db, member, values.hidden)}` : sql``
      return sql`
        select ${sql.lit(index)} as list, list.${sql.ref(owner)} as owner, list.${sql.ref(entry)} as member,
          list.${sql.ref(order)} as place, ${summary}
        from ${sql.table(table)} as list
        left join members on members.id = list.${sql.ref(entry)} and ${isVisible}
        where ${isIn(db, `list.${owner}`, values[`owners${index}`] ?? [])} ${filter} ${isShown} ${isSeen}`
    })
    return sql<ListedRow>`${sql.join(selects, sql` union all `)} order by place desc`
  })
}
