import { execFile } from 'node:child_process'
import { ROOT } from '@quack/testing/run'
import { keyOf, type Lock, listShipped, nameOf } from './shipped.ts'

/** The outcome of `npm audit`: what it found of each package, or why the registry did not answer. */
export type Audit =
  | { readonly date: string; readonly refusal: string }
  | { readonly date: string; readonly findings: Readonly<Record<string, string>> }

/** The part of the output of `npm audit --json` that is used. */
interface AuditOutput {
  readonly message?: string
  readonly statusCode?: number
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>
}

interface Vulnerability {
  /** Advisories of the package itself, and names of the dependencies through which others concern it. */
  readonly via: readonly (string | { readonly title: string; readonly url: string; readonly severity: string })[]
  /** Paths of the lock file. */
  readonly nodes: readonly string[]
}

export function runAudit(): Promise<string> {
  return new Promise((resolve) => {
    // It exits with 1 when it finds something or gets no answer; the output says which.
    execFile('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, maxBuffer: 64_000_000 }, (_, output) =>
      resolve(output),
    )
  })
}

/** @param output what `npm audit --json` has printed */
export function readAudit(output: string, lock: Lock, date: string): Audit {
  const { vulnerabilities, statusCode, message } = parse(output)
  if (vulnerabilities === undefined) {
    return { date, refusal: String(statusCode ?? message ?? 'no answer') }
  }
  const findings = new Map(listShipped(lock).map((each) => [keyOf(each), 'nothing found']))
  for (const { via, nodes } of Object.values(vulnerabilities)) {
    const advisories = via.map((each) =>
      typeof each === 'string' ? `through \`${each}\`` : `${each.severity}: ${each.title} (${each.url})`,
    )
    for (const path of nodes) {
      const version = lock[path]?.version ?? ''
      findings.set(keyOf({ name: nameOf(path), version }), advisories.join('; '))
    }
  }
  return { date, findings: Object.fromEntries(findings) }
}

function parse(output: string): AuditOutput {
  try {
    return JSON.parse(output) as AuditOutput
  } catch {
    return {}
  }
}
