import type { Engine } from '../../server/src/database/database.ts'

/** What a call costs. */
export interface Cost {
  /** Of the largest answer. */
  readonly bytes: number
  /** Of a request, with those that begin and end transactions. */
  readonly statements: number
  /** Processor time of a request, as a multiple of that of the reference read. */
  readonly times: number
  /** The most processor time of one turn of the event loop, in milliseconds. */
  readonly hold: number
}

type PerEngine = Readonly<Record<Engine, Pick<Cost, 'statements' | 'times'>>>

/** What a call may cost. */
export interface Budget extends Pick<Cost, 'bytes' | 'hold'>, PerEngine {}

/** A list that is short on a small dataset has no such page. */
const DEEP = /, deep$/

/**
 * A deep page of a list may cost as much as the first, unless it has a budget of its own.
 * @returns what costs more than its budget, has no budget, or has one and was not measured (deep pages may be missing)
 */
export function exceeded(
  costs: ReadonlyMap<string, Cost>,
  budgets: ReadonlyMap<string, Budget>,
  engine: Engine,
): string[] {
  const over = [...costs].flatMap(([name, cost]) => {
    const budget = budgets.get(name) ?? budgets.get(name.replace(DEEP, ''))
    if (!budget) return [`${name}: no budget`]
    const may: Cost = { bytes: budget.bytes, hold: budget.hold, ...budget[engine] }
    return (Object.keys(may) as (keyof Cost)[])
      .filter((key) => cost[key] > may[key])
      .map((key) => `${name}: ${UNITS[key](cost[key])}, ${may[key]} allowed`)
  })
  const missing = [...budgets.keys()].filter((name) => !costs.has(name) && !DEEP.test(name))
  return [...over, ...missing.map((name) => `${name}: not measured`)]
}

const UNITS: Readonly<Record<keyof Cost, (value: number) => string>> = {
  bytes: (value) => `${value} bytes`,
  statements: (value) => `${value} statements`,
  times: (value) => `${value.toFixed(2)} times the reference read`,
  hold: (value) => `holds the event loop for ${value.toFixed(1)} ms`,
}
