import { describe, expect, test } from 'vitest'
import { partsOf, queryParts, withRecords } from './query-parts.ts'

const CODE = `const byId = prepared((db) => db.selectFrom('posts').$if(isPostgres(db), (query) => query.forUpdate()))

export async function list(db: Connection): Promise<Row[]> {
  return engine !== 'sqlite' ? [] : (await byId.all(db)).map(({ id }) => ({ id }))
}
`

describe('the parts of the server that have to run on PostgreSQL', () => {
  test('are each function of a file of statements, and each condition on the engine', () => {
    expect(partsOf('a.queries.ts', CODE)).toEqual([
      { place: 'a.queries.ts:1:23', owner: 'a.queries.ts byId' },
      { place: 'a.queries.ts:1:58', owner: 'a.queries.ts byId' },
      { place: 'a.queries.ts:1:74', owner: 'a.queries.ts byId' },
      { place: 'a.queries.ts:3:8', owner: 'a.queries.ts list' },
      { place: 'a.queries.ts:4:10', owner: 'a.queries.ts list' },
      { place: 'a.queries.ts:4:62', owner: 'a.queries.ts list' },
    ])
  })

  test('are only the conditions in another file', () => {
    expect(partsOf('a.ts', CODE).map(({ place }) => place)).toEqual(['a.ts:1:58', 'a.ts:4:10'])
    expect(withRecords('a.ts', "const place = 'main'")).toBe(undefined)
  })

  test('are recorded when they run, and a condition if it is decided for PostgreSQL', () => {
    const recorded = withRecords('a.queries.ts', CODE)?.replaceAll(/"a\.queries\.ts:([\d:]+)"/g, '$1')
    expect(recorded?.slice(recorded.indexOf(';') + 1).split('\n')).toEqual([
      "const byId = prepared((db) => ($record.ran(1:23), db.selectFrom('posts').$if($record.decided(1:58, true, isPostgres(db)), (query) => ($record.ran(1:74), query.forUpdate()))))",
      '',
      'export async function list(db: Connection): Promise<Row[]> {$record.ran(3:8);',
      "  return $record.decided(4:10, true, engine !== 'sqlite') ? [] : (await byId.all(db)).map(({ id }) => (($record.ran(4:62), { id })))",
      '}',
      '',
    ])
  })

  test('are found in the server', () => {
    expect(queryParts().length).toBeGreaterThan(500)
  })
})
