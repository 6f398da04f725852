import { readFileSync } from 'node:fs'
import { OPEN_PAGES, PAGE_PATHS, type PageName } from '@quack/contract/rules/page-paths'
import type { Rolldown } from 'vite'

export const MEMBERS = 'src/app/member-screens.ts'

const DECLARED = readFileSync(new URL('../src/app/screens.ts', import.meta.url), 'utf8')
  .split(/^ {2}(?=\w+: async)/m)
  .map((screen) => [/^\w+/.exec(screen)?.[0], screen] as const)

/** The module of a page, as src/app/screens.ts imports it; none if MEMBERS has its screen. */
function moduleOf(page: PageName): string[] {
  const [, screen] = DECLARED.find(([name]) => name === page) ?? []
  if (screen === undefined)
    throw new Error(`src/app/screens.ts does not declare ${page} as "${page}: async () => ...".`)
  return Array.from(screen.matchAll(/import\('\.\.\/(features\/[^']+)'\)/g), ([, module]) => `src/${module}`)
}

const PAGES = Object.keys(PAGE_PATHS) as PageName[]
export const OPEN_MODULES = PAGES.filter((page) => page in OPEN_PAGES).flatMap(moduleOf)

/** The modules that a page runs in addition to the entry. */
export function modulesOf(page: PageName): string[] {
  return page in OPEN_PAGES ? moduleOf(page) : [MEMBERS, ...moduleOf(page)]
}

/** The files that each page needs beyond those in index.html. Preloading them avoids waiting for the router. */
export function preloadsOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  const known = entry ? withImports(entry, bundle) : new Set<string>()
  const filesOf = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`The build has no file for ${module}, which src/app/screens.ts imports.`)
    return [...withImports(chunk, bundle)]
  }
  return Object.fromEntries(
    PAGES.map((page) => [
      PAGE_PATHS[page],
      [...new Set(modulesOf(page).flatMap(filesOf))].filter((file) => !known.has(file)).map((file) => `/${file}`),
    ]),
  )
}

function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()) {
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk' && !found.has(name)) withImports(next, bundle, found)
  }
  return found
}
