import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@quack/contract'
import { ROOT } from '@quack/testing/run'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

interface Pattern {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/**
 * The regular expressions as they are written in a workspace. Those of the configuration are left out, for only the
 * operator writes it, and those that the code puts together.
 */
function patternsIn(workspace: string): Pattern[] {
  const files = globSync(`${workspace}/src/**/*.{ts,tsx}`, { cwd: ROOT })
  return files
    .filter((file) => !/\.test\.tsx?$|^server\/src\/config\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      // Most files have none, and need not be parsed.
      if (!/[\s([=,:?&|!]\/[^/*>]/.test(text)) return []
      const found: Pattern[] = []
      const { program } = parseSync(file, text)
      new Visitor({
        Literal(node) {
          if ('regex' in node) found.push({ place: file, source: node.regex.pattern, flags: node.regex.flags })
        },
      }).visit(program)
      return found
    })
}

/** The patterns of a schema, which the server compiles with the flag `u`. */
function patternsOf(schema: unknown, place: string): Pattern[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string' ? [{ place, source: value, flags: 'u' }] : patternsOf(value, place),
  )
}

test('no regular expression takes more than linear time for a text in which a character is repeated', () => {
  const written = ['contract', 'server', 'web'].flatMap(patternsIn)
  const declared = Object.entries(ENDPOINTS).flatMap(([name, endpoint]) => patternsOf(endpoint, name))
  expect(written.length).toBeGreaterThan(100)
  expect(declared.length).toBeGreaterThan(10)
  const patterns = Map.groupBy([...written, ...declared], ({ source, flags }) => `/${source}/${flags}`)
  const slow = [...patterns].filter(([, [first]]) => first && analyse(first).reports.length > 0)
  expect(slow.map(([pattern, uses]) => `${pattern} in ${uses.map(({ place }) => place).join(', ')}`)).toEqual([])
})
