import type { Role } from '@quack/contract'
import { isEmailAddress } from '@quack/contract/rules/email-address'
import { EMAIL_MAX_LENGTH } from '@quack/contract/rules/limits'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import { USERNAME_PATTERN } from '@quack/contract/rules/text'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { timeOfId } from '../database/ids.ts'
import type { MemberId } from '../database/schema.ts'
import { deleteMember } from '../features/account/removal.service.ts'
import { findIdByUsername } from '../features/members/members.queries.ts'
import { setRole } from '../features/moderation/roles/roles.service.ts'
import { limit, restore, suspend, unlimit } from '../features/moderation/suspension.service.ts'
import { createPasswordReset } from '../features/passwords/passwords.service.ts'
import { resetFactors } from '../features/sign-in/factor/factor.service.ts'
import { createMember } from '../features/sign-up/sign-up.service.ts'
import { listMembers } from './admin.queries.ts'
import { type Command, type CommandContext, CommandError, printable, readLimit, UsageError } from './command.ts'

const onMember = { args: ['USERNAME'], options: {}, help: {} } as const

export const MEMBER_COMMANDS: readonly Command[] = [
  {
    name: 'list',
    args: [],
    options: {
      search: { type: 'string', default: '' },
      suspended: { type: 'boolean', default: false },
      limited: { type: 'boolean', default: false },
      limit: { type: 'string', default: '50' },
    },
    summary: 'lists the members, newest first',
    help: {
      '--search TEXT': 'only members whose name or e-mail contains TEXT',
      '--suspended': 'only suspended members',
      '--limited': 'only limited members',
      '--limit N': 'maximum number; default 50',
    },
    run: list,
  },
  {
    name: 'create',
    args: ['USERNAME', 'EMAIL'],
    options: { 'first-name': { type: 'string', default: '' }, 'last-name': { type: 'string', default: '' } },
    summary: 'makes a member, also with a reserved name, and prints a one-time link to set the password',
    help: { '--first-name TEXT': 'default: the username', '--last-name TEXT': 'default: Quack' },
    run: create,
  },
  {
    name: 'suspend',
    ...onMember,
    summary: 'ends all sessions of a member and blocks signing in',
    run: suspendOne,
  },
  { name: 'restore', ...onMember, summary: 'allows a suspended member to sign in again', run: restoreOne },
  {
    name: 'limit',
    ...onMember,
    summary: 'shows the posts and follow lists of a member to followers only',
    run: limitOne,
  },
  { name: 'unlimit', ...onMember, summary: 'shows them to everyone again', run: unlimitOne },
  {
    name: 'delete',
    args: ['USERNAME'],
    options: { yes: { type: 'boolean', default: false } },
    summary: 'deletes a member with all their content, permanently',
    help: { '--yes': 'confirms the deletion' },
    run: deleteOne,
  },
  {
    name: 'role',
    args: ['USERNAME', 'ROLE'],
    options: {},
    summary: 'makes a member an owner or a moderator',
    help: { ROLE: 'owner, moderator or none' },
    run: giveRole,
  },
  {
    name: 'reset-password',
    ...onMember,
    summary: 'prints a one-time link to set a new password, valid for a day',
    run: reset,
  },
  {
    name: 'reset-factors',
    ...onMember,
    summary: 'removes the second factor and all passkeys of a member, and ends all their sessions',
    run: resetAllFactors,
  },
]

async function list({ db, options }: CommandContext): Promise<string> {
  const limit = readLimit(options.limit)
  const only = { isSuspended: options.suspended === true, isLimited: options.limited === true }
  const search = String(options.search)
  // No name or address is longer.
  if (search.length > EMAIL_MAX_LENGTH)
    throw new UsageError(`--search may have at most ${EMAIL_MAX_LENGTH} characters; it has ${search.length}.`)
  const lines = (await listMembers(db.read, { search, ...only, limit })).map((row) =>
    [
      ...[row.username, `${row.first_name} ${row.last_name}`, row.email].map(printable),
      `joined ${dayOf(timeOfId(row.id))}`,
      `${row.posts_count} posts`,
      `${row.followers_count} followers`,
      ...(row.suspended_at === null ? [] : [`suspended ${dayOf(row.suspended_at)}`]),
      ...(row.limited_at === null ? [] : [`limited ${dayOf(row.limited_at)}`]),
    ].join('\t'),
  )
  return lines.length > 0 ? lines.join('\n') : 'No members found.'
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

async function create({ db, config, args: [username = '', email = ''], options }: CommandContext): Promise<string> {
  if (!NAME.test(username))
    throw new UsageError('USERNAME must be 1 to 30 letters, digits or any of _ . - between them.')
  if (!isEmailAddress(email)) throw new UsageError('EMAIL must be an e-mail address.')
  const [firstName, lastName] = [options['first-name'] || username, options['last-name'] || 'Quack'].map(String)
  const id = await createMember(db, { username, email, firstName: firstName ?? '', lastName: lastName ?? '' })
  return `${username} is a member now.\n${await resetLink(db, config, id, username)}`
}

const NAME = new RegExp(USERNAME_PATTERN)

async function suspendOne({ db, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  if (!(await suspend(db, id))) throw new CommandError(`${name} is suspended already.`)
  return `${name} is suspended; all their sessions have ended.`
}

async function restoreOne({ db, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  if (!(await restore(db, id))) throw new CommandError(`${name} is not suspended.`)
  return `${name} may sign in again.`
}

async function limitOne({ db, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  if (!(await limit(db, id))) throw new CommandError(`${name} is limited already.`)
  return `Only followers see the posts of ${name} now.`
}

async function unlimitOne({ db, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  if (!(await unlimit(db, id))) throw new CommandError(`${name} is not limited.`)
  return `${name} is no longer limited.`
}

async function deleteOne({ db, args, options }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  if (options.yes !== true) throw new UsageError(`This deletes ${name} with all their content. Add --yes to confirm.`)
  await deleteMember(db, id)
  return `${name} is deleted, with all their content.`
}

const ROLES: ReadonlyMap<string, Role | null> = new Map([
  ['owner', 'owner'],
  ['moderator', 'moderator'],
  ['none', null],
])

async function giveRole({ db, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  const word = args[1] ?? ''
  const role = ROLES.get(word)
  if (role === undefined) throw new UsageError('ROLE must be owner, moderator or none.')
  await setRole(db, null, id, role)
  return role === null ? `${name} has no role now.` : `${name} is ${role} now.`
}

async function reset({ db, config, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  return resetLink(db, config, id, name)
}

async function resetAllFactors({ db, config, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  const hasPassword = await resetFactors(db, id)
  const done = `${name} has no second factor and no passkeys now; all their sessions have ended.`
  return hasPassword ? done : `${done}\n${await resetLink(db, config, id, name)}`
}

async function resetLink(db: Database, config: Config, id: MemberId, name: string): Promise<string> {
  const origin = config.publicUrl ?? `http://${config.host}:${config.port}`
  const link = origin + PAGE_PATHS.resetPassword.replace(':token', await createPasswordReset(db, id))
  return `This link sets a new password for ${name}, once and within a day:\n${link}`
}

export async function findMember(
  db: Database,
  [name = '']: readonly string[],
): Promise<{ id: MemberId; name: string }> {
  const id = await findIdByUsername(db.read, name)
  if (id === null) throw new CommandError(`There is no member ${printable(name)}.`)
  return { id, name }
}
