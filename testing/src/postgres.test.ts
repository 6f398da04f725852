import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { describeWith } from './needs.ts'
import { startPostgres } from './postgres.ts'

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

describeWith('postgres', 'PostgreSQL for tests', () => {
  test('a private server listens until it is stopped, and leaves no files', async () => {
    const { url, folder, stop } = await startPostgres()
    const port = Number(new URL(url).port)
    expect(await canConnect(port)).toBe(true)
    expect(existsSync(folder)).toBe(true)
    await stop()
    expect(await canConnect(port)).toBe(false)
    expect(existsSync(folder)).toBe(false)
  })
})
