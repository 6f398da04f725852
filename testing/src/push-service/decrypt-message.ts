import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

const SALT = 16
const TAG = 16
const LAST_RECORD = 2

/**
 * Decrypts a message as a browser does (RFC 8291, section 3.4, and RFC 8188, section 2). Messages have one record.
 * @param device the key pair of the subscription @throws if the message breaks the rules
 */
export function decryptMessage(body: Buffer, device: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, SALT)
  const recordSize = body.readUInt32BE(SALT)
  const keyEnd = SALT + 5 + body.readUInt8(SALT + 4)
  const senderKey = body.subarray(SALT + 5, keyEnd)
  const record = body.subarray(keyEnd)
  if (senderKey.length !== 65) throw new Error('The header has no key of the sender.')
  if (record.length > recordSize) throw new Error('The message has more than one record.')

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), senderKey])
  const input = derive(device.computeSecret(senderKey), auth, keyInfo, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-TAG))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== LAST_RECORD) throw new Error('The record does not end as the last one must.')
  return padded.subarray(0, end)
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
