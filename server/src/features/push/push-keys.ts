import { generateKeyPairSync } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { addSetting, findSetting } from '../installation/settings.queries.ts'

/** The keys by which push services recognise this installation (VAPID, RFC 8292). */
export interface PushKeys {
  /** An uncompressed point on P-256, in base64url. */
  readonly publicKey: string
  /** PKCS #8 in PEM. It never leaves the server. */
  readonly privateKey: string
}

const SETTING = 'pushKeys'

/**
 * The installation's keys, which are generated once. Browsers bind subscriptions to the public key, so it never changes.
 * If several nodes start together, one pair is stored and all use it.
 */
export async function loadPushKeys(db: Database): Promise<PushKeys> {
  const stored = await findKeys(db)
  if (stored) return stored
  await db.write((transaction) => addSetting(transaction, SETTING, generateKeys()))
  const keys = await findKeys(db)
  if (!keys) throw new Error('The push keys were not stored.')
  return keys
}

async function findKeys(db: Database): Promise<PushKeys | undefined> {
  return (await findSetting(db.primary, SETTING)) as PushKeys | undefined
}

function generateKeys(): PushKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return {
    publicKey: point.toString('base64url'),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
