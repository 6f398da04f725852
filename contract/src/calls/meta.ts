import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { SignUpRule } from './installation.ts'

export const getMeta = endpoint({
  method: 'GET',
  path: '/api/meta',
  noun: 'meta',
  summary: 'What a client needs to know about this installation',
  access: 'anyone',
  rate: 'read',
  success: 200,
  answer: Type.Object({
    name: Type.String(),
    version: Type.String(),
    moderated: Type.Boolean({ description: 'Whether somebody moderates this installation, so that reports are read' }),
    signUp: SignUpRule,
    mail: Type.Boolean({ description: 'Whether this installation sends mail' }),
    contact: Type.Union([Type.String(), Type.Null()], {
      description: 'Where members find the operator: an e-mail address or the address of a page',
    }),
    guestLogin: Type.Boolean({ description: 'Whether the demo account can sign in' }),
    passkeyHost: Type.Union([Type.String(), Type.Null()], {
      description: 'Passkeys work on pages of this host and its subdomains; null if they work nowhere',
    }),
    presetAvatars: Type.Array(Type.Object({ url: Type.String() })),
    limits: Type.Record(Type.String(), Type.Integer()),
  }),
  errors: [],
})
