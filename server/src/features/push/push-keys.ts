import { generateKeyPairSync } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { addSetting, findSetting, replaceSetting } from '../installation/settings.queries.ts'
import { createSeal } from '../secrets/sealed.ts'

/** The keys by which push services recognise this installation (VAPID, RFC 8292). */
export interface PushKeys {
  /** An uncompressed point on P-256, in base64url. */
  readonly publicKey: string
  /** PKCS #8 in PEM. It never leaves the server. */
  readonly privateKey: string
}

/** Sealed with the installation's secret: whoever has a copy of the database cannot send messages in its name. */
type StoredKeys = Pick<PushKeys, 'publicKey'> & { readonly sealedKey: string }

const SETTING = 'pushKeys'

/**
 * The installation's keys, which are generated once: browsers bind subscriptions to the public key. With another secret of
 * the installation there are new ones, and devices have to subscribe again. If several nodes start together, one pair is
 * stored and all use it.
 * @param secret of the installation
 */
export async function loadPushKeys(db: Database, secret: string): Promise<PushKeys> {
  const seal = createSeal(secret, 'push keys')

  function open(stored: StoredKeys | PushKeys): PushKeys | null {
    const { publicKey } = stored
    // Earlier releases did not seal it.
    if ('privateKey' in stored) return stored
    const privateKey = seal.open(stored.sealedKey, publicKey)
    return privateKey === null ? null : { publicKey, privateKey }
  }

  function toStored({ publicKey, privateKey }: PushKeys): StoredKeys {
    return { publicKey, sealedKey: seal.seal(privateKey, publicKey) }
  }

  const stored = await findKeys(db)
  const keys = stored ? open(stored) : null
  if (keys && stored && 'sealedKey' in stored) return keys
  const next = toStored(keys ?? generateKeys())
  await db.write((transaction) =>
    stored ? replaceSetting(transaction, SETTING, stored, next) : addSetting(transaction, SETTING, next),
  )
  // Another node may have been faster.
  const present = await findKeys(db)
  const opened = present ? open(present) : null
  if (!opened) throw new Error('The push keys were not stored.')
  return opened
}

async function findKeys(db: Database): Promise<StoredKeys | PushKeys | undefined> {
  return (await findSetting(db.primary, SETTING)) as StoredKeys | PushKeys | undefined
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
