import { openDatabase } from '../src/database/open/open.ts'
import { Queue } from '../src/jobs/queue.ts'
import { endOfPolls, endPoll, pollNeeds } from './polls.ts'

/** A node in a process of its own, which ends polls until it is killed (polls-node.ts). */
const [place = '', kind] = process.argv.slice(2)
const fail = (error: Error) => {
  throw error
}
const needs = pollNeeds(await openDatabase(JSON.parse(place), fail, async () => undefined))
const queue = new Queue(
  endOfPolls(async (poll) => {
    process.send?.(poll.key)
    if (kind === 'stuck') await new Promise(() => undefined)
    return endPoll(needs.db, poll)
  }),
  needs,
)
process.on('message', (ms) => needs.clock.advance(Number(ms)))
process.on('disconnect', () => process.exit())
queue.start()
