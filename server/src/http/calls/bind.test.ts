import { type Access, ENDPOINTS, type EndpointDeclaration, type EndpointName } from '@quack/contract'
import { VERSIONS_PAGE } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { comment } from '../../../test/blocks.ts'
import { test } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import { UNSUBSCRIBE_PAGE } from '../../features/notifications/digest/unsubscribe.routes.ts'

/** Rules that follow from the declarations, for every call, including future ones. */
const CALLS = Object.entries(ENDPOINTS) as [EndpointName, EndpointDeclaration][]
/** Of lists that are shorter than others. */
const MAXIMA: Partial<Record<EndpointName, number>> = {
  findPeople: 10,
  listPostVersions: VERSIONS_PAGE,
  listCommentVersions: VERSIONS_PAGE,
  listReportedVersions: VERSIONS_PAGE,
}
const pathsOf = (calls: typeof CALLS) =>
  calls.map(([name, { method, path, access }]) => ({ name, method, path, access, url: urlOf(path) }))
const isForStaff = (access: Access) => access === 'moderator' || access === 'owner'
const urlOf = (path: string) => path.replace(/:\w+/g, '1')

describe('every call', () => {
  test('refuses an invalid token', async ({ app }) => {
    for (const { name, method, url } of pathsOf(CALLS)) {
      const answer = await app.visitor.send({ method, url, headers: { authorization: 'Bearer rubbish' } })
      expect(asRefusal(answer), name).toEqual(refusal('tokenInvalid'))
    }
  })

  test('for members refuses a visitor, before it looks at what they sent', async ({ app }) => {
    for (const { name, method, url } of pathsOf(CALLS.filter(([, { access }]) => access === 'member'))) {
      const payload = method === 'GET' ? {} : { payload: '{', headers: { 'content-type': 'application/json' } }
      expect(asRefusal(await app.visitor.send({ method, url, ...payload })), name).toEqual(refusal('tokenInvalid'))
    }
  })

  test('for anyone lets a visitor in', async ({ app }) => {
    for (const { name, method, url } of pathsOf(CALLS.filter(([, { access }]) => access === 'anyone'))) {
      expect((await app.visitor.send({ method, url })).status, name).not.toBe(401)
    }
  })

  const takes = (name: string) => CALLS.filter(([, { query }]) => query && name in query.properties)

  test('with a limit refuses 0 and one above its maximum', async ({ ann, owner }) => {
    for (const { name, method, url, access } of pathsOf(takes('limit'))) {
      const max = MAXIMA[name] ?? 100
      for (const [limit, message] of [
        [0, 'limit must be 1 or more.'],
        [max + 1, `limit must be ${max} or less.`],
      ]) {
        const reader = isForStaff(access) ? owner : ann
        const query = { name: 'a', q: 'a', limit: String(limit) }
        expect(asRefusal(await reader.send({ method, url, query })), name).toEqual({ status: 400, message })
      }
    }
  })

  test('with embed refuses -1 and 101', async ({ ann }) => {
    for (const { name, method, url } of pathsOf(takes('embed'))) {
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
        expect(asRefusal(answer), name).toEqual({ status: 400, message })
      }
    }
  })

  test('with a cursor refuses one that it did not give out', async ({ ann, owner }) => {
    const { _id } = await writePost(ann)
    const commentId = await comment(ann, _id, 'A comment')
    const { report } = await owner.call('POST /api/reports', { body: { kind: 'post', id: _id, rule: 'spam' } })
    for (const { name, method, path, access } of pathsOf(
      CALLS.filter(([, { errors }]) => errors.includes('cursorInvalid')),
    )) {
      const ids = { ':postId': _id, ':commentId': commentId, ':reportId': report._id, ':username': ann.username }
      const url = Object.entries(ids).reduce((text, [name, id]) => text.replace(name, id), path)
      for (const cursor of ['rubbish', 'other.1']) {
        const reader = isForStaff(access) ? owner : ann
        const answer = await reader.send({ method, url: `${url}?q=a&cursor=${cursor}` })
        expect(asRefusal(answer), name).toEqual(refusal('cursorInvalid'))
      }
    }
  })

  test('has no other methods, and says which it has', async ({ ann }) => {
    const routes = [...CALLS.map(([, call]) => call), UNSUBSCRIBE_PAGE]
    for (const path of new Set(CALLS.map(([, call]) => call.path))) {
      const declared = routes.filter((route) => route.path === path).map(({ method }) => method as string)
      const allowed = declared.includes('GET') ? ['HEAD', ...declared] : declared
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (allowed.includes(method)) continue
        const payload = method === 'GET' ? {} : { payload: 'x', headers: { 'content-type': 'text/plain' } }
        const answer = await ann.send({ method, url: urlOf(path), ...payload })
        expect(asRefusal(answer), `${method} ${path}`).toEqual(refusal('methodNotAllowed'))
        expect(String(answer.headers.allow).split(', ').sort(), `${method} ${path}`).toEqual(allowed.toSorted())
      }
    }
  })

  test('with a body refuses to be called without one', async ({ ann, owner }) => {
    for (const { name, method, url, access } of pathsOf(CALLS.filter(([, { body }]) => body))) {
      expect(asRefusal(await (isForStaff(access) ? owner : ann).send({ method, url })), name).toEqual({
        status: 422,
        message: 'The request body must be a JSON object.',
      })
    }
  })

  test('HEAD answers like GET, without the body', async ({ app }) => {
    const answer = await app.visitor.send({ method: 'HEAD', url: '/api/posts' })
    expect(answer).toMatchObject({ status: 200, body: '' })
  })
})

/** A body that every call accepts. */
const FORMS = {
  postData: { content: 'x' },
  commentData: { text: 'x' },
  vote: 'up',
  userData: {},
  duration: 'hour',
  private: true,
  resumes: true,
  whoMayRepost: 'everyone',
  readWarnings: 'author',
  languages: ['de'],
  locale: 'de',
  choices: [0],
  version: 1,
}
