import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { isLong } from '@quack/testing/tier'

/** Absolute paths of the server's test files, by the engine on which this run has them. */
export type ServerTests = Record<'sqlite' | 'postgres', string[]>

interface Files {
  readonly include: string[]
  readonly exclude: string[]
}

const SERVER_TESTS = 'server/{src,test}/**/*.test.ts'
const LONG_SERVER_TESTS = 'server/{src,test}/**/*.long.test.ts'
const MEDIA_TESTS = 'server/src/features/{media,uploads}/**/*.test.ts'
/** Tests that start or kill processes, fill disks, or measure memory. The gate leaves them out. */
export const LONG = '**/*.long.test.ts'
/** Tests of mechanisms that only one engine has. */
const POSTGRES_ONLY = 'server/{src,test}/**/{postgres/,postgres-}*.test.ts'
const SQLITE_ONLY = 'server/{src,test}/**/{sqlite/,sqlite-}*.test.ts'

/**
 * What `npm test` also runs on PostgreSQL: what depends on the engine. `npm run test:long` runs all but SQLITE_ONLY on
 * it. A new statement that none of these runs is named by every-branch.check.ts.
 */
const ON_POSTGRES = [
  POSTGRES_ONLY,
  // The engine itself: connections, transactions, migrations, prepared statements, and what happens when it fails.
  'server/src/{backup,database,database/migrations}/*.test.ts',
  // Claims of rows, which several nodes compete for.
  'server/src/jobs/{fairness,queue}.test.ts',
  'server/test/{full-disk,locked-database,lost-database}.test.ts',
  // Commands of the operator have connections of their own beside the server's.
  'server/src/admin/*.test.ts',
  // What happens at the same time, what several nodes share, and what one of them does for all.
  'server/{src,test}/**/*{batches,caches,concurrency,indexer,model,nodes,races,retries,writers}.test.ts',
  // Every call, every list, and random histories.
  'server/test/{budgets,fuzz,leaks,oracle,plans,search}/*.test.ts',
  'server/test/{lists,ranked-lists,schemas}.test.ts',
  // The search has an index of its own on each engine.
  'server/src/features/search/*.test.ts',
  // Of other features whose statements depend on the engine, the files that run those.
  `server/src/features/{${[
    'account/{account,archive,removal}',
    'client-api/**/*',
    'comments/{answers,comments,comments.rules}',
    'notifications/digest/digest',
    'events/events.followers',
    'feed/{feed,feed.reposts,feed.tags}',
    'follows/becoming-public',
    'installation/installation',
    'invitations/invitations',
    'link-cards/link-cards',
    'mails/languages',
    'media/sweep/{frame-counts,media.leftovers}',
    'members/{link-checks,members}',
    'moderation/{appeals,decisions,limited-members,reports/reports}',
    'posts/{pictures,posts.lists}',
    'push/push-quiet',
    'polls/polls',
    'quotes/quotes',
    'reposts/reposts',
    'sessions/sessions',
    'sign-in/passkeys/relying-party',
    'tags/{tags,trending-tags}',
    'uploads/{unfinished-uploads,uploads}',
    'versions/versions',
  ].join()}}.test.ts`,
]

/**
 * What `npm test` also runs with media in an S3-compatible store: what writes, reads, lists or removes stored files.
 */
const ON_S3 = [
  'server/src/features/media/store/*.test.ts',
  'server/src/features/media/intake/media.test.ts',
  'server/src/features/media/serving/media.sending.test.ts',
  'server/src/features/media/sweep/media.{leftovers,sweep.files,sweep.races}.test.ts',
  'server/src/features/uploads/*.test.ts',
]

/** Which files each project of the server runs. What the long tier leaves out on SQLite, the gate has run there. */
export const FILES = {
  sqlite: isLong
    ? { include: [LONG_SERVER_TESTS], exclude: [POSTGRES_ONLY] }
    : { include: [SERVER_TESTS], exclude: [POSTGRES_ONLY, LONG] },
  // Behind the balancer all run (tools/src/balanced.ts).
  postgres:
    isLong || process.env.TEST_BALANCED === '1'
      ? { include: [SERVER_TESTS], exclude: [SQLITE_ONLY] }
      : { include: ON_POSTGRES, exclude: [SQLITE_ONLY, LONG] },
  // `npm run test:crash-uploads` kills servers with any store.
  s3: isLong ? { include: [MEDIA_TESTS], exclude: ['**/kills*.test.ts'] } : { include: ON_S3, exclude: [LONG] },
} satisfies Record<string, Files>

/** The files at this moment. */
export function serverTests(): ServerTests {
  return { sqlite: find(FILES.sqlite), postgres: find(FILES.postgres) }
}

function find({ include, exclude }: Files): string[] {
  return globSync(include, { cwd: ROOT, exclude }).map((file) => join(ROOT, file))
}
