import type { InjectOptions } from 'fastify'
import { createApps } from './apps.ts'
import { test as base } from './fixtures.ts'

/** An app of another maker, signed in as a member with these scopes. */
export const test = base.extend('clientOf', ({ app }) => {
  const apps = createApps(app.app)
  return async (member: Parameters<typeof apps.tokenOf>[1], scopes = 'read write') => {
    const token = await apps.tokenOf(await apps.register({ scopes }), member, { scope: scopes })
    return async <Body>(url: string, method: NonNullable<InjectOptions['method']> = 'GET') => {
      const answer = await app.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
      return { status: answer.statusCode, body: answer.json<Body>(), link: answer.headers.link }
    }
  }
})

/** The addresses of a `Link` header, by their relations. */
export const linksOf = (link: unknown) =>
  new Map([...String(link).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, to = '', rel = '']) => [rel, to]))
