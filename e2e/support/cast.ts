import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Api, Member, Person } from './api.ts'
import { makePerson } from './api.ts'

/** Realistic people and texts, including awkward ones. */

export const LONG_TEXT = [
  'We walked the whole of the old towpath today, from the lock at Kingfisher Bridge down to where the river opens into the reed beds.',
  'Eleven kilometres, two sandwiches, one very offended heron. The light before noon was the kind that makes you stop talking.',
  'If you want to go: take the 7.42 bus, get off at the mill, and keep the water on your left. There is a bench every few hundred metres, and somebody looks after them.',
  'The last stretch is muddy after rain, so bring boots. The café at the weir is closed on Mondays, which I knew, and walked to anyway.',
  'Map and notes: https://example.com/walks/the-old-towpath/from-kingfisher-bridge-to-the-reed-beds?season=autumn&length=11km',
].join('\n\n')

export const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)

/** A person with long names, and a username of the maximum length. */
export function longNamed(): Person {
  const username = `maximiliane.featherston_${randomBytes(3).toString('hex')}`
  return {
    ...makePerson('Max'),
    firstName: 'Maximiliane-Josephine',
    lastName: 'Featherstonehaugh-Mandarin von Entenhausen',
    email: `${username}@example.com`,
    username,
  }
}

const NAMES = ['Ada Lovell', 'Bram de Wit', 'Chiara Rossi', 'Dele Okafor', 'Elif Kaya', 'Freja Lund', 'Goro Sato']

/** Signs up some members, each with an avatar. */
export async function signUpCast(api: Api, size = NAMES.length): Promise<Member[]> {
  const members: Member[] = []
  for (const [index, name] of NAMES.slice(0, size).entries()) {
    const [firstName = '', ...rest] = name.split(' ')
    const person = { ...makePerson(firstName), lastName: rest.join(' ') }
    const member = await api.signUp(person)
    await api.editProfile(member, { avatarURL: `/avatars/preset-${index + 1}.webp` })
    members.push(member)
  }
  return members
}

const DEMO = new URL('../../server/src/features/demo/media/', import.meta.url)

/** A picture or video of the demo, as a file for a file input. */
export async function demoFile(name: string, mimeType: string) {
  return { name, mimeType, buffer: await readFile(new URL(name, DEMO)) }
}
