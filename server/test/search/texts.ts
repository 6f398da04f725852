import { isTag } from '@quack/contract/rules/references'
import type { Random } from '@quack/testing/random'

/** Random texts in ten scripts, and of emoji. There are few characters of each: words are repeated, and begin alike. */

interface Script {
  readonly characters: readonly string[]
  readonly longest: number
  /** What is between two words. */
  readonly space: string
}

const script = (characters: string, longest = 4, space = ' '): Script => ({
  characters: characters.split(' '),
  longest,
  space,
})

const SCRIPTS: readonly Script[] = [
  script('a b c d e Q'),
  script('α β γ Σ'),
  script('д у к а Ж'),
  script('ש ל ו ם'),
  script('م ح د ر'),
  script('हि न् द क'),
  script('ก ข ค็ น้ำ', 6, ''),
  script('東 京 都 人 山', 6, ''),
  script('か が カ ﾒ ー', 6, ' '),
  script('한 국 어 말', 4, ' '),
  script('🦆 👍 👍🏽 ❤️ 👩‍💻', 2, ''),
  script('é ü ñ å ß a o', 4, ' '),
]
const WORDS_MAX = 10
const TAGS = ['Cats', 'cats', 'snake_case', 'Straße', 'STRASSE', '東京', 'a1']
const LINKS = ['https://example.com/a', 'www.example.com']
const MARKS = ['.', ', ', '! ', '-', '_', "'", '\n', '(', '/']

export function randomWord(random: Random): string {
  const { characters, longest } = random.pick(SCRIPTS)
  return wordIn(random, characters, longest)
}

/** One and the same few words are very frequent, as in every language. */
function wordIn(random: Random, characters: readonly string[], longest: number): string {
  if (random.chance(0.3)) return characters.slice(0, 2).join('')
  return Array.from({ length: 1 + random.int(longest) }, () => random.pick(characters)).join('')
}

/** @param most words */
export function randomText(random: Random, most = WORDS_MAX): string {
  const [main, other] = [random.pick(SCRIPTS), random.pick(SCRIPTS)]
  const parts: string[] = []
  for (let left = 1 + random.int(most); left > 0; left--) {
    const { characters, longest, space } = random.chance(0.8) ? main : other
    parts.push(wordIn(random, characters, longest), random.chance(0.1) ? random.pick(MARKS) : space)
  }
  if (random.chance(0.15)) parts.push(` #${random.pick(TAGS)} `)
  if (random.chance(0.1)) parts.push(` ${random.pick(LINKS)} `)
  return parts.join('').trim() || 'a'
}

/** Other forms of a text with the same meaning. */
function respelled(random: Random, text: string): string {
  const form = random.int(6)
  if (form === 0) return text.toUpperCase()
  if (form === 1) return text.normalize('NFD')
  return form === 2 ? text.normalize('NFKC') : text
}

/** A part of a search; mostly of words that some posts have. */
function randomTerm(random: Random, text: string): string {
  const words = text.match(/[^\s"*#]+/gu) ?? ['a']
  const at = random.int(words.length)
  const word = random.chance(0.9) ? (words[at] ?? 'a') : randomWord(random)
  const characters = [...word]
  const begin = random.int(characters.length)
  const kind = random.int(10)
  if (kind === 0) return `${characters.slice(0, 2 + random.int(2)).join('')}*`
  if (kind === 1) return characters.slice(begin, begin + 1 + random.int(3)).join('')
  if (kind === 2) return `"${words.slice(at, at + 1 + random.int(3)).join(' ')}"`
  if (kind === 3) return `-${random.chance(0.5) ? randomWord(random) : `${characters.slice(0, 2).join('')}*`}`
  return respelled(random, word)
}

const DATES = ['2025-09', '2025-12-15', '2026-01', '2026-01-20', '2026-11', '2027', '2024', '0100']

/** @param text of one of the posts @param names of members, and of nobody */
export function randomSearch(random: Random, text: string, names: readonly string[]): string {
  const parts: string[] = []
  const maybe = (probability: number, part: () => string) => {
    if (random.chance(probability)) parts.push(part())
  }
  for (let left = random.int(4); left > 0; left--) parts.push(randomTerm(random, text))
  maybe(0.15, () => `from:${random.chance(0.2) ? 'me' : random.pick(names)}`)
  maybe(0.15, () => `has:${random.pick(['picture', 'video', 'link'])}`)
  maybe(0.1, () => `before:${random.pick(DATES)}`)
  maybe(0.1, () => `after:${random.pick(DATES)}`)
  maybe(0.25, () => `in:${random.pick(['bookmarks', 'likes', 'following'])}`)
  maybe(0.2, () => `lang:${random.pick(['de', 'PT', 'sr', 'fi', '*'])}`)
  maybe(0.05, () => 'lang:en')
  maybe(0.15, () => {
    const tag = random.pick([...TAGS, 'nothing', 'nothing2'].filter(isTag))
    return random.chance(0.5) ? `#${tag}` : `tag:${tag}`
  })
  // Rarely none, or what is refused.
  maybe(parts.length === 0 ? 0.9 : 0.01, () => random.pick(['a', 'é', '東', '🦆', 'in:trash', 'a*']))
  return parts.join(' ')
}
