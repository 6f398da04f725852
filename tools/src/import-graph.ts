import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** What imports what: files, or folders, by their path below a root. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** `from '…'`, `import '…'` and `import('…')` of a relative path. A type counts like a value. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** The imports between the modules below a folder. Tests are left out. */
export function fileImports(root: string): Graph {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  return new Map(files.sort().map((file) => [file, importsOf(root, file)]))
}

function importsOf(root: string, file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8')
  const targets = [...text.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path))
  const isBelow = (target: string) => !relative(root, resolve(root, target)).startsWith('..')
  return new Set(
    targets.filter((target) => isBelow(target) && /\.tsx?$/.test(target) && existsSync(join(root, target))),
  )
}

/** The imports between folders. A file directly in the root counts as a folder of its own. */
export function folderImports(files: Graph): Graph {
  const folders = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const folder = folderOf(file)
    const known = folders.get(folder) ?? new Set()
    folders.set(folder, known)
    for (const target of targets) if (folderOf(target) !== folder) known.add(folderOf(target))
  }
  return folders
}

const folderOf = (file: string) => (dirname(file) === '.' ? file : dirname(file))

/** A cycle, as the path that leads back to its start; null if there is none. */
export function findCycle(graph: Graph): string[] | null {
  const done = new Set<string>()
  const path: string[] = []

  function visit(node: string): string[] | null {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    path.push(node)
    for (const target of graph.get(node) ?? []) {
      const cycle = visit(target)
      if (cycle) return cycle
    }
    path.pop()
    done.add(node)
    return null
  }

  for (const node of graph.keys()) {
    const cycle = visit(node)
    if (cycle) return cycle
  }
  return null
}
