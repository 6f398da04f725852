import { type Access, ENDPOINTS, type EndpointDeclaration, type EndpointName } from '@quack/contract'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/fixtures.ts'
import { writePost } from '../../test/members.ts'
import { asRefusal, refusal } from '../../test/refusals.ts'
import { UNSUBSCRIBE_PAGE } from '../features/email/unsubscribe.routes.ts'

/** Rules that follow from the declarations, for every call, including future ones. */
const CALLS = Object.entries(ENDPOINTS) as [EndpointName, EndpointDeclaration][]
/** Of lists that are shorter than others. */
const MAXIMA: Partial<Record<EndpointName, number>> = { findPeople: 10 }
const pathsOf = (calls: typeof CALLS) =>
  calls.map(([name, { method, path, access }]) => ({ name, method, path, access, url: urlOf(path) }))
const isForStaff = (access: Access) => access === 'moderator' || access === 'owner'
const urlOf = (path: string) => path.replace(/:\w+/g, '1')

const test = base.extend(
  'post',
  ({ ann }) =>
    () =>
      writePost(ann),
)

describe('every call', () => {
  test.for(pathsOf(CALLS))('$name refuses an invalid token', async ({ method, url }, { app }) => {
    const answer = await app.visitor.send({ method, url, headers: { authorization: 'Bearer rubbish' } })
    expect(asRefusal(answer)).toEqual(refusal('tokenInvalid'))
  })

  test.for(pathsOf(CALLS.filter(([, { access }]) => access === 'member')))(
    '$name refuses a visitor, before it looks at what they sent',
    async ({ method, url }, { app }) => {
      const payload = method === 'GET' ? {} : { payload: '{', headers: { 'content-type': 'application/json' } }
      expect(asRefusal(await app.visitor.send({ method, url, ...payload }))).toEqual(refusal('tokenInvalid'))
    },
  )

  test.for(pathsOf(CALLS.filter(([, { access }]) => access === 'anyone')))(
    '$name lets a visitor in',
    async ({ method, url }, { app }) => {
      expect((await app.visitor.send({ method, url })).status).not.toBe(401)
    },
  )

  const takes = (name: string) => CALLS.filter(([, { query }]) => query && name in query.properties)

  test.for(pathsOf(takes('limit')))(
    '$name refuses a limit of 0 and one above its maximum',
    async ({ name, method, url, access }, { ann, owner }) => {
      const max = MAXIMA[name] ?? 100
      for (const [limit, message] of [
        [0, 'limit must be 1 or more.'],
        [max + 1, `limit must be ${max} or less.`],
      ]) {
        const reader = isForStaff(access) ? owner : ann
        const query = { name: 'a', q: 'a', limit: String(limit) }
        expect(asRefusal(await reader.send({ method, url, query }))).toEqual({ status: 400, message })
      }
    },
  )

  test.for(pathsOf(takes('embed')))('$name refuses an embed of -1 and of 101', async ({ method, url }, { ann }) => {
    for (const [embed, message] of [
      [-1, 'embed must be 0 or more.'],
      [101, 'embed must be 100 or less.'],
    ]) {
      // Parts are validated in order, and the body before the query. An object passes as a body.
      const answer = await ann.send({
        method,
        url: `${url}?q=a&embed=${embed}`,
        ...(method === 'GET' ? {} : { payload: FORMS }),
      })
      expect(asRefusal(answer)).toEqual({ status: 400, message })
    }
  })

  test.for(pathsOf(CALLS.filter(([, { errors }]) => errors.includes('cursorInvalid'))))(
    '$name refuses a cursor that it did not give out',
    async ({ method, path, access }, { ann, owner, post }) => {
      const { _id } = await post()
      const url = path.replace(':postId', _id).replace(':username', ann.username)
      for (const cursor of ['rubbish', 'other.1']) {
        const reader = isForStaff(access) ? owner : ann
        const answer = await reader.send({ method, url: `${url}?q=a&cursor=${cursor}` })
        expect(asRefusal(answer)).toEqual(refusal('cursorInvalid'))
      }
    },
  )

  test.for([...new Set(CALLS.map(([, { path }]) => path))])(
    '%s has no other methods, and says which it has',
    async (path, { ann }) => {
      const routes = [...CALLS.map(([, call]) => call), UNSUBSCRIBE_PAGE]
      const declared = routes.filter((route) => route.path === path).map(({ method }) => method as string)
      const allowed = declared.includes('GET') ? ['HEAD', ...declared] : declared
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (allowed.includes(method)) continue
        const payload = method === 'GET' ? {} : { payload: 'x', headers: { 'content-type': 'text/plain' } }
        const answer = await ann.send({ method, url: urlOf(path), ...payload })
        expect(asRefusal(answer), method).toEqual(refusal('methodNotAllowed'))
        expect(String(answer.headers.allow).split(', ').sort(), method).toEqual(allowed.toSorted())
      }
    },
  )

  test.for(pathsOf(CALLS.filter(([, { body }]) => body)))(
    '$name refuses a body that is missing',
    async ({ method, url, access }, { ann, owner }) => {
      expect(asRefusal(await (isForStaff(access) ? owner : ann).send({ method, url }))).toEqual({
        status: 422,
        message: 'The request body must be a JSON object.',
      })
    },
  )

  test('HEAD answers like GET, without the body', async ({ app }) => {
    const answer = await app.visitor.send({ method: 'HEAD', url: '/api/posts' })
    expect(answer).toMatchObject({ status: 200, body: '' })
  })
})

/** A body that every call accepts. */
const FORMS = { postData: { content: 'x' }, commentData: { text: 'x' }, userData: {}, duration: 'hour', private: true }
