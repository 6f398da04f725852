import type { Plugin } from 'vite'

interface InitialModules {
  readonly plugin: Plugin
  /** Known when chunks are formed: all modules have been read by then. */
  has: (id: string) => boolean
}

/** Finds the modules that the entry imports, directly or not, other than dynamically. */
export function findInitialModules(): InitialModules {
  const initial = new Set<string>()
  return {
    has: (id) => initial.has(id),
    plugin: {
      name: 'quack:initial-modules',
      apply: 'build',
      buildEnd() {
        const add = (id: string) => {
          if (initial.has(id)) return
          initial.add(id)
          this.getModuleInfo(id)?.importedIds.forEach(add)
        }
        initial.clear()
        for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) add(id)
      },
    },
  }
}
