import { PAGES } from '@quack/contract/pages'
import type { Rolldown } from 'vite'

type Page = (typeof PAGES)[keyof typeof PAGES]

const MEMBERS = 'src/app/member-screens.ts'
/** The modules that each page runs in addition to the entry. */
const MODULES: Readonly<Record<Page, readonly string[]>> = {
  [PAGES.home]: [MEMBERS],
  [PAGES.explore]: [MEMBERS],
  [PAGES.bookmark]: [MEMBERS],
  [PAGES.profile]: [MEMBERS],
  [PAGES.post]: [MEMBERS],
  [PAGES.login]: ['src/features/sessions/login-page.tsx'],
  [PAGES.signup]: ['src/features/sessions/sign-up-page.tsx'],
  [PAGES.settings]: [MEMBERS, 'src/features/account/settings-page.tsx'],
  [PAGES.resetPassword]: ['src/features/account/reset-password-page.tsx'],
}

/** The files that each page needs beyond those in index.html. Preloading them avoids waiting for the router. */
export function preloadsOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  const known = entry ? withImports(entry, bundle) : new Set<string>()
  const filesOf = (module: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (!chunk) throw new Error(`The build has no file for ${module}, which build/preloads.ts names.`)
    return [...withImports(chunk, bundle)]
  }
  return Object.fromEntries(
    Object.entries(MODULES).map(([page, modules]) => [
      page,
      [...new Set(modules.flatMap(filesOf))].filter((file) => !known.has(file)).map((file) => `/${file}`),
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
