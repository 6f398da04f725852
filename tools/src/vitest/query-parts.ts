import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '@quack/testing/run'
import type { Plugin } from 'vitest/config'
import { parseAst } from 'vitest/node'

/**
 * What has to run on PostgreSQL (every-branch.check.ts): each function of the files that hold the statements, and each
 * condition on the engine, wherever it is. They are found in the syntax tree, and the project `postgres` loads the
 * server with a record of each inserted.
 */

export interface Part {
  /** Its path from the root, with line and column. */
  readonly place: string
  /** Its file and the declaration at the top level that it belongs to. */
  readonly owner: string
}

const SOURCES = 'server/src/**/*.ts'
/** Migrations and copies run in processes that record nothing: before all tests, and as programs. */
const EXCLUDED = ['**/*.test.ts', 'server/src/backup/*', 'server/src/database/{migrations/[0-9]*,sqlite/*}']
const STATEMENTS = /\.queries\.ts$/
/** Files without any of it need not be parsed. */
const DECIDES = /isPostgres\(|'(postgres|sqlite)'/
const ENGINES: readonly unknown[] = ['postgres', 'sqlite']
const FUNCTION = /^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/
const RECORDER = join(ROOT, 'tools/src/vitest/record-part.ts')

/** All parts of the server. */
export function queryParts(): Part[] {
  return sources().flatMap((file) => partsOf(file, readFileSync(join(ROOT, file), 'utf8')))
}

export const partsOf = (file: string, code: string): Part[] => findParts(file, code).parts

/** Inserts the records into the modules that tests load. Lines stay the same. */
export function recordQueryParts(): Plugin {
  const files = new Set(sources())
  return {
    name: 'quack:query-parts',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(ROOT, id)
      return files.has(file) ? withRecords(file, code) : undefined
    },
  }
}

function sources(): string[] {
  return globSync(SOURCES, { cwd: ROOT, exclude: EXCLUDED })
}

/** @returns undefined if there is nothing to record */
export function withRecords(file: string, code: string): string | undefined {
  const { parts, insertions } = findParts(file, code)
  if (parts.length === 0) return undefined
  const recorded = insertions
    .toSorted((a, b) => b.at - a.at || b.order - a.order)
    .reduce((text, { at, inserted }) => text.slice(0, at) + inserted + text.slice(at), code)
  return `import * as $record from ${JSON.stringify(RECORDER)};${recorded}`
}

/** A node of the syntax tree. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Insertion {
  readonly at: number
  readonly inserted: string
  /** At one place, the earlier ones come first. */
  readonly order: number
}

/** @returns the parts, and what to insert into the code so that they are recorded */
function findParts(file: string, code: string): { parts: Part[]; insertions: Insertion[] } {
  const parts: Part[] = []
  const insertions: Insertion[] = []
  const insert = (at: number, inserted: string) => insertions.push({ at, inserted, order: insertions.length })
  const addPart = ({ start }: Node, owner: string): string => {
    const place = `${file}:${placeOf(code, start)}`
    parts.push({ place, owner: `${file} ${owner}` })
    return JSON.stringify(place)
  }

  function visit(node: Node, owner: string): void {
    const onPostgres = valueOnPostgres(node)
    if (onPostgres !== null) insert(node.start, `$record.decided(${addPart(node, owner)}, ${onPostgres}, `)
    const body = FUNCTION.test(node.type) && STATEMENTS.test(file) ? (node.body as Node) : null
    const isBlock = body?.type === 'BlockStatement'
    if (body) {
      const ran = `$record.ran(${addPart(node, owner)})`
      if (isBlock) insert(body.start + 1, `${ran};`)
      else insert(body.start, `(${ran}, `)
    }
    for (const child of childrenOf(node)) visit(child, owner)
    if (body && !isBlock) insert(body.end, ')')
    if (onPostgres !== null) insert(node.end, ')')
  }

  if (STATEMENTS.test(file) || DECIDES.test(code)) {
    const { body } = parseAst(code, { lang: 'ts' })
    for (const statement of body as unknown as Node[]) visit(statement, nameOf(statement))
  }
  return { parts, insertions }
}

/** What a condition on the engine is on PostgreSQL; null for anything else. */
function valueOnPostgres({ type, callee, left, right, operator }: Node): boolean | null {
  if (type === 'CallExpression') return (callee as Node).name === 'isPostgres' ? true : null
  if (type !== 'BinaryExpression') return null
  const engine = [left, right].map((side) => (side as Node).value).find((value) => ENGINES.includes(value))
  return engine === undefined ? null : (operator === '===') === (engine === 'postgres')
}

function nameOf(statement: Node): string {
  const declared = (statement.declaration ?? statement) as Node
  const [first = declared] = (declared.declarations ?? []) as Node[]
  return String((first.id as Node | undefined)?.name ?? '')
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
}

function placeOf(code: string, at: number): string {
  const lines = code.slice(0, at).split('\n')
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}
