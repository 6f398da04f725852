import { type Static, Type } from 'typebox'

/** The staff of an installation. Ordinary members have no role. */
export const Role = Type.Enum(['owner', 'moderator'])
export type Role = Static<typeof Role>

const RANKS: Readonly<Record<Role, number>> = { moderator: 1, owner: 2 }
const rankOf = (role: Role | null): number => (role === null ? 0 : RANKS[role])

/** Whether somebody with the role `actor` may act on a member with the role `subject`. Nobody acts on an equal. */
export const isAbove = (actor: Role | null, subject: Role | null): boolean => rankOf(actor) > rankOf(subject)

/** Whether `role` is enough for what needs `needed`. */
export const hasRole = (role: Role | null, needed: Role): boolean => rankOf(role) >= rankOf(needed)
