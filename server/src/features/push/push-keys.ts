import { createHash, generateKeyPairSync } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { addSetting, findSetting, removeSetting } from '../installation/settings.queries.ts'
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

/** Earlier releases did not seal the private key. */
const UNSEALED = 'pushKeys'

/**
 * The installation's keys, which are generated once: browsers bind subscriptions to the public key. Each secret has
 * keys of its own, so a start with a wrong secret loses none; with another one for good, devices have to subscribe
 * again. If several nodes start together, one pair is stored and all use it.
 * @param secret of the installation
 */
export async function loadPushKeys(db: Database, secret: string): Promise<PushKeys> {
  const seal = createSeal(secret, 'push keys')
  const setting = `pushKeys ${createHash('sha256').update(`push keys ${secret}`).digest('base64url').slice(0, 16)}`

  async function find(): Promise<PushKeys | null> {
    const stored = (await findSetting(db.primary, setting)) as StoredKeys | undefined
    const privateKey = stored ? seal.open(stored.sealedKey, stored.publicKey) : null
    return stored && privateKey !== null ? { publicKey: stored.publicKey, privateKey } : null
  }

  const known = await find()
  if (known) return known
  await db.write(async (transaction) => {
    const earlier = (await findSetting(transaction, UNSEALED)) as PushKeys | undefined
    const { publicKey, privateKey } = earlier ?? generateKeys()
    // Another node may have been faster.
    await addSetting(transaction, setting, {
      publicKey,
      sealedKey: seal.seal(privateKey, publicKey),
    } satisfies StoredKeys)
    await removeSetting(transaction, UNSEALED)
  })
  const made = await find()
  if (!made) throw new Error('The push keys were not stored.')
  return made
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
