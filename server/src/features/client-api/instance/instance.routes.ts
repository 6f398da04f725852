import type { Statistics } from '@quack/contract'
import * as calls from '@quack/contract/client-api/instance'
import { policyOf } from '@quack/contract/client-api/writing'
import type { FastifyInstance } from 'fastify'
import type { Connection, Database } from '../../../database/database.ts'
import { findAbout, findRules, findSignUpRule } from '../../installation/installation.service.ts'
import { hasStaff } from '../../moderation/roles/roles.queries.ts'
import { findAccount } from '../accounts/accounts.read.ts'
import { bindClient } from '../transport/bind-client.ts'
import type { Urls } from '../transport/urls.ts'
import { type InstanceFacts, instanceV1, instanceV2, isOpen, ruleViews } from './instance.view.ts'

export interface InstanceOptions extends Pick<InstanceFacts, 'version' | 'contact'> {
  readonly vapidKey: () => Promise<string>
  /** Counted at most every ten minutes. */
  readonly statistics: (db: Connection) => Promise<Statistics>
}

const NODE_INFO = 'http://nodeinfo.diaspora.software/ns/schema/2.0'
/** What apps do with media, by how the member reads posts. */
const EXPANDED_MEDIA = { author: 'default', open: 'show_all', blur: 'hide_all' } as const

export function registerInstance(scope: FastifyInstance, db: Database, options: InstanceOptions): void {
  const { vapidKey, statistics, version, contact } = options

  async function factsFor(urls: Urls): Promise<InstanceFacts> {
    const [about, signUp] = [await findAbout(db.read), await findSignUpRule(db.read)]
    return { about, rules: await listRules(), signUp, version, contact, urls }
  }

  /** None where nobody can act on a report. */
  const listRules = async () => ((await hasStaff(db.read, {})) ? findRules(db.read) : [])

  for (const path of calls.INSTANCE_PATHS) {
    bindClient(scope, calls.getInstanceV1(path), async ({ urls }) =>
      instanceV1(await factsFor(urls), await statistics(db.read)),
    )
  }

  bindClient(scope, calls.getInstance, async ({ urls }) => instanceV2(await factsFor(urls), await vapidKey()))

  bindClient(scope, calls.listRules, async () => ruleViews(await listRules()))

  bindClient(scope, calls.getPreferences, async ({ viewer, hydration }) => {
    const member = await findAccount(db.read, viewer.id, hydration)
    return {
      'posting:default:visibility': member.private ? ('private' as const) : ('public' as const),
      'posting:default:quote_policy': policyOf(member.whoMayQuote),
      'posting:default:sensitive': member.sensitiveMedia === true,
      'posting:default:language': null,
      'reading:expand:media': EXPANDED_MEDIA[member.readWarnings ?? 'author'],
      'reading:expand:spoilers': member.readWarnings === 'open',
    }
  })

  bindClient(scope, calls.findNodeInfo, async ({ urls }) => ({
    links: [{ rel: NODE_INFO, href: urls.origin + calls.getNodeInfo.path }],
  }))

  bindClient(scope, calls.getNodeInfo, async () => {
    const [{ members, posts }, signUp] = [await statistics(db.read), await findSignUpRule(db.read)]
    return {
      version: '2.0' as const,
      software: { name: 'quack', version },
      protocols: [],
      services: { inbound: [], outbound: [] },
      openRegistrations: isOpen(signUp),
      usage: { users: { total: members }, localPosts: posts },
      // Apps that know no Quack look here for the API that they know.
      metadata: { nodeName: 'Quack', upstream: { name: 'mastodon' } },
    }
  })

  for (const [needed, paths] of Object.entries(calls.EMPTY_LISTS)) {
    for (const path of paths) bindClient(scope, calls.listNothing(path, needed), async () => [])
  }
}
