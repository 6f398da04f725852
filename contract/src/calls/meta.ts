import { Type } from 'typebox'
import { endpoints } from './endpoint.ts'
import { SignUpRule } from './installation.ts'

const endpoint = endpoints({ noun: 'meta', access: 'anyone' })

export const getMeta = endpoint('GET /api/meta', {
  summary: 'What a client needs to know about this installation',
  answer: Type.Object({
    name: Type.String(),
    version: Type.String(),
    moderated: Type.Boolean({ description: 'Whether somebody moderates this installation, so that reports are read' }),
    signUp: SignUpRule,
    mail: Type.Boolean({ description: 'Whether this installation sends mail' }),
    contact: Type.Union([Type.String(), Type.Null()], {
      description: 'Where members find the operator: an e-mail address or the address of a page',
    }),
    apps: Type.Optional(Type.Literal(true, { description: 'Whether apps of other makers can be used: `CLIENT_API`' })),
    guestLogin: Type.Boolean({ description: 'Whether the demo account can sign in' }),
    passkeyHost: Type.Union([Type.String(), Type.Null()], {
      description: 'Passkeys work on pages of this host and its subdomains; null if they work nowhere',
    }),
    presetAvatars: Type.Array(Type.Object({ url: Type.String() })),
    limits: Type.Record(Type.String(), Type.Integer()),
  }),
})
