import { formatDateTime } from '../../ui/text/format-age.ts'

/** Until when a mute lasts, as the end of a sentence. */
export function untilText(endsAt: string | null): string {
  return endsAt === null ? 'permanently' : `until ${formatDateTime(new Date(endsAt))}`
}
