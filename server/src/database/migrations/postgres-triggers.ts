import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type TriggerStep, triggerSteps } from '../triggers.ts'

const EVERYTHING = `
  create or replace function quack_invalidate_everything() returns trigger language plpgsql as $$
  begin insert into invalidations (kind, a, b) values ('everything', 0, 0) on conflict do nothing; return null; end $$;`

const APPEND_ONLY = `
  create or replace function quack_append_only() returns trigger language plpgsql as $$
  begin raise exception 'the audit log is append-only'; end $$;
  create or replace trigger audit_log_append_only before update or delete on audit_log
  for each row execute function quack_append_only();
  create or replace trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function quack_append_only();`

/**
 * Creates the triggers that record what a changed row invalidates, in the same transaction as the change, and those
 * that keep the audit log append-only. If they are up to date, they are left alone.
 * @param db the transaction of the migrations
 */
export async function createTriggers(db: Kysely<Schema>): Promise<void> {
  await deleteRestored(db)
  const columns = await readColumns(db)
  const steps = triggerSteps((table) => columns.get(table) ?? [])
  const tables = [...new Set(steps.map(({ table }) => table))]
  const text = EVERYTHING + APPEND_ONLY + tables.map((table) => triggerOf(table, steps)).join('\n')
  const digest = hash('sha1', text)
  const { rows } = await sql<{ triggers: string }>`select triggers from invalidations_kept`.execute(db)
  if (rows[0]?.triggers === digest) return
  await sql.raw(text).execute(db)
  await sql`update invalidations_kept set triggers = ${digest}`.execute(db)
}

/** Deletes rows that a restore brought. Their transaction ids are another server's, and may be ahead of this one's. */
async function deleteRestored(db: Kysely<Schema>): Promise<void> {
  const [xmin, xmax] = [sql`pg_snapshot_xmin(pg_current_snapshot())`, sql`pg_snapshot_xmax(pg_current_snapshot())`]
  await sql`delete from invalidations where transaction_id >= ${xmax}`.execute(db)
  await sql`update invalidations_kept set oldest = ${xmin}, next = ${xmin} where next > ${xmax}`.execute(db)
}

async function readColumns(db: Kysely<Schema>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`.execute(db)
  const columns = new Map<string, string[]>()
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column])
  return columns
}

/** One trigger per table, because PostgreSQL calls the function of every trigger for each changed row. */
function triggerOf(table: string, steps: readonly TriggerStep[]): string {
  const name = `quack_invalidate_${table}`
  const own = steps.filter((step) => step.table === table)
  const events = [...new Set(own.map(({ event }) => event))]
  const body = events.map((event) => {
    const ofEvent = own.filter((step) => step.event === event)
    const always = ofEvent.filter(({ condition, from }) => condition === null && from === '')
    const inserts = [...insertAll(always), ...ofEvent.filter((step) => !always.includes(step)).map(insertOf)]
    return `if tg_op = '${event.toUpperCase()}' then ${inserts.join(' ')} end if;`
  })
  return `
    create or replace function ${name}() returns trigger language plpgsql as $$
    begin ${body.join('\n')} return null; end $$;
    create or replace trigger ${name} after ${events.join(' or ')} on ${table}
    for each row execute function ${name}();
    create or replace trigger ${name}_truncate after truncate on ${table}
    for each statement execute function quack_invalidate_everything();`
}

/** One insert for all rows, because a second insert would take about as long as the first. */
function insertAll(steps: readonly TriggerStep[]): string[] {
  const rows = steps.map(({ values }) => `(${values})`)
  return rows.length === 0
    ? []
    : [`insert into invalidations (kind, a, b) values ${rows.join(', ')} on conflict do nothing;`]
}

function insertOf({ condition, values, from }: TriggerStep): string {
  const insert = `insert into invalidations (kind, a, b) select ${values} ${from} on conflict do nothing;`
  return condition === null ? insert : `if ${condition} then ${insert} end if;`
}
