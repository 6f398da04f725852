import { Type } from 'typebox'
import { POLL_OPTIONS_MAX } from '../rules/limits.ts'
import { BY_ID, clientCall } from './client-call.ts'
import { Poll } from './entities.ts'

export const getPoll = clientCall('GET /api/v1/polls/:id', 'read:statuses', 'A poll', {
  access: 'anyone',
  params: BY_ID,
  answer: Poll,
})

export const votePoll = clientCall('POST /api/v1/polls/:id/votes', 'write:statuses', 'Vote in a poll', {
  params: BY_ID,
  input: Type.Object({
    choices: Type.Array(Type.Integer({ minimum: 0, maximum: POLL_OPTIONS_MAX - 1 }), {
      minItems: 1,
      maxItems: POLL_OPTIONS_MAX,
    }),
  }),
  answer: Poll,
})
