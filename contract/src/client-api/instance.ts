import { type TSchema, Type } from 'typebox'
import { clientCall } from './client-call.ts'
import { InstanceV1, InstanceV2, NodeInfo, Rule } from './entities.ts'

/** What an app needs to know about this installation. */

const open = <S extends TSchema>(path: `/${string}`, summary: string, answer: S) =>
  clientCall(`GET ${path}`, null, summary, { access: 'anyone', answer })

/** An older app asks with a slash at the end. */
export const INSTANCE_PATHS = ['/api/v1/instance', '/api/v1/instance/'] as const
export const getInstanceV1 = (path: `/${string}`) => open(path, 'This installation, for older apps', InstanceV1)
export const getInstance = open('/api/v2/instance', 'This installation: what it has, and its limits', InstanceV2)
export const listRules = open('/api/v1/instance/rules', 'What members have agreed to', Type.Array(Rule))

const Link = Type.Object({ rel: Type.String(), href: Type.String() })
export const findNodeInfo = open('/.well-known/nodeinfo', 'Where NodeInfo is', Type.Object({ links: Type.Array(Link) }))
export const getNodeInfo = open('/nodeinfo/2.0', 'What this server is, for programs that do not know it', NodeInfo)

const PREFERENCES = 'What an app begins with, by the settings of the member'
export const getPreferences = clientCall('GET /api/v1/preferences', 'read:accounts', PREFERENCES, {
  answer: Type.Object({
    'posting:default:visibility': Type.Enum(['public', 'private']),
    'posting:default:quote_policy': Type.String(),
    'posting:default:sensitive': Type.Boolean(),
    'posting:default:language': Type.Null(),
    'reading:expand:media': Type.String(),
    'reading:expand:spoilers': Type.Boolean(),
  }),
})

/**
 * Lists of what Quack does not have, below `/api/v1`, by the scope that they require; empty for those that anyone may
 * read.
 */
export const EMPTY_LISTS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'announcements',
    'custom_emojis',
    'instance/activity',
    'instance/domain_blocks',
    'instance/peers',
    'trends/links',
  ],
  'read:accounts': ['accounts/:id/endorsements', 'accounts/:id/featured_tags', 'endorsements', 'featured_tags'],
  'read:blocks': ['domain_blocks'],
  'read:lists': ['accounts/:id/lists', 'lists'],
  'read:notifications': ['notifications/requests'],
  'read:statuses': ['conversations', 'scheduled_statuses'],
}
export const listNothing = (path: string, scope: string) =>
  clientCall(`GET /api/v1/${path}`, scope || null, 'A list that is empty here', {
    access: scope === '' ? 'anyone' : 'member',
    answer: Type.Array(Type.Object({})),
  })
