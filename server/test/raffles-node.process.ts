import { openDatabase } from '../src/database/open/open.ts'
import { Queue } from '../src/jobs/queue.ts'
import { endOfRaffles, endRaffle, raffleNeeds } from './raffles.ts'

/** A node in a process of its own, which ends raffles until it is killed (raffles-node.ts). */
const [place = '', kind] = process.argv.slice(2)
const fail = (error: Error) => {
  throw error
}
const needs = raffleNeeds(await openDatabase(JSON.parse(place), fail, async () => undefined))
const queue = new Queue(
  endOfRaffles(async (raffle) => {
    process.send?.(raffle.key)
    if (kind === 'stuck') await new Promise(() => undefined)
    return endRaffle(needs.db, raffle)
  }),
  needs,
)
process.on('message', (ms) => needs.clock.advance(Number(ms)))
process.on('disconnect', () => process.exit())
queue.start()
