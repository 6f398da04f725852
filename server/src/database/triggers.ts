import { ROW_INVALIDATIONS, type RowEvent, type Rule } from './row-invalidations.ts'

/** One invalidation that a trigger makes, in SQL that both engines understand. */
export interface TriggerStep {
  readonly table: string
  readonly event: RowEvent
  /** What must hold of `old` and `new`; null for always. */
  readonly condition: string | null
  /** `kind, a, b` as the expressions of a select, and where it selects from; the text is empty for no table. */
  readonly values: string
  readonly from: string
}

const EVENTS: readonly RowEvent[] = ['insert', 'update', 'delete']
const TABLES = Object.entries(ROW_INVALIDATIONS) as [string, readonly Rule[]][]

/** @param columnsOf the columns that a table has in this database */
export function triggerSteps(columnsOf: (table: string) => readonly string[]): TriggerStep[] {
  return TABLES.flatMap(([table, rules]) =>
    rules.flatMap((rule) => {
      const columns = columnsOf(table)
      return EVENTS.filter((event) => (rule.on ?? EVENTS).includes(event)).flatMap((event) =>
        stepsOf(table, rule, event, columns),
      )
    }),
  )
}

function stepsOf(table: string, rule: Rule, event: RowEvent, columns: readonly string[]): TriggerStep[] {
  const step = (row: 'old' | 'new', condition: string | null) => ({ table, event, condition, ...select(rule, row) })
  if (event === 'insert') return [step('new', null)]
  if (event === 'delete') return [step('old', null)]
  const watched = rule.but ? columns.filter((column) => !rule.but?.includes(column as never)) : rule.of
  const ofRow = [...rule.ids, ...(rule.source ? [rule.source.is] : [])].filter((id) => id.startsWith('row.'))
  const keys = ofRow.map((id) => id.slice('row.'.length))
  // A row that is moved to other ids concerns those that it had as well.
  return [step('new', watched ? differs(watched) : null), step('old', differs(keys))]
}

const differs = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')

function select({ kind, ids, source }: Rule, row: 'old' | 'new'): Pick<TriggerStep, 'values' | 'from'> {
  const expressionOf = (id: string | undefined) => id?.replace(/^row\./, `${row}.`) ?? '0'
  const [a, b] = ids
  const from = source ? `from ${source.table} as source where source.${source.column} = ${expressionOf(source.is)}` : ''
  return { values: `'${kind}', ${expressionOf(a)}, ${expressionOf(b)}`, from }
}
