import type { NotificationKind } from '@quack/contract'
import type { Connection, Database } from '../src/database/database.ts'
import type { CommentId, GroupId, MemberId, PostId } from '../src/database/schema.ts'

interface Told {
  readonly member: MemberId
  /** Many. */
  readonly people: readonly MemberId[]
  /** The member's own post. */
  readonly post: PostId
  /** Comments on it by these people. */
  readonly comments: readonly CommentId[]
}

/** A member was told of what each of many people did, and they of what the member did, and of each other's comments. */
export async function insertManyNotifications(
  db: Database,
  transaction: Connection,
  { member, people, post, comments }: Told,
): Promise<void> {
  const group = (recipient: MemberId, kind: NotificationKind, about: PostId | null) => ({
    id: db.ids.next<GroupId>(),
    recipient_id: recipient,
    kind,
    target_id: about ?? 0,
    post_id: about,
  })
  const event = ({ id, recipient_id, kind }: ReturnType<typeof group>, actor: MemberId, comment: CommentId | null) => ({
    recipient_id,
    kind,
    source_id: comment ?? 0,
    actor_id: actor,
    group_id: id,
    comment_id: comment,
    at: db.ids.next(),
  })
  const commented = group(member, 'comment', post)
  const followed = people.map((person) => group(person, 'follow', null))
  const answered = people.map((person) => group(person, 'reply', post))
  const alone = people.map(() => group(member, 'follow', null))
  const events = people.flatMap((person, index) => {
    const [comment = null] = comments.slice(index, index + 1)
    const [follow, reply, own] = [followed[index], answered[index], alone[index]]
    const told = comment === null ? [] : [event(commented, person, comment)]
    return [
      ...told,
      ...(follow ? [event(follow, member, null)] : []),
      ...(reply ? [event(reply, people.at(index - 1) ?? member, comment)] : []),
      ...(own ? [event(own, person, null)] : []),
    ]
  })
  const groups = [commented, ...followed, ...answered, ...alone]
  await transaction.insertInto('notification_groups').values(groups).execute()
  await transaction.insertInto('notification_events').values(events).execute()
}
