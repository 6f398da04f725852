/** Counters of the server's /metrics. */
export interface Figures {
  readonly queries: number
  readonly found: number
  readonly made: number
  /** @returns the counts since `before`; `hits`, the share of reads by the fast path, is null if there were none */
  since(before: Figures): { readonly queries: number; readonly hits: number | null }
}

export async function readFigures(address: string): Promise<Figures> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const read = (series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const queries = read('quack_database_queries_total')
  const found = read('quack_cache_hits_total{cache="plans"}')
  const made = read('quack_cache_misses_total{cache="plans"}')
  return {
    queries,
    found,
    made,
    since(before) {
      const [hits, misses] = [found - before.found, made - before.made]
      return { queries: queries - before.queries, hits: hits + misses === 0 ? null : hits / (hits + misses) }
    },
  }
}
