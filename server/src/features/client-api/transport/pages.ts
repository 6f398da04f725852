import type { PageInput } from '@quack/contract/client-api/reading'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { IdRange, RangePage } from '../../../reading/id-range.ts'

export const LIMIT_DEFAULT = 20

/** Ids of other networks are larger than ours can be. Nothing is above them, and everything below. */
export function rangeOf({ max_id, since_id, min_id, limit = LIMIT_DEFAULT }: Static<typeof PageInput>): IdRange {
  const numberOf = (id: string | undefined) => (id === undefined ? null : Math.min(Number(id), Number.MAX_SAFE_INTEGER))
  return { below: numberOf(max_id), above: numberOf(min_id ?? since_id), isUpward: min_id !== undefined, limit }
}

/**
 * Tells where the pages beside this one are (RFC 8288): the next, older one if there may be any, then the one above. An
 * empty page has no header.
 */
export function linkPages(
  { url }: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  { ids, isLast }: Pick<RangePage<unknown>, 'ids' | 'isLast'>,
): void {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return
  const at = (name: string, id: string) => {
    const address = new URL(url, origin)
    for (const each of ['max_id', 'since_id', 'min_id']) address.searchParams.delete(each)
    address.searchParams.set(name, id)
    return address.href
  }
  const next = isLast ? [] : [`<${at('max_id', last)}>; rel="next"`]
  reply.header('link', [...next, `<${at('min_id', first)}>; rel="prev"`].join(', '))
}
