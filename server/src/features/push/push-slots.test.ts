import { describe, expect, test } from 'vitest'
import { PushSlots, serviceOf } from './push-slots.ts'

const device = (owner: number, endpoint: string) => ({ owner, endpoint })

/** How many of so many devices, each of another member, get a slot. */
const taken = (slots: PushSlots, endpointOf: (index: number) => string, from = 0) =>
  Array.from({ length: 100 }, (_, index) => slots.take(device(from + index, endpointOf(index)))).filter(Boolean).length

describe('the slots of a node', () => {
  test('are four for a member, 32 for a push service, and two for one that has not answered', () => {
    const slots = new PushSlots()
    const own = Array.from({ length: 6 }, (_, index) => slots.take(device(1, `https://push${index}.example/`)))
    expect(own).toEqual([true, true, true, true, false, false])
    expect(slots.full.members).toEqual([1])
    expect(taken(new PushSlots(), () => 'https://push.example/1')).toBe(32)
    const silent = new PushSlots()
    silent.note('https://push.example/1', false)
    expect(taken(silent, (index) => `https://n${index}.push.example/1`)).toBe(2)
    expect(silent.full.services).toEqual(['push.example'])
    silent.note('https://push.example/1', true)
    expect(silent.full.services).toEqual([])
  })

  test('are left for others, however many members have services that do not answer', () => {
    const slots = new PushSlots()
    for (let index = 0; index < 5; index++) slots.note(`https://silent${index}.example/`, false)
    expect(taken(slots, (index) => `https://silent${index % 5}.example/`)).toBe(10)
    expect(taken(slots, () => 'https://push.example/', 1_000)).toBe(32)
  })

  test('are free again afterwards', () => {
    const slots = new PushSlots()
    const mine = device(1, 'https://push.example/1')
    for (let count = 0; count < 200; count++) {
      expect(slots.take(mine)).toBe(true)
      slots.release(mine)
    }
    expect(slots.full).toEqual({ members: [], services: [] })
  })
})

test.for([
  ['https://fcm.googleapis.com/fcm/send/x', 'googleapis.com'],
  ['https://a.b.c.example/1', 'c.example'],
  ['https://localhost:8443/1', 'localhost'],
  ['http://127.0.0.1:4000/1', '127.0.0.1:4000'],
  ['https://[2001:db8::a]/1', '[2001:db8::a]'],
] as const)('the push service of %s is %s', ([endpoint, service]) => {
  expect(serviceOf(endpoint)).toBe(service)
})
