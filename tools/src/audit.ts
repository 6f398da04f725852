import { execFile } from 'node:child_process'

/** The part of the output of `npm audit --json` that is used. */
interface AuditOutput {
  readonly message?: string
  readonly statusCode?: number
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>
}

interface Vulnerability {
  readonly range: string
  /** Advisories of the package itself, and names of the dependencies through which others concern it. */
  readonly via: readonly (string | { readonly title: string; readonly url: string; readonly severity: string })[]
}

/** What there is to say about an audit, and the exit code: 1 when something was found, 2 when nothing is known. */
export interface AuditReport {
  readonly lines: readonly string[]
  readonly exitCode: 0 | 1 | 2
}

/** @param output what `npm audit --json` has printed */
export function reportAudit(output: string): AuditReport {
  const { vulnerabilities, statusCode, message } = parse(output)
  if (vulnerabilities === undefined) {
    const answer = statusCode ?? message ?? 'no output'
    return { lines: [`The registry did not answer the audit (${answer}). Nothing is known.`], exitCode: 2 }
  }
  const lines = Object.entries(vulnerabilities).map(([name, { range, via }]) => `${name} ${range}: ${nameAll(via)}`)
  return lines.length > 0 ? { lines, exitCode: 1 } : { lines: ['The registry knows of no advisory.'], exitCode: 0 }
}

function nameAll(via: Vulnerability['via']): string {
  return via
    .map((each) => (typeof each === 'string' ? `through ${each}` : `${each.severity}: ${each.title} (${each.url})`))
    .join('; ')
}

function parse(output: string): AuditOutput {
  try {
    return JSON.parse(output) as AuditOutput
  } catch {
    return {}
  }
}

function runAudit(): Promise<string> {
  return new Promise((resolve) => {
    // It exits with 1 when it finds something, and when it gets no answer; the output says which.
    execFile('npm', ['audit', '--omit=dev', '--json'], { maxBuffer: 64_000_000 }, (_, output) => resolve(output))
  })
}

if (import.meta.main) {
  const { lines, exitCode } = reportAudit(await runAudit())
  for (const line of lines) console.log(line)
  process.exitCode = exitCode
}
