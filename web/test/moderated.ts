import { type Member, type MemberApi, makePerson } from '@quack/testing/member-api'
import { commands } from 'vitest/browser'
import type { Role } from './browser-commands.ts'

export interface Moderated {
  readonly owner: Member
  readonly author: Member
  readonly reporter: Member
}

/**
 * Until the end of the test, the page asks another server, of which somebody is the owner: on the one that all tests
 * share, nothing of moderation is visible. The tests of one file share it too, one after the other. Call it before
 * `holdBack` and its like.
 */
export async function askModerated(api: MemberApi): Promise<Moderated> {
  await commands.askModerated()
  const [owner, author, reporter] = [
    await signUpWith(api, 'owner', 'Olga'),
    await api.signUp(makePerson('Arne')),
    await api.signUp(makePerson('Rita')),
  ]
  return { owner, author, reporter }
}

/** Moves the clock of that server on, but not that of the page. */
export const passMinutes = (minutes: number): Promise<void> => commands.passTime(minutes * 60_000)

async function signUpWith(api: MemberApi, role: Role, firstName: string): Promise<Member> {
  const member = await api.signUp(makePerson(firstName))
  await commands.giveRole(member.username, role)
  return member
}
