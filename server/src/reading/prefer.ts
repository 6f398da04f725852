import type { FastifyReply } from 'fastify'

/** Whether the client asked for the changed entity only (RFC 7240). If so, the answer gets `Preference-Applied`. */
export function prefersMinimal(headers: { prefer?: string }, reply: FastifyReply): boolean {
  const isMinimal = (headers.prefer ?? '')
    .split(',')
    .some((token) => /^\s*return\s*=\s*"?minimal"?\s*(;|$)/i.test(token))
  if (isMinimal) reply.header('preference-applied', 'return=minimal')
  return isMinimal
}
