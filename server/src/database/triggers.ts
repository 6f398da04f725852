import { ROW_INVALIDATIONS, type RowEvent, type Rule } from './row-invalidations.ts'

/** How a trigger records invalidations of one kind, in SQL for both engines. */
export interface TriggerStep {
  readonly table: string
  readonly event: RowEvent
  /**
   * Of an update: no other one can fulfil the condition than one that sets one of these columns; null for any update.
   */
  readonly of: readonly string[] | null
  /** A condition on `old` and `new`; null for none. */
  readonly condition: string | null
  /** The select expressions for `kind, a, b`. */
  readonly values: string
  /** The from clause; empty without a source table. */
  readonly from: string
}

const EVENTS: readonly RowEvent[] = ['insert', 'update', 'delete']
const TABLES = Object.entries(ROW_INVALIDATIONS) as [string, readonly Rule[]][]

/** @param columnsOf the columns of a table in this database */
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
  const step = (row: 'old' | 'new', condition: string | null, of: readonly string[] | null = null): TriggerStep => ({
    ...{ table, event, of, condition },
    ...select(rule, row),
  })
  const only = (row: 'old' | 'new') => (rule.except ? `${row}.${rule.except.column} <> '${rule.except.value}'` : null)
  if (event === 'insert') return [step('new', only('new'))]
  if (event === 'delete') return [step('old', only('old'))]
  const watched = rule.but ? columns.filter((column) => !rule.but?.includes(column as never)) : rule.of
  if (rule.when && watched)
    return [step('new', `(${differs(watched)}) and new.${rule.when.column} is ${rule.when.is}`, watched)]
  const ofRow = [...rule.ids, ...(rule.source ? [rule.source.is] : [])].filter((id) => id.startsWith('row.'))
  const keys = ofRow.map((id) => id.slice('row.'.length))
  // If an update changes the ids, what the old ids name is invalidated too.
  return [step('new', watched ? differs(watched) : null, watched), step('old', differs(keys), keys)]
}

const differs = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')

function select({ kind, ids, source }: Rule, row: 'old' | 'new'): Pick<TriggerStep, 'values' | 'from'> {
  const expressionOf = (id: string | undefined) => id?.replace(/^row\./, `${row}.`) ?? '0'
  const [a, b] = ids
  const from = source ? `from ${source.table} as source where source.${source.column} = ${expressionOf(source.is)}` : ''
  return { values: `'${kind}', ${expressionOf(a)}, ${expressionOf(b)}`, from }
}
