import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { createIdSource } from '../src/database/ids.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { PASSWORD } from './answers.ts'
import { startTestApp, type TestApp } from './app.ts'
import { Authenticator } from './authenticator.ts'
import { createClient } from './client.ts'
import { signUp } from './members.ts'
import { addPasskey, confirmByPasskey } from './passkeys.ts'
import { codeOf, enableFactor } from './second-factor.ts'

const fail = (error: Error) => {
  throw error
}

describe('three nodes on one database', () => {
  let nodes: TestApp[] = []
  let others: Database[] = []

  beforeAll(async () => {
    const one = await startTestApp()
    const url = one.database.env.DATABASE_URL ?? ''
    others = [await openPostgres(url, createIdSource(1), fail), await openPostgres(url, createIdSource(2), fail)]
    nodes = [one]
    for (const db of others) nodes.push(await startTestApp({ ...one.dependencies, db }))
  })
  afterAll(async () => {
    for (const node of nodes.slice(1)) await node.close()
    for (const db of others) await db.close()
    await nodes[0]?.close()
  })

  const node = (index: number) => nodes[index] as TestApp
  const statuses = async (url: string, payload: object) => {
    const answers = await Promise.all(nodes.map(({ visitor }) => visitor.send({ method: 'POST', url, payload })))
    return answers.map(({ status }) => status).sort()
  }

  test('redeem a challenge that another has issued, one of them and once', async () => {
    const member = await signUp(node(0))
    const on = (index: number) => createClient(node(index).app, member.token)
    const key = new Authenticator()
    const { options } = await on(1).call('POST /api/account/passkeys/options')
    await on(2).call('POST /api/account/passkeys', { body: { credential: key.create(options) } })
    const { options: toSignIn } = await node(0).visitor.call('POST /api/auth/passkey/options')
    const payload = { credential: key.use(toSignIn) }
    expect(await statuses('/api/auth/passkey', payload)).toEqual([200, 422, 422])
    expect(await statuses('/api/auth/passkey', payload)).toEqual([422, 422, 422])
  })

  test('take a code once, and a recovery code', async () => {
    const member = await signUp(node(0))
    const { secret, recoveryCodes } = await enableFactor(member)
    for (const code of [codeOf(secret, 1), recoveryCodes[0]]) {
      const payload = { username: member.username, password: PASSWORD, code }
      expect(await statuses('/api/auth/login', payload)).toEqual([200, 401, 401])
    }
  })

  test('leave a member without a password one of two passkeys', async () => {
    const member = await signUp(node(0))
    const { key, passkey } = await addPasskey(member)
    const passkeys = [passkey, (await addPasskey(member)).passkey]
    await member.call('DELETE /api/account/password')
    await confirmByPasskey(member, key)
    const answers = await Promise.all(
      passkeys.map(({ _id }, index) =>
        createClient(node(index).app, member.token).send({
          method: 'DELETE',
          url: `/api/account/passkeys/${_id}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})
