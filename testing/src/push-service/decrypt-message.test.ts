import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptMessage } from './decrypt-message.ts'

test('decrypts the example of RFC 8291, section 5', () => {
  const device = createECDH('prime256v1')
  device.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const body = [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml',
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT',
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join('')
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  const text = decryptMessage(Buffer.from(body, 'base64url'), device, auth).toString()
  expect(text).toBe('When I grow up, I want to be a watermelon')
})
