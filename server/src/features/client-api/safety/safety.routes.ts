import type { ClientInput } from '@quack/contract/client-api/client-call'
import * as calls from '@quack/contract/client-api/safety'
import { MUTED_WORDS_MAX } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { parseIds, timeOfId } from '../../../database/ids.ts'
import type { CommentId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { listRows } from '../../comments/reading/comments.queries.ts'
import { findRules, type Installation } from '../../installation/installation.service.ts'
import { parseMemberId } from '../../members/members.service.ts'
import { createReport } from '../../moderation/reports/reports.service.ts'
import { listWords } from '../../mutes/mutes.queries.ts'
import { editWord, muteWord, parseWordId, unmuteWord, type WordInput } from '../../mutes/mutes.service.ts'
import { accountView, timeOf } from '../accounts/account.view.ts'
import { findAccount } from '../accounts/accounts.read.ts'
import { durationOf } from '../accounts/accounts.routes.ts'
import { bindClient } from '../transport/bind-client.ts'
import { CONTEXT, filterView, keywordView } from './filter.view.ts'

export function registerSafety(scope: FastifyInstance, db: Database): void {
  const list = (viewer: Viewer) => listWords(db.read, viewer.id, { limit: MUTED_WORDS_MAX, after: null }, Date.now())

  /** @throws mutedWordUnknown */
  async function find(viewer: Viewer, id: string) {
    const row = (await list(viewer)).find((each) => String(each.id) === id)
    if (!row) throw new AppError('mutedWordUnknown')
    return row
  }

  bindClient(scope, calls.listFilters, async ({ viewer }) => (await list(viewer)).map(filterView))

  bindClient(scope, calls.listFiltersV1, async ({ viewer }) =>
    (await list(viewer)).map((row) => {
      const { id, expires_at } = filterView(row)
      const irreversible = row.action === 'hide'
      return { id, phrase: row.phrase, context: CONTEXT, whole_word: true, expires_at, irreversible }
    }),
  )

  bindClient(scope, calls.getFilter, async ({ params, viewer }) => filterView(await find(viewer, params.id)))

  bindClient(scope, calls.createFilter, async ({ input, viewer }) => {
    const asked = { phrase: input.title, action: 'collapse', duration: 'always', ...changeOf(input) } as const
    return filterView(await muteWord(db, viewer, asked))
  })

  bindClient(scope, calls.editFilter, async ({ params, input, viewer }) =>
    filterView(await editWord(db, viewer, parseWordId(params.id), changeOf(input))),
  )

  bindClient(scope, calls.addKeyword, async ({ params, input, viewer }) => {
    const { action, ends_at } = await find(viewer, params.id)
    const duration = ends_at === null ? 'always' : durationOf((ends_at - Date.now()) / 1_000)
    return keywordView(await muteWord(db, viewer, { phrase: input.keyword, action, duration }))
  })

  bindClient(scope, calls.editKeyword, async ({ params, input, viewer }) =>
    keywordView(await editWord(db, viewer, parseWordId(params.id), { phrase: input.keyword })),
  )

  for (const path of calls.DELETE_FILTER) {
    bindClient(scope, calls.deleteFilter(path), async ({ params, viewer }) => {
      await unmuteWord(db, viewer, parseWordId(params.id))
      return {}
    })
  }

  bindClient(scope, calls.createReport, async ({ input, viewer, hydration, urls }) => {
    const { account_id: account, comment = '', category = 'other', status_ids = [], rule_ids = [] } = input
    const member = await findAccount(db.read, parseMemberId(account), hydration)
    const rule = ruleOf(await findRules(db.read), rule_ids, category)
    const ids = parseIds<CommentId>(status_ids)
    const comments = new Set((await listRows(db.read, ids)).map(({ id }) => id))
    const kindOf = (id: CommentId) => (comments.has(id) ? 'comment' : 'post')
    const targets = ids.map((id) => ({ kind: kindOf(id), id: String(id) }) as const)
    let id = ''
    for (const target of targets.length > 0 ? targets : [{ kind: 'member', id: account } as const]) {
      const made = await createReport(db, viewer, { ...target, rule, text: comment })
      id ||= made._id
    }
    return {
      id,
      category,
      comment,
      rule_ids,
      status_ids: ids.map(String),
      created_at: timeOf(timeOfId(Number(id))),
      action_taken: false,
      action_taken_at: null,
      forwarded: false,
      target_account: accountView(member, urls),
    }
  })
}

/** @throws fieldInvalid for more than one keyword */
function changeOf(input: ClientInput<typeof calls.editFilter>): Partial<WordInput> {
  const { filter_action: action, expires_in: seconds, keywords_attributes: keywords = [] } = input
  // A form has a further entry for each further field of one keyword.
  const [phrase, ...more] = keywords.flatMap(({ keyword }) => keyword ?? [])
  if (more.length > 0) throw new AppError('fieldInvalid', 'A filter has one keyword here. Make one for each word.')
  return {
    ...(phrase !== undefined && { phrase }),
    ...(action && { action: action === 'hide' ? ('hide' as const) : ('collapse' as const) }),
    ...(seconds !== undefined && { duration: durationOf(Number(seconds)) }),
  }
}

/** Of the rules that an installation begins with. Owners may have others. */
const RULE_OF_CATEGORY: Readonly<Record<string, string>> = { spam: 'spam', legal: 'law' }

/** A rule that was named or that fits the category; or else the last one, which is at first for everything else. */
function ruleOf(rules: Installation['rules'], named: readonly string[], category: string): string {
  const wanted = [...named, RULE_OF_CATEGORY[category]]
  return (rules.find(({ id }) => wanted.includes(id)) ?? rules.at(-1))?.id ?? ''
}
