import { Type } from 'typebox'
import { clientCall } from './client-call.ts'
import { InstanceV1, InstanceV2, Rule } from './entities.ts'

/** What an app needs to know about this installation. */

const Text = Type.String()
const anyone = { access: 'anyone' } as const

/** An older app asks with a slash at the end. */
export const INSTANCE_PATHS = ['/api/v1/instance', '/api/v1/instance/'] as const
export const getInstanceV1 = (path: (typeof INSTANCE_PATHS)[number]) =>
  clientCall(`GET ${path}`, { ...anyone, summary: 'This installation, for older apps', answer: InstanceV1 })

export const getInstance = clientCall('GET /api/v2/instance', {
  ...anyone,
  summary: 'This installation: what it is, what it has, and its limits',
  answer: InstanceV2,
})

export const listRules = clientCall('GET /api/v1/instance/rules', {
  ...anyone,
  summary: 'What members have agreed to',
  answer: Type.Array(Rule),
})

export const getPreferences = clientCall('GET /api/v1/preferences', {
  summary: 'What an app begins with. Quack has no settings of these',
  scope: 'read:accounts',
  answer: Type.Object({
    'posting:default:visibility': Type.Enum(['public', 'private']),
    'posting:default:sensitive': Type.Boolean(),
    'posting:default:language': Type.Null(),
    'reading:expand:media': Text,
    'reading:expand:spoilers': Type.Boolean(),
  }),
})

export const findNodeInfo = clientCall('GET /.well-known/nodeinfo', {
  ...anyone,
  summary: 'Where the description of this server is (NodeInfo)',
  answer: Type.Object({ links: Type.Array(Type.Object({ rel: Text, href: Text })) }),
})

export const getNodeInfo = clientCall('GET /nodeinfo/2.0', {
  ...anyone,
  summary: 'The description of this server (NodeInfo 2.0)',
  answer: Type.Object({
    version: Type.Literal('2.0'),
    software: Type.Object({ name: Text, version: Text }),
    protocols: Type.Array(Text),
    services: Type.Object({ inbound: Type.Array(Text), outbound: Type.Array(Text) }),
    openRegistrations: Type.Boolean(),
    usage: Type.Object({ users: Type.Object({ total: Type.Integer() }), localPosts: Type.Integer() }),
    metadata: Type.Object({ nodeName: Text, upstream: Type.Object({ name: Text }) }),
  }),
})

/** Lists of what Quack does not have, each with the scope that it requires; null for those that anyone may read. */
export const EMPTY_LISTS: Readonly<Record<string, string | null>> = {
  '/api/v1/announcements': null,
  '/api/v1/custom_emojis': null,
  '/api/v1/instance/activity': null,
  '/api/v1/instance/domain_blocks': null,
  '/api/v1/instance/peers': null,
  '/api/v1/trends/links': null,
  '/api/v1/accounts/familiar_followers': 'read:follows',
  '/api/v1/accounts/:id/endorsements': 'read:accounts',
  '/api/v1/accounts/:id/featured_tags': 'read:accounts',
  '/api/v1/accounts/:id/lists': 'read:lists',
  '/api/v1/conversations': 'read:statuses',
  '/api/v1/domain_blocks': 'read:blocks',
  '/api/v1/endorsements': 'read:accounts',
  '/api/v1/featured_tags': 'read:accounts',
  '/api/v1/lists': 'read:lists',
  '/api/v1/notifications/requests': 'read:notifications',
  '/api/v1/scheduled_statuses': 'read:statuses',
}
export const listNothing = (path: string, scope: string | null) =>
  clientCall(`GET /${path.slice(1)}`, {
    scope,
    access: scope === null ? 'anyone' : 'member',
    summary: 'A list that is empty here',
    answer: Type.Array(Type.Object({})),
  })
