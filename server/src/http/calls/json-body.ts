import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/errors.ts'

/** Deeper than any body that a client needs, and far from exhausting the stack. */
const DEPTH_MAX = 20

/**
 * Parses JSON bodies. It refuses keys that would change an object's prototype, and text that not every database can
 * store: NUL and lone surrogates. An empty body counts as none, because clients often send the content type without a
 * body.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text, (error, body) => {
      if (error) return done(new AppError('bodyMalformed'))
      const problem = findProblem(body, 0)
      return problem ? done(new AppError('fieldInvalid', problem)) : done(null, body)
    })
  })
}

function findProblem(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return textProblem(value)
  if (typeof value !== 'object' || value === null) return null
  if (depth === DEPTH_MAX) return 'The request body is nested too deeply.'
  for (const [key, entry] of Object.entries(value)) {
    const problem = textProblem(key) ?? findProblem(entry, depth + 1)
    if (problem) return problem
  }
  return null
}

function textProblem(text: string): string | null {
  return text.includes('\0') || !text.isWellFormed() ? 'The text contains characters that cannot be stored.' : null
}
