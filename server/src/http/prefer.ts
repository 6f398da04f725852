import type { FastifyReply } from 'fastify'

/** Whether the client asked for the changed thing alone (RFC 7240); says so in the answer when it did. */
export function prefersMinimal(headers: { prefer?: string }, reply: FastifyReply): boolean {
  const isMinimal = (headers.prefer ?? '')
    .split(',')
    .some((token) => /^\s*return\s*=\s*"?minimal"?\s*(;|$)/i.test(token))
  if (isMinimal) reply.header('preference-applied', 'return=minimal')
  return isMinimal
}
