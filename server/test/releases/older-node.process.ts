import { once } from 'node:events'
import { makeEveryCall } from '../plans/every-call.ts'
import { startFilled } from './fill.ts'

/**
 * A node of this commit, which rolling-upgrade.ts of a later one starts. It fills its database, says where that is, and
 * when it gets a message makes every call.
 */
const app = await startFilled()
process.send?.(app.database.env.DATABASE_URL)
await once(process, 'message')
await makeEveryCall(app)
await app.close()
process.disconnect()
