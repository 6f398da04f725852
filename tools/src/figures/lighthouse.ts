import lighthouse from 'lighthouse'
import { inFreshBrowser } from './browser.ts'
import type { Product } from './product.ts'

export interface Scores {
  readonly performance: number
  readonly accessibility: number
  readonly 'best-practices': number
  readonly seo: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** Audits that cost points, worst first. */
  readonly lost: readonly string[]
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** One run of Lighthouse's mobile preset, in a new browser. */
export async function score(product: Product, path: string, isSignedIn: boolean): Promise<Scores> {
  return inFreshBrowser(product, isSignedIn, async ({ port }) => {
    const result = await lighthouse(product.address + path, {
      port,
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
      // Clearing it would sign the guest out.
      disableStorageReset: true,
    })
    if (!result) throw new Error('Lighthouse gave no result.')
    const { lhr } = result
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    const points = (name: (typeof CATEGORIES)[number]) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
    return {
      performance: points('performance'),
      accessibility: points('accessibility'),
      'best-practices': points('best-practices'),
      seo: points('seo'),
      shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
      lost: findLost(lhr),
    }
  })
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function findLost({ categories, audits }: Report): string[] {
  const entries = Object.values(categories).flatMap(({ auditRefs }) => auditRefs)
  return entries
    .map(({ id, weight }) => ({ audit: audits[id], cost: weight * (1 - (audits[id]?.score ?? 1)) }))
    .filter(({ cost }) => cost > 0)
    .toSorted((one, other) => other.cost - one.cost)
    .map(({ audit }) => `${audit?.title}${audit?.displayValue ? `: ${audit.displayValue}` : ''}`)
}
