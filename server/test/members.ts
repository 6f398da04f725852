import type { Member, Role } from '@quack/contract'
import { GUEST } from '@quack/contract/rules/demo'
import { sql } from 'kysely'
import type { MemberId } from '../src/database/schema.ts'
import { setRole } from '../src/features/moderation/roles/roles.service.ts'
import { PASSWORD } from './answers.ts'
import type { Installation } from './app.ts'
import { type Client, createClient, MINIMAL } from './client.ts'

export interface TestMember extends Client {
  readonly _id: string
  readonly username: string
  readonly record: Member
}

/** Members per installation so far. Their names are the same in every run of a file. */
const counts = new WeakMap<object, number>()

/** Signs up a new member over HTTP. */
export async function signUp({ app, visitor }: Installation, form: Record<string, unknown> = {}): Promise<TestMember> {
  const count = (counts.get(app) ?? 0) + 1
  counts.set(app, count)
  const username = `member${count}`
  const { encodedToken, createdUser } = await visitor.call('POST /api/auth/signup', {
    body: {
      username,
      firstName: `First${count}`,
      lastName: `Last${count}`,
      email: `${username}@example.com`,
      password: PASSWORD,
      ...form,
    },
  })
  const client = createClient(app, encodedToken)
  return { ...client, _id: createdUser._id, username: createdUser.username, record: createdUser }
}

/** Gives a member a role, as the operator does. */
export async function appoint<Someone extends { readonly _id: string }>(
  { db }: Pick<Installation, 'db'>,
  member: Someone,
  role: Role,
): Promise<Someone> {
  await setRole(db, null, Number(member._id) as MemberId, role)
  return member
}

/** Creates the account that the demo's guests share, without the rest of the demo. */
export async function signUpGuest(installation: Installation): Promise<TestMember> {
  const guest = await signUp(installation, GUEST)
  await installation.db.write((transaction) =>
    sql`update members set is_shared = 1 where username = ${GUEST.username}`.execute(transaction),
  )
  return guest
}

/** Writes a post and returns it. */
export async function writePost(author: Client, content = 'A post') {
  const { post } = await author.call('POST /api/posts', {
    body: { postData: { content } },
    headers: MINIMAL,
  })
  if (!post) throw new Error('The new post did not come back.')
  return post
}
