import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fileImports, findCycle, folderImports, type Graph } from './import-graph.ts'

describe.each(['contract/src', 'web/src', 'server/src'])('below %s', (root) => {
  const files = fileImports(join(ROOT, root))
  const graphs: [string, Graph][] = [
    ['files', files],
    ['folders', folderImports(files)],
  ]

  test.each(graphs)('no import closes a cycle between %s, not even that of a type', (_, graph) => {
    expect(graph.size).toBeGreaterThan(1)
    expect(findCycle(graph)?.join(' -> ')).toBeUndefined()
  })
})

test('imports of types, exports and lazy imports are seen, those of tests and of other roots are not', () => {
  const root = mkdtempSync(join(tmpdir(), 'quack-imports-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const sources = {
    'a/one.ts': "import type { Two } from '../b/two.ts'\nimport outside from '../../outside.ts'\n",
    'b/two.ts': "export { three } from './three.ts'\nimport {\n  four,\n} from '../four.tsx'\n",
    'b/three.ts': "const load = () => import('../a/one.ts')\n",
    'b/three.test.ts': "import '../a/one.ts'\n",
    'four.tsx': "import './styles.css'\n",
  }
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const files = fileImports(root)
  expect(Object.fromEntries(files)).toEqual({
    'a/one.ts': new Set(['b/two.ts']),
    'b/two.ts': new Set(['b/three.ts', 'four.tsx']),
    'b/three.ts': new Set(['a/one.ts']),
    'four.tsx': new Set(),
  })
  expect(findCycle(files)).toEqual(['a/one.ts', 'b/two.ts', 'b/three.ts', 'a/one.ts'])
  expect(findCycle(folderImports(files))).toEqual(['a', 'b', 'a'])
  expect(findCycle(new Map([...files].filter(([file]) => file !== 'b/three.ts')))).toBeNull()
})
