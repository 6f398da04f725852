import { ENDPOINTS } from '@quack/contract'
import { PRESET_AVATARS } from '@quack/contract/rules/avatars'
import * as limits from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import { findSignUpRule } from '../installation/installation.service.ts'
import { mailQueueOf } from '../mails/mail-queue.ts'
import { hasStaff } from '../moderation/roles/roles.queries.ts'
import type { GuestLogin } from '../sign-in/guest/guest.service.ts'

export interface MetaOptions {
  readonly version: string
  readonly guestLogin: GuestLogin
  /** The host of passkeys; null if they work nowhere. */
  readonly passkeyHost: string | null
  /** Whether apps of other makers can be used. */
  readonly apps: boolean
  /** Where members find the operator. */
  readonly contact: string | null
}

export function registerMeta(app: FastifyInstance, db: Database, options: MetaOptions): void {
  const { version, guestLogin, passkeyHost, apps, contact } = options
  const fixed = {
    name: 'Quack',
    version,
    passkeyHost,
    ...(apps && { apps }),
    presetAvatars: [...PRESET_AVATARS],
    limits: {
      postMediaBytes: limits.POST_MEDIA_MAX_BYTES,
      avatarBytes: limits.AVATAR_MAX_BYTES,
      postLength: limits.POST_MAX_LENGTH,
      commentLength: limits.COMMENT_MAX_LENGTH,
      bioLength: limits.BIO_MAX_LENGTH,
      passwordMinLength: limits.PASSWORD_MIN_LENGTH,
      passwordMaxLength: limits.PASSWORD_MAX_LENGTH,
      pageMax: limits.PAGE_MAX,
      embedMax: limits.EMBED_MAX,
    },
  }
  bind(app, ENDPOINTS.getMeta, async () => ({
    ...fixed,
    mail: mailQueueOf(db) !== null,
    contact,
    guestLogin: await guestLogin(),
    moderated: await hasStaff(db.read, {}),
    signUp: await findSignUpRule(db.read),
  }))
}
