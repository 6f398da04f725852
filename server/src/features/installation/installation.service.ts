import type { Rule, SignUpRule } from '@quack/contract'
import type { Connection, Database } from '../../database/database.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { findSetting, putSetting } from './settings.queries.ts'

export interface Installation {
  readonly about: string
  readonly rules: readonly Rule[]
  readonly signUp: SignUpRule
}

const DEFAULTS: Installation = {
  about: '',
  rules: [
    {
      id: 'spam',
      title: 'No spam',
      text: 'No advertising that nobody asked for, no repeated posts, no fake accounts.',
    },
    { id: 'respect', title: 'Respect others', text: 'No insults, threats or harassment, and no hatred of groups.' },
    { id: 'privacy', title: 'Keep private things private', text: 'No private data or pictures of others.' },
    { id: 'law', title: 'Nothing illegal', text: 'Nothing that breaks the law where this Quack is run.' },
    { id: 'other', title: 'Something else', text: 'Please say what is wrong.' },
  ],
  signUp: { mode: 'open', question: '' },
}

export const findAbout = (db: Connection) => find(db, 'about')
export const findRules = (db: Connection) => find(db, 'rules')
export const findSignUpRule = (db: Connection) => find(db, 'signUp')

/** The stored value has the type of its key: it is only written by `editInstallation`. */
async function find<Key extends keyof Installation>(db: Connection, key: Key): Promise<Installation[Key]> {
  return ((await findSetting(db, key)) as Installation[Key] | undefined) ?? DEFAULTS[key]
}

/** Parts that are not sent stay. @throws ruleTwice */
export async function editInstallation(
  db: Database,
  viewer: Viewer,
  { about, rules, signUp }: Partial<Installation>,
): Promise<void> {
  if (rules && new Set(rules.map(({ id }) => id)).size < rules.length) throw new AppError('ruleTwice')
  const mode = signUp && { detail: signUp.mode }
  await db.write(async (transaction) => {
    if (about !== undefined) await putSetting(transaction, 'about', about)
    if (rules) await putSetting(transaction, 'rules', rules)
    if (signUp) await putSetting(transaction, 'signUp', signUp)
    const changed = Object.entries({ about, rules, signUp }).filter(([, value]) => value !== undefined)
    const records = changed.map(([name]) => ({
      actor: viewer.id,
      action: name,
      kind: 'installation' as const,
      target: null,
      ...(name === 'signUp' && mode),
    }))
    await recordAudit(db, transaction, records)
  })
}
