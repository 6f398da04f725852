import { SUGGESTED_MAX } from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../database/database.ts'
import { COUNT_CODEC, cursorCodec, ID_CODEC, integerCodec, type PageRequest, readPage } from '../../database/paging.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Hidden } from '../../reading/hidden.ts'
import { pageOf } from '../../reading/list-query.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { hydratePeople, type Person } from '../follows/people.ts'
import { createNameComparer, createNameMatcher } from './member-names.ts'
import { beginningsMatch, wholeMatch } from './people-match.ts'
import { listCandidates } from './search-people.queries.ts'
import { isTooLong, type PageOfSearch, readSearchedNames, type SearchedNames } from './searched-words.ts'

export interface Searcher {
  readonly viewer: Viewer
  readonly hidden: Hidden
}

interface Ranked {
  /** 2 for exactly the searched name, and 1 for whom the viewer follows or who follows the viewer. */
  readonly rank: number
  readonly followers: number
  readonly id: number
}

const CURSOR = cursorCodec<Ranked>('searchPeople', { rank: integerCodec(3), followers: COUNT_CODEC, id: ID_CODEC })

const byRank = (a: Ranked, b: Ranked): number => b.rank - a.rank || b.followers - a.followers || b.id - a.id

/** @throws searchEmpty, searchTooLong, cursorInvalid */
export async function searchPeople(
  db: Database,
  query: PageOfSearch,
  searcher: Searcher,
): Promise<{ people: Person[]; nextCursor: string | null }> {
  if (isTooLong(query.q)) throw new AppError('searchTooLong')
  const searched = readSearchedNames(query.q)
  if (!searched) throw new AppError('searchEmpty')
  const { entries, nextCursor } = await readPage(CURSOR, pageOf(query), (page) =>
    listPeople(db.heavy.read, searched, searcher, page),
  )
  return { people: await hydrate(db.read, entries, searcher), nextCursor }
}

/** The first people that a search finds; none if it has no words, or too many. */
export async function suggestPeople(db: Database, q: string, searcher: Searcher): Promise<Person[]> {
  const searched = isTooLong(q) ? null : readSearchedNames(q)
  if (!searched) return []
  const ranked = await listPeople(db.heavy.read, searched, searcher, { limit: SUGGESTED_MAX, after: null })
  return hydrate(db.read, ranked, searcher)
}

const hydrate = (db: Connection, people: readonly Ranked[], { viewer }: Searcher) =>
  hydratePeople(
    db,
    people.map(({ id }) => id as MemberId),
    viewer.id,
  )

async function listPeople(
  db: Connection,
  searched: SearchedNames,
  { viewer, hidden: { blocked } }: Searcher,
  { limit, after }: PageRequest<Ranked>,
): Promise<Ranked[]> {
  const { terms, typed } = searched
  const name = /^[a-z0-9_.-]+$/.test(typed) ? typed : ''
  const candidates = await listCandidates(db, {
    viewer: viewer.id,
    isWord: terms.length === 1 && terms[0]?.tokens.length === 1 ? 1 : 0,
    match: beginningsMatch(db, terms),
    whole: wholeMatch(db, terms),
    word: terms.flatMap(({ tokens }) => tokens.slice(-1)).find((token) => /^[a-z0-9]+$/.test(token)) ?? '',
    name,
    // The largest character ends the range of names that begin with the text.
    end: name === '' ? '' : `${name}\u{10ffff}`,
    hidden: blocked,
    now: Date.now(),
  })
  const isFound = createNameMatcher(searched)
  const isExact = createNameComparer(searched)
  return candidates
    .filter(isFound)
    .map((member) => ({
      id: member.id,
      followers: member.followers_count,
      rank: Number(isExact(member)) * 2 + Number(member.is_near),
    }))
    .filter((member) => after === null || byRank(member, after) > 0)
    .sort(byRank)
    .slice(0, limit)
}
