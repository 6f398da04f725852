import type { Send } from '../../../http/answers/answer-plans.ts'
import { JSON_TYPE } from '../../../http/answers/read-answer.ts'
import { HEADERS } from '../../../http/raw/headers.ts'
import { OPEN_HEADERS, rateHeaders } from './headers.ts'

/** What one app is told is for nobody else who uses its browser. */
export const NOT_STORED = { 'cache-control': 'no-store' } as const

const COMMON = Object.entries({ ...HEADERS, ...OPEN_HEADERS, ...NOT_STORED, 'content-type': JSON_TYPE }).flat()

/** Sends a page without the framework. @param json with one character per byte; @param link null for an empty page */
export function sendPage(json: string, link: string | null): Send {
  return (response, limit) => {
    const of = [...(link === null ? [] : ['link', link]), 'content-length', String(json.length)]
    const [, max, , left, , seconds] = limit
    const rates = max && left && seconds ? Object.entries(rateHeaders(max, left, seconds)).flat() : []
    response.writeHead(200, [...COMMON, ...limit, ...rates, ...of]).end(json, 'latin1')
    return 200
  }
}
