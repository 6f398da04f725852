import { ENDPOINTS } from '@quack/contract'
import type { Connection } from '../../database/database.ts'

/**
 * The words in the paths of the API. Where one is in the position of a username, a member with this name could not be
 * reached.
 */
const PATHS: ReadonlySet<string> = new Set(
  Object.values(ENDPOINTS)
    .flatMap((endpoint) => endpoint.path.split('/'))
    .filter((part) => part !== '' && !part.startsWith(':')),
)

/** Names of those who run an installation, and words that mean everybody, nobody or the reader. */
const WORDS = [
  ...['admin', 'administrator', 'root', 'sysadmin', 'webmaster', 'postmaster', 'hostmaster', 'system', 'operator'],
  ...['owner', 'staff', 'team', 'official', 'support', 'help', 'helpdesk', 'security', 'abuse', 'contact', 'info'],
  ...['moderator', 'moderation', 'mod', 'quack', 'noreply', 'no-reply', 'bot'],
  ...['me', 'you', 'everyone', 'everybody', 'all', 'here', 'anyone', 'nobody', 'anonymous', 'null', 'undefined'],
]

/**
 * The same for names that look alike: without what only separates, and with one character for those that resemble it.
 */
function lookOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_.-]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0-9i]/g, (character) => ALIKE[character] ?? character)
}
const ALIKE: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', i: 'l' },
}

const LOOKS: ReadonlySet<string> = new Set(WORDS.map(lookOf))

/** Whether nobody can have this name, not even with the operator's help. */
export const isPath = (username: string): boolean => PATHS.has(username.toLowerCase())

/** Whether the name is reserved, or looks like one of WORDS. Members who had such a name before keep it. */
export const isReserved = (username: string): boolean => isPath(username) || LOOKS.has(lookOf(username))

/** Whether the name looks like that of somebody with a role, of whom there are few. */
export async function isLikeStaff(db: Connection, username: string): Promise<boolean> {
  const staff = await db
    .selectFrom('members')
    .select('username')
    .where('role', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const look = lookOf(username)
  return staff.some((member) => lookOf(member.username) === look)
}
