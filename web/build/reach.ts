import type { Plugin } from 'vite'

/** What needs which modules. Known when chunks are formed: all modules have been read by then. */
interface Reach<Group extends string> {
  readonly plugin: Plugin
  /** Whether the entry imports it, directly or not, other than dynamically. */
  isInitial: (id: string) => boolean
  /** The same for a module of a group. */
  isOf: (group: Group, id: string) => boolean
  /** How many modules that are imported dynamically need it. */
  countOf: (id: string) => number
  /** Whether it has icons. Their package is one module that imports all of them, so they have no reach of their own. */
  hasIcons: (id: string) => boolean
}

/** @param groups modules by the ends of their paths */
export function findReach<Group extends string>(groups: Readonly<Record<Group, readonly string[]>>): Reach<Group> {
  const initial = new Set<string>()
  const reached = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  const withIcons = new Set<string>()
  return {
    isInitial: (id) => initial.has(id),
    isOf: (group, id) => reached.get(group)?.has(id) === true,
    countOf: (id) => counts.get(id) ?? 0,
    hasIcons: (id) => withIcons.has(id),
    plugin: {
      name: 'quack:reach',
      apply: 'build',
      buildEnd() {
        const add = (id: string, found: Set<string>): Set<string> => {
          if (found.has(id)) return found
          found.add(id)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported, found)
          return found
        }
        for (const known of [initial, reached, counts, withIcons]) known.clear()
        const ids = [...this.getModuleIds()]
        for (const [group, ends] of Object.entries<readonly string[]>(groups)) {
          const found = new Set<string>()
          for (const end of ends) {
            const id = ids.find((known) => known.endsWith(end))
            if (id === undefined) throw new Error(`The build has no module ${end}, which vite.config.ts names.`)
            add(id, found)
          }
          reached.set(group, found)
        }
        for (const id of ids) {
          const module = this.getModuleInfo(id)
          if (!module) continue
          if (module.isEntry) for (const imported of module.importedIds) add(imported, initial)
          if (module.importedIds.some((imported) => imported.includes('lucide-react'))) withIcons.add(id)
          if (module.dynamicImporters.length === 0) continue
          for (const needed of add(id, new Set())) counts.set(needed, (counts.get(needed) ?? 0) + 1)
        }
      },
    },
  }
}
