import { readFileSync, statSync } from 'node:fs'

type Variables = Readonly<Record<string, string | undefined>>

/** Variables that contain a secret. `NAME_FILE` names a file that has it, as Docker and systemd hand secrets over. */
const SECRETS = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
] as const

/** Of a secret, in bytes. A longer file was named by mistake. */
const LENGTH_MAX = 10_000

/** An empty variable counts as unset, because compose files and unit files write it so. */
export function textOf(env: Variables, name: string): string | null {
  return env[name]?.trim() || null
}

/** Reads the secrets that are in files. @returns them by the names of their variables */
export function readSecretFiles(env: Variables, report: (problem: string) => void): Record<string, string> {
  const secrets: Record<string, string> = {}
  for (const name of SECRETS) {
    const file = textOf(env, `${name}_FILE`)
    if (file === null) continue
    if (textOf(env, name) !== null) {
      report(`${name} and ${name}_FILE are both set: please set one of them.`)
      continue
    }
    try {
      const { size } = statSync(file)
      const text = size <= LENGTH_MAX ? readFileSync(file, 'utf8').trim() : ''
      if (text === '') report(`${name}_FILE must name a file with the secret alone.`)
      else secrets[name] = text
    } catch (error) {
      report(
        `${name}_FILE must name a file that can be read: ${error instanceof Error ? error.message : String(error)}.`,
      )
    }
  }
  return secrets
}
