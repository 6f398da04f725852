/**
 * A page in JSON without the instant from which on its likes are counted out again, which a trending page says: any
 * instant at which it held will do.
 */
export function withoutInstant(json: string): string {
  return json.replace(/"nextCursor":"trending\.[^"]*"/, '')
}
