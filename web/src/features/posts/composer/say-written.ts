import { getConnection } from '../../../data/api/connection.ts'
import type { Written } from '../../../data/sending/writes.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Tells that a write was sent, or that it waits. Of a conflict, data/writes.ts tells. */
export function sayWritten(written: Written, done: string): void {
  if (written === 'sent') toast.success(done)
  else if (written === 'waiting')
    toast.success(getConnection() === 'online' ? 'Waiting to be sent' : 'Waiting for the network')
}
