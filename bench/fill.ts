import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../server/src/database/database.ts'
import { idAtTime, timeOfId } from '../server/src/database/ids.ts'
import { type DatabaseLocation, openDatabase } from '../server/src/database/open/open.ts'
import type { CommentId, PostId } from '../server/src/database/schema.ts'
import { fillDataset, namesOf, SIZES, type Size, type SizeName } from './dataset.ts'
import { makeLarger, makeLargerPostgres, namesOfLarger } from './larger.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

/** Fills the database with the dataset of this size, unless it is there. @returns its ids and usernames */
export function fillPlace(place: DatabaseLocation, name: SizeName) {
  return name === 'L' ? fillLarger(place) : fillNamed(place, name, SIZES[name])
}

/** Dataset L is made from the dataset M of the folder above, or of the same PostgreSQL server. */
async function fillLarger(place: DatabaseLocation) {
  const names = namesOfLarger()
  if ('file' in place) {
    if (!existsSync(place.file)) await fillLargerFile(place.file)
  } else {
    await fillLargerDatabase(place.url)
  }
  const db = await openDatabase(place, (error) => console.error(error))
  await removeLaterPosts(db, names.postId(SIZES.L.posts - 1))
  await db.close()
  return names
}

async function fillLargerFile(file: string): Promise<void> {
  await withDatabase({ file: join(dirname(file), '../quack.sqlite') }, requireSource)
  const part = `${file}.part`
  for (const rest of ['', '-wal', '-shm']) rmSync(part + rest, { force: true })
  await makeLarger(join(dirname(file), '../quack.sqlite'), part)
  renameSync(part, file)
}

async function fillLargerDatabase(url: string): Promise<void> {
  const isFilled = await withDatabase({ url }, async (db) => (await findMark(db)) === 'L')
  if (isFilled) return
  const from = new URL(url)
  from.pathname = '/bench_m'
  await withDatabase({ url: from.href }, requireSource)
  await makeLargerPostgres(from.href, url)
  await withDatabase({ url }, (db) =>
    db.write((transaction) =>
      transaction.updateTable('settings').set({ value: 'L' }).where('key', '=', MARK).execute(),
    ),
  )
}

/** What a benchmark has written later would have the ids of rows of other communities. @throws if it is not as it was filled */
async function requireSource(db: Database): Promise<void> {
  const { postId } = namesOf(SIZES.M)
  const end = idAtTime(timeOfId(postId(SIZES.M.posts - 1)) + 8 * WEEK_MS) as CommentId
  const later = await db.read.selectFrom('comments').select('id').where('id', '>', end).limit(1).executeTakeFirst()
  if ((await findMark(db)) !== 'M' || later)
    throw new Error('Dataset L is made from a dataset M that is filled and was not written to: remove that one.')
}

async function withDatabase<Result>(place: DatabaseLocation, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(place, (error) => console.error(error))
  return work(db).finally(() => db.close())
}

/** Like fillPlace, with a dataset of any size. */
export async function fillNamed(place: DatabaseLocation, name: string, size: Size) {
  const isThere = 'file' in place && existsSync(place.file)
  const db = await openDatabase(place, (error) => console.error(error))
  const marked = await findMark(db)
  if (marked !== undefined && marked !== name) throw new Error(`The database holds dataset ${marked}, not ${name}.`)
  const isFilled = isThere || marked !== undefined
  const start = performance.now()
  const data = await fillDataset(db, size, isFilled)
  if (isFilled) {
    await removeLaterPosts(db, data.postId(size.posts - 1))
  } else {
    // PostgreSQL's own statistics would come some time later.
    if (db.engine === 'postgres') await db.write((transaction) => sql`analyze`.execute(transaction))
    await toBeIndexed(db)
    await db.write((transaction) => transaction.insertInto('settings').values({ key: MARK, value: name }).execute())
    console.log(`${name}: filled in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
  }
  await db.close()
  return data
}

/**
 * Removes what earlier runs have posted. These posts are the newest, and all have the same words, so searches and feeds
 * would find other posts with each run. All posts of a dataset end within a week of this one: heavy-posts.ts adds some of
 * the next day.
 * @param last the id of the dataset's last post
 */
async function removeLaterPosts(db: Database, last: number): Promise<void> {
  const end = idAtTime(timeOfId(last) + WEEK_MS) as PostId
  await db.write((transaction) => transaction.deleteFrom('posts').where('id', '>', end).execute())
}

/** As after an upgrade: the server indexes all of it for search in the background. */
async function toBeIndexed(db: Database): Promise<void> {
  await db.write(async (transaction) => {
    await sql`delete from search_changes`.execute(transaction)
    for (const table of ['posts', 'members'] as const) {
      const last = await transaction.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
      const row = { key: `search.${table}`, value: String((last?.id ?? 0) + 1) }
      await transaction.insertInto('settings').values(row).execute()
    }
  })
}

/** This setting marks a completely filled database. Its value is the dataset's name. */
const MARK = 'bench'

async function findMark(db: Database): Promise<string | undefined> {
  return (await db.read.selectFrom('settings').select('value').where('key', '=', MARK).executeTakeFirst())?.value
}
