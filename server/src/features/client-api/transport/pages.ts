import type { PageInput } from '@quack/contract/client-api/reading'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { IdRange } from '../../../reading/id-range.ts'

export const LIMIT_DEFAULT = 20

/** Ids of other networks are larger than ours can be. Nothing is above them, and everything below. */
export function rangeOf({ max_id, since_id, min_id, limit = LIMIT_DEFAULT }: Static<typeof PageInput>): IdRange {
  const numberOf = (id: string | undefined) => (id === undefined ? null : Math.min(Number(id), Number.MAX_SAFE_INTEGER))
  return { below: numberOf(max_id), above: numberOf(min_id ?? since_id), isUpward: min_id !== undefined, limit }
}

/** By their ids. */
interface Listed {
  readonly ids: readonly (number | string)[]
  readonly isLast: boolean
}

/**
 * Where the pages beside this one are (RFC 8288): the next, older one if there may be any, then the one above. Null for
 * an empty page.
 */
export function linksOf(url: string, origin: string, { ids, isLast }: Listed): string | null {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return null
  const [path = '', query] = url.split('?', 2)
  const searchParams = new URLSearchParams(query)
  // Also in the form of a list, which is read as well.
  for (const key of [...searchParams.keys()]) if (/^(max|since|min)_id(\[|$)/.test(key)) searchParams.delete(key)
  const others = searchParams.size === 0 ? '' : `${searchParams}&`
  const at = (name: string, id: number | string) => `${origin}${path}?${others}${name}=${id}`
  const next = isLast ? [] : [`<${at('max_id', last)}>; rel="next"`]
  return [...next, `<${at('min_id', first)}>; rel="prev"`].join(', ')
}

export function linkPages({ url }: FastifyRequest, reply: FastifyReply, origin: string, page: Listed): void {
  const links = linksOf(url, origin, page)
  if (links !== null) reply.header('link', links)
}
