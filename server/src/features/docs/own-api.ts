import { ENDPOINTS, type EndpointDeclaration, ERRORS } from '@quack/contract'
import { refusalsOf } from '@quack/contract/calls/endpoint'
import * as entities from '@quack/contract/entities/entities'
import { MemberSummary } from '@quack/contract/entities/fields'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import type { Api, Call } from './openapi.ts'

const JSON_TYPE = 'application/json'
const FILE = { type: 'string', format: 'binary' }

export const OWN_API: Api = {
  title: 'Quack',
  description:
    'A short-post social network. Every refusal has the same body; its first message is what a person is shown. ' +
    `The header ${ERROR_CODE_HEADER} has its code, by which clients recognise it. ` +
    'Media uploaded here are served at the address that the upload answers.',
  calls: Object.entries(ENDPOINTS).map(([id, endpoint]) => callOf(id, endpoint)),
  schemas: {
    Comment: entities.Comment,
    ErrorBody: entities.ErrorBody,
    Member: entities.Member,
    MemberSummary,
    Post: entities.Post,
    Votes: entities.Votes,
  },
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The encodedToken of sign-up or log-in. It is also taken without the word Bearer.',
    },
  },
  refusal: entities.ErrorBody,
  refusalHeaders: (codes) => ({
    [ERROR_CODE_HEADER]: { description: 'The code of the refusal', required: true, schema: { enum: codes } },
  }),
}

function callOf(id: string, endpoint: EndpointDeclaration): Call {
  const { access, body, consumes, produces, success, answer } = endpoint
  const form = { type: 'object', required: ['file'], properties: { file: FILE } }
  return {
    ...endpoint,
    id,
    // Calls for anyone accept a token too. Those that read then answer for that viewer.
    security: access === 'anyone' ? [{}, { token: [] }] : [{ token: [] }],
    bodies: { ...(consumes ? { [consumes]: form } : body && { [JSON_TYPE]: body }) },
    isBodyRequired: true,
    successes: { [success]: success === 201 ? 'Done' : 'The answer' },
    answers: produces ? { [produces]: FILE } : { [JSON_TYPE]: answer },
    refusals: refusalsOf(endpoint).map((code) => {
      const { status, message } = ERRORS[code]
      return { code, status, message, body: { errors: [message], requestId: '5f0c2a1b-3e' } }
    }),
  }
}
