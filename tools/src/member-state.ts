import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Collections that are state wherever their type does not say `Readonly`. */
const COLLECTIONS = ['Map', 'Set', 'WeakMap', 'WeakSet']
/** Methods that change an array. */
const CHANGES = ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin']

/** Nodes of the syntax tree as far as they are looked at: an ESTree with TypeScript. */
interface Node {
  type: string
  [key: string]: unknown
}

/**
 * The state that the modules below a folder hold, as `file: name`: what can change and lives as long as the page. That
 * is each `let`, each Map and Set that is not Readonly, each store, and each array or object that its module changes;
 * the same in functions called `create…`, because modules call them for their own state.
 */
export function moduleState(root: string): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  return files.sort().flatMap((file) => stateIn(file, readFileSync(join(root, file), 'utf8')))
}

export function stateIn(file: string, text: string): string[] {
  const { program } = parseSync(file, text) as unknown as { program: Node & { body: Node[] } }
  const changed = changedNames(program)
  return program.body.flatMap((statement) => {
    const declared = (statement.declaration ?? statement) as Node
    const { name = '' } = (declared.id ?? {}) as { name?: string }
    if (declared.type !== 'FunctionDeclaration' || !/^create[A-Z]/.test(name)) {
      return stateOf(declared, changed).map((each) => `${file}: ${each}`)
    }
    const { body } = declared.body as { body: Node[] }
    return body.flatMap((inner) => stateOf(inner, changed)).map((each) => `${file}: ${name} ${each}`)
  })
}

function stateOf({ type, kind, declarations }: Node, changed: ReadonlySet<string>): string[] {
  if (type !== 'VariableDeclaration') return []
  return (declarations as { id: Node; init: Node | null }[])
    .filter(({ id, init }) => kind !== 'const' || (init && isState(id, init, changed)))
    .map(({ id }) => String(id.name ?? id.type))
}

function isState(id: Node, init: Node, changed: ReadonlySet<string>): boolean {
  const value = bare(init)
  const callee = (value.callee as { name?: string } | undefined)?.name ?? ''
  switch (value.type) {
    case 'NewExpression':
      return COLLECTIONS.includes(callee) && !isReadonly(id)
    case 'CallExpression':
      return callee === 'createStore'
    default:
      return ['ArrayExpression', 'ObjectExpression'].includes(value.type) && changed.has(String(id.name))
  }
}

/** Without `as` and `satisfies`. */
function bare(node: Node): Node {
  return /^TS(As|Satisfies|NonNull)/.test(node.type) ? bare(node.expression as Node) : node
}

function isReadonly(id: Node): boolean {
  const { typeAnnotation } = (id.typeAnnotation ?? {}) as { typeAnnotation?: { typeName?: { name?: string } } }
  return typeAnnotation?.typeName?.name?.startsWith('Readonly') ?? false
}

/** The names of what a module assigns to a part of, deletes a part of, or changes by a method. */
function changedNames(program: Node): Set<string> {
  const names = new Set<string>()
  const note = (target: unknown) => {
    const { type, object, name } = target as { type: string; object?: Node; name?: string }
    if (type === 'MemberExpression') note(object)
    else if (name) names.add(name)
  }
  new Visitor({
    AssignmentExpression: ({ left }) => note(left),
    UpdateExpression: ({ argument }) => note(argument),
    UnaryExpression: ({ operator, argument }) => operator === 'delete' && note(argument),
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      const isAssign = name === 'assign' && callee.object.type === 'Identifier' && callee.object.name === 'Object'
      if (CHANGES.includes(name)) note(callee.object)
      if (isAssign && first) note(first)
    },
  } as ConstructorParameters<typeof Visitor>[0]).visit(program as unknown as Parameters<Visitor['visit']>[0])
  return names
}
