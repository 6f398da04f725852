import { describe, expect } from 'vitest'
import { test as base } from '../../test/fixtures.ts'
import { prepared } from './prepared.ts'

const put = prepared((db, { key }: { key: string }) => db.insertInto('settings').values({ key, value: 'as sent' }))

const test = base.extend('keys', ({ app }) => async (): Promise<string[]> => {
  const rows = await app.db.primary.selectFrom('settings').select('key').where('value', '=', 'as sent').execute()
  return rows.map(({ key }) => key).sort()
})

describe('statements that are sent without awaiting their results', () => {
  test.beforeEach(async ({ app }) => {
    await app.db.write((transaction) => transaction.deleteFrom('settings').where('value', '=', 'as sent').execute())
  })

  test('are committed when the write is acknowledged', async ({ app, keys }) => {
    const value = await app.db.write(async (transaction) => {
      await put.send(transaction, { key: 'first' })
      await put.send(transaction, { key: 'second' })
      return 'done'
    })
    expect(value).toBe('done')
    expect(await keys()).toEqual(['first', 'second'])
  })

  test('are seen by later statements of the transaction', async ({ app }) => {
    const seen = await app.db.write(async (transaction) => {
      await put.send(transaction, { key: 'first' })
      return transaction.selectFrom('settings').select('key').where('key', '=', 'first').execute()
    })
    expect(seen).toEqual([{ key: 'first' }])
  })

  test('fail the whole write if the last of them fails', async ({ app, keys }) => {
    const write = app.db.write(async (transaction) => {
      await put.send(transaction, { key: 'first' })
      await put.send(transaction, { key: 'first' })
    })
    await expect(write).rejects.toThrow(/unique/i)
    expect(await keys()).toEqual([])
  })

  test('fail the write with their own error, not with that of a later statement', async ({ app, keys }) => {
    const write = app.db.write(async (transaction) => {
      await put.send(transaction, { key: 'first' })
      await put.send(transaction, { key: 'first' })
      await transaction.selectFrom('settings').select('key').execute()
    })
    await expect(write).rejects.toThrow(/unique/i)
    expect(await keys()).toEqual([])
  })

  test('are rolled back with a write that throws, and the connection can be used again', async ({ app, keys }) => {
    const refused = app.db.write(async (transaction) => {
      await put.send(transaction, { key: 'first' })
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await app.db.write((transaction) => put.send(transaction, { key: 'second' }))
    expect(await keys()).toEqual(['second'])
  })
})
