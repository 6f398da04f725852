import * as calls from '@quack/contract/client-api/safety'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { parseId, timeOfId } from '../../../database/ids.ts'
import type { CommentId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { hydrationOf } from '../../../reading/list-query.ts'
import { listRows } from '../../comments/reading/comments.queries.ts'
import { findRules, type Installation } from '../../installation/installation.service.ts'
import { parseMemberId } from '../../members/members.service.ts'
import { createReport } from '../../moderation/reports/reports.service.ts'
import { accountView, timeOf } from '../accounts/account.view.ts'
import { readMembers } from '../accounts/accounts.read.ts'
import { bindClient } from '../transport/bind-client.ts'
import type { Urls } from '../transport/urls.ts'

/** Of the rules that an installation begins with. Owners may have others. */
const RULE_OF_CATEGORY: Readonly<Record<string, string>> = { spam: 'spam', legal: 'law' }

export function registerReports(scope: FastifyInstance, db: Database, urlsOf: (request: FastifyRequest) => Urls): void {
  bindClient(scope, calls.createReport, async (context) => {
    const { input, viewer, request } = context
    const {
      account_id: account,
      comment: text = '',
      category = 'other',
      status_ids: statusIds = [],
      rule_ids = [],
    } = input
    const [member] = await readMembers(db.read, [parseMemberId(account)], hydrationOf(context, {}))
    if (!member) throw new AppError('memberUnknown')
    const rule = ruleOf(await findRules(db.read), rule_ids, category)
    const ids = statusIds.flatMap((id) => parseId<CommentId>(id) ?? [])
    const comments = new Set((ids.length === 0 ? [] : await listRows(db.read, ids)).map(({ id }) => id))
    const kindOf = (id: CommentId) => (comments.has(id) ? 'comment' : 'post')
    const targets = ids.map((id) => ({ kind: kindOf(id), id: String(id) }) as const)
    let id = ''
    for (const target of targets.length > 0 ? targets : [{ kind: 'member', id: account } as const]) {
      const made = await createReport(db, viewer, { ...target, rule, text })
      id ||= made._id
    }
    return {
      ...{
        id,
        category,
        comment: text,
        rule_ids,
        status_ids: ids.map(String),
        created_at: timeOf(timeOfId(Number(id))),
      },
      ...{ action_taken: false, action_taken_at: null, forwarded: false },
      target_account: accountView(member, urlsOf(request)),
    }
  })
}

/** The rule that was named, or that fits the category, or else the last one, which is for everything else. */
function ruleOf(rules: Installation['rules'], named: readonly string[], category: string): string {
  const wanted = [...named, RULE_OF_CATEGORY[category]]
  return (rules.find(({ id }) => wanted.includes(id)) ?? rules.at(-1))?.id ?? ''
}
