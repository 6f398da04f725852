import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { LOCALES, type Locale, parseLocale } from '@quack/contract/rules/locales'
import type { DatabaseLocation } from '../database/open/open.ts'
import type { MailLocation } from '../features/mails/mail-sender.ts'
import type { S3Location } from '../features/media/store/s3-store.ts'
import type { RateLimits } from '../http/limits/rate-limits.ts'
import { findDirectoryProblem } from './directory.ts'
import { isContact, readMail } from './mail.ts'
import { readRateLimits } from './read-rate-limits.ts'
import { readSecretFiles, textOf } from './secrets.ts'

/** The configuration, read from the environment and checked once. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Where this installation keeps its files, such as database, media and secret. */
  readonly dataDir: string
  readonly database: DatabaseLocation
  /** The S3-compatible store for media; null to store them in dataDir. */
  readonly s3: S3Location | null
  /** Signs tokens, and keys are derived from it; null if the server generates its own and stores it in dataDir. */
  readonly secretKey: string | null
  /** Fills an empty installation with the demo, and lets the guest sign in. */
  readonly demo: boolean
  /** Whether apps of other makers may sign in. */
  readonly clientApi: boolean
  /** Limits by class; null for none. */
  readonly rateLimits: RateLimits | null
  /** Redis, in which nodes share their counters and wake each other; null for none. */
  readonly redisUrl: string | null
  /** Proxies in front of the server whose forwarded headers are trusted; false for none. */
  readonly trustProxy: readonly string[] | false
  /** The public origin of this installation, without a trailing slash; null if unknown. */
  readonly publicUrl: string | null
  /** The mail server and the sender; null if Quack sends no mail. */
  readonly mail: MailLocation | null
  /** Whether members have to confirm their address before they can sign in. */
  readonly isEmailRequired: boolean
  /** Where members find the operator: an e-mail address or a page; null if it is not told. */
  readonly contact: string | null
  /** Whether push services may be at private addresses, and answer to http. */
  readonly pushToPrivateAddresses: boolean
  /** Whether posts get cards of the addresses in them, which the server fetches. That needs publicUrl too. */
  readonly linkCards: boolean
  /** Whether pages to which posts and profiles link may be at private addresses. */
  readonly readsPrivateAddresses: boolean
  /** The language of people whose own is not known, or not there. */
  readonly locale: Locale
  readonly logLevel: string
  /** How long a stopping node still answers requests while it reports that it is not ready, in milliseconds. */
  readonly drainMs: number
  /** The token for /metrics from other machines; null to serve this machine only. */
  readonly metricsToken: string | null
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
    super([`The configuration has ${count}:`, ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

const DRAIN_SECONDS_MAX = 300
const POOL_MAX = 500
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
/** Either all of them are set, or none. */
const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** What follows the host. */
function pathOf(address: string): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

function hasUser(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/**
 * @param program a server must be able to use DATA_DIR; tools report problems with it themselves
 * @throws ConfigError with all problems
 */
export function readConfig(env: Record<string, string | undefined>, program: 'server' | 'tool'): Config {
  const problems: string[] = []
  const given = { ...env, ...readSecretFiles(env, (problem) => problems.push(problem)) }
  const text = (name: string) => textOf(given, name)

  const oneOf = (name: string, allowed: readonly string[], fallback: string) => {
    const value = text(name) ?? fallback
    if (!allowed.includes(value)) problems.push(`${name} must be one of ${allowed.join(', ')}; it is "${value}".`)
    return value
  }
  const whole = (name: string, fallback: number, least: number, most: number) => {
    const value = text(name) ?? String(fallback)
    if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most) {
      problems.push(`${name} must be a whole number from ${least} to ${most}; it is "${value}".`)
    }
    return Number(value)
  }
  const address = (name: string, protocols: readonly string[]) => {
    const value = text(name)
    if (value !== null && !(URL.canParse(value) && protocols.includes(new URL(value).protocol))) {
      problems.push(`${name} must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    }
    return value
  }

  const host = text('HOST') ?? '127.0.0.1'
  if (!isHost(host)) problems.push(`HOST must be an address or a name; it is "${host}".`)
  const port = whole('PORT', 3_000, 0, 65_535)
  const drainSeconds = whole('DRAIN_SECONDS', 0, 0, DRAIN_SECONDS_MAX)
  const secretKey = text('SECRET_KEY')
  if (secretKey !== null && secretKey.length < 32) problems.push('SECRET_KEY must have at least 32 characters.')

  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken !== null && metricsToken.length < 16)
    problems.push('METRICS_TOKEN must have at least 16 characters.')

  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  const file = resolve(dataDir, 'quack.sqlite')
  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:'])
  const unusable = program === 'server' && findDirectoryProblem(dataDir, databaseUrl === null ? file : null)
  if (unusable) problems.push(`DATA_DIR must be a directory that can be read and written; ${unusable}.`)
  const replicaUrl = address('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])
  if (replicaUrl !== null && databaseUrl === null) problems.push('DATABASE_REPLICA_URL needs DATABASE_URL too.')
  const poolSize = whole('DATABASE_POOL', 10, 1, POOL_MAX)
  const publicUrl = address('PUBLIC_URL', ['http:', 'https:'])
  // Pages, files and cookies are served at the root of a host alone.
  if (publicUrl !== null && URL.canParse(publicUrl) && !/^\/*$/.test(pathOf(publicUrl))) {
    problems.push('PUBLIC_URL must have no path, query or fragment: Quack needs a host, or a port, of its own.')
  }
  const endpoint = address('S3_ENDPOINT', ['http:', 'https:'])
  // No request can be made of such an address, and messages would show the password.
  if (endpoint !== null && URL.canParse(endpoint) && hasUser(endpoint))
    problems.push('S3_ENDPOINT must have no user or password.')
  const bucket = text('S3_BUCKET')
  const accessKeyId = text('S3_ACCESS_KEY_ID')
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY')
  const s3Missing = S3.filter((name) => text(name) === null)
  if (s3Missing.length > 0 && (s3Missing.length < S3.length || text('S3_REGION') !== null)) {
    problems.push(`Media in S3 need ${s3Missing.join(', ')} too.`)
  }
  const s3 =
    endpoint && bucket && accessKeyId && secretAccessKey
      ? { endpoint, bucket, accessKeyId, secretAccessKey, region: text('S3_REGION') ?? 'us-east-1' }
      : null
  const isEmailRequired = oneOf('REQUIRE_CONFIRMED_EMAIL', ['on', 'off'], 'off') === 'on'
  const smtpUrl = address('SMTP_URL', ['smtp:', 'smtps:'])
  const mailVariables = { smtpUrl, mailFrom: text('MAIL_FROM'), publicUrl, isEmailRequired }
  const mail = readMail(mailVariables, (problem) => problems.push(problem))
  const contact = text('CONTACT')
  if (contact !== null && !isContact(contact)) {
    problems.push('CONTACT must be an e-mail address, or an address starting with http:// or https://.')
  }
  const demo = oneOf('DEMO', ['on', 'off'], 'on') === 'on'
  const clientApi = oneOf('CLIENT_API', ['on', 'off'], 'on') === 'on'
  const pushToPrivateAddresses = oneOf('PUSH_ALLOW_PRIVATE_ADDRESSES', ['on', 'off'], 'off') === 'on'
  const linkCards = oneOf('LINK_CARDS', ['on', 'off'], 'on') === 'on'
  const readsPrivateAddresses = oneOf('READ_PRIVATE_ADDRESSES', ['on', 'off'], 'off') === 'on'
  const rateLimits = readRateLimits(text('RATE_LIMITS') ?? 'on', (problem) => problems.push(problem))
  const locale = parseLocale(oneOf('LOCALE', LOCALES, 'en')) ?? 'en'
  const logLevel = oneOf('LOG_LEVEL', LOG_LEVELS, 'info')
  const redisUrl = address('REDIS_URL', ['redis:', 'rediss:'])
  const trustProxy = readProxies(text('TRUST_PROXY') ?? 'loopback', (problem) => problems.push(problem))

  if (problems.length > 0) throw new ConfigError(problems)
  return {
    host,
    port,
    dataDir,
    database: databaseUrl === null ? { file } : { url: databaseUrl, replicaUrl, poolSize },
    s3,
    secretKey,
    demo,
    clientApi,
    rateLimits,
    redisUrl,
    trustProxy,
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    mail,
    isEmailRequired,
    contact,
    pushToPrivateAddresses,
    linkCards,
    readsPrivateAddresses,
    locale,
    logLevel,
    drainMs: drainSeconds * 1_000,
    metricsToken,
  }
}

const PROXY_WORDS = ['loopback', 'linklocal', 'uniquelocal']
const NETWORK = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i

/** Parses TRUST_PROXY. @param onProblem called for each invalid entry */
function readProxies(text: string, onProblem: (problem: string) => void): readonly string[] | false {
  if (text === 'off') return false
  const proxies = text.split(',').map((proxy) => proxy.trim())
  for (const proxy of proxies) {
    if (!PROXY_WORDS.includes(proxy) && !isNetwork(proxy)) {
      onProblem(`TRUST_PROXY must be off, ${PROXY_WORDS.join(', ')}, or addresses and networks; "${proxy}" is invalid.`)
    }
  }
  return proxies
}

/** An address, or a network with a prefix length. A prefix of 0 would trust everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix = '1'] = NETWORK.exec(text) ?? []
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(prefix) >= 1 && Number(prefix) <= bits
}

const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i
const NAME_MAX = 253

/**
 * Whether the text has the form of an address or a host name. Whether this machine has it is only known when the server
 * listens, because an address may be added later. Names that end in a number would be parsed as addresses.
 */
function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  const labels = text.split('.')
  return text.length <= NAME_MAX && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}
