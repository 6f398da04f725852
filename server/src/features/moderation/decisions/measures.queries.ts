import type { Connection } from '../../../database/database.ts'
import { isIn } from '../../../database/in-list.ts'
import type { DecisionId, MemberId, PostId } from '../../../database/schema.ts'

/**
 * A measure is a suspension, a limit, a hidden post or a warning on it. It is in force because of the decision that
 * took it last, or because the operator took it. An appeal ends it only if it is against that decision.
 */
export type MemberMeasure = 'suspends' | 'limits'

/** From now on, the measure of these members is in force because of none of the decisions before. */
export async function clearMeasure(transaction: Connection, measure: MemberMeasure, members: readonly MemberId[]) {
  await transaction
    .updateTable('decisions')
    .set({ [measure]: 0 })
    .where(isIn(transaction, 'member_id', members))
    .where(measure, '=', 1)
    .execute()
}

/** From now on, the measure is in force because of these decisions: one for each member. */
export async function nameMeasure(
  transaction: Connection,
  measure: MemberMeasure,
  decisions: ReadonlyMap<MemberId, DecisionId>,
): Promise<void> {
  await clearMeasure(transaction, measure, [...decisions.keys()])
  await transaction
    .updateTable('decisions')
    .set({ [measure]: 1 })
    .where(isIn(transaction, 'id', [...decisions.values()]))
    .execute()
}

/** The same for posts. */
export async function namePostMeasure(
  transaction: Connection,
  measure: 'hides' | 'adds_warning',
  decisions: ReadonlyMap<PostId, DecisionId>,
): Promise<void> {
  await transaction
    .updateTable('decisions')
    .set({ [measure]: 0 })
    .where('target_kind', '=', 'post')
    .where(isIn(transaction, 'target_id', [...decisions.keys()]))
    .where(measure, '=', 1)
    .execute()
  await transaction
    .updateTable('decisions')
    .set({ [measure]: 1 })
    .where(isIn(transaction, 'id', [...decisions.values()]))
    .execute()
}

/** Those of these members whom the operator limits, and no decision. */
export async function listLimitedByOperator(
  transaction: Connection,
  members: readonly MemberId[],
): Promise<MemberId[]> {
  const rows = await transaction
    .selectFrom('members')
    .select('id')
    .where(isIn(transaction, 'id', members))
    .where('limited_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('decisions')
            .select('decisions.id')
            .whereRef('decisions.member_id', '=', 'members.id')
            .where('limits', '=', 1),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
