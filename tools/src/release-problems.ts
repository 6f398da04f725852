export interface Release {
  /** That of the root's package.json. */
  readonly version: string
  /** The versions of the workspaces, by their names. */
  readonly workspaces: ReadonlyMap<string, string>
  /** The version in package-lock.json. */
  readonly locked: string
  readonly changelog: string
  /** The commit that the version's tag names; null if there is no such tag. */
  readonly tagged: string | null
  /** The present commit. */
  readonly commit: string
  /** The engines for which no dump (server/test/releases) has the tables of the version. */
  readonly undumped: readonly string[]
  /** Whether nothing is changed beside the present commit. */
  readonly isClean: boolean
}

/** What speaks against a release of the present commit, as sentences. */
export function findReleaseProblems(release: Release): string[] {
  const { version, workspaces, locked, changelog, tagged, commit, undumped, isClean } = release
  const others = [...workspaces, ['package-lock.json', locked] as const].filter(([, other]) => other !== version)
  const [, unreleased = ''] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? []
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm')
  return [
    ...(isClean ? [] : ['There are changes that are not committed.']),
    ...others.map(([name, other]) => `${name} has the version ${other}, package.json ${version}.`),
    ...(heading.test(changelog) ? [] : [`CHANGELOG.md has no heading "## [${version}] - YYYY-MM-DD".`]),
    ...(unreleased.trim() === '' ? [] : ['CHANGELOG.md has entries under "Unreleased".']),
    ...undumped.map(
      (engine) => `There is no dump of ${version} for ${engine} since the last migration: npm run release:dump.`,
    ),
    ...(tagged === null || tagged === commit ? [] : [`The tag v${version} names another commit.`]),
  ]
}
