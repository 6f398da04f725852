import type { ClientInput } from '@quack/contract/client-api/client-call'
import * as calls from '@quack/contract/client-api/safety'
import { MUTED_WORDS_MAX } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { listWords } from '../../mutes/mutes.queries.ts'
import { editWord, muteWord, unmuteWord, type WordInput } from '../../mutes/mutes.service.ts'
import { durationOf } from '../accounts/accounts.relate.ts'
import { bindClient } from '../transport/bind-client.ts'
import { CONTEXT, filterView, keywordView } from './filter.view.ts'

export function registerFilters(scope: FastifyInstance, db: Database): void {
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
    filterView(await editWord(db, viewer, idOf(params.id), changeOf(input))),
  )

  bindClient(scope, calls.addKeyword, async ({ params, input, viewer }) => {
    const { action, ends_at } = await find(viewer, params.id)
    const duration = ends_at === null ? 'always' : durationOf((ends_at - Date.now()) / 1_000)
    return keywordView(await muteWord(db, viewer, { phrase: input.keyword, action, duration }))
  })

  bindClient(scope, calls.editKeyword, async ({ params, input, viewer }) =>
    keywordView(await editWord(db, viewer, idOf(params.id), { phrase: input.keyword })),
  )

  for (const path of calls.DELETE_FILTER) {
    bindClient(scope, calls.deleteFilter(path), async ({ params, viewer }) => {
      await unmuteWord(db, viewer, idOf(params.id))
      return {}
    })
  }
}

/** @throws mutedWordUnknown */
function idOf(text: string): number {
  const id = parseId(text)
  if (id === null) throw new AppError('mutedWordUnknown')
  return id
}

/** @throws fieldInvalid for more than one keyword */
function changeOf({
  filter_action: action,
  expires_in: seconds,
  keywords_attributes: keywords = [],
}: ClientInput<typeof calls.editFilter>): Partial<WordInput> {
  // A form has a further entry for each further field of one keyword.
  const [phrase, ...more] = keywords.flatMap(({ keyword }) => keyword ?? [])
  if (more.length > 0) throw new AppError('fieldInvalid', 'A filter has one keyword here. Make one for each word.')
  return {
    ...(phrase !== undefined && { phrase }),
    ...(action && { action: action === 'hide' ? ('hide' as const) : ('collapse' as const) }),
    ...(seconds !== undefined && { duration: durationOf(Number(seconds)) }),
  }
}
