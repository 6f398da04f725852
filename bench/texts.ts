import { createRandom, type Random } from '@quack/testing/random'

/** Words of the texts of posts. */
const VOCABULARY = 50_000
const FIRST_NAMES = 2_000
const LAST_NAMES = 20_000
/** Word numbers, each as often as it is used: a random entry is a random word of the language. */
const DRAWN = 2 ** 20

const [CONSONANTS, VOWELS, ENDS] = ['bcdfghklmnprst', 'aeiou', 'bdfklmnrst']
const SYLLABLES = CONSONANTS.length * VOWELS.length * ENDS.length

/** The word of this rank; frequent words are short. The same rank is always the same word, and no two are alike. */
export function wordOf(rank: number): string {
  const syllable = (number: number) => {
    const [vowel, end] = [Math.floor(number / CONSONANTS.length), Math.floor((number / SYLLABLES) * ENDS.length)]
    return `${CONSONANTS[number % CONSONANTS.length]}${VOWELS[vowel % VOWELS.length]}${ENDS[end]}`
  }
  const rest = Math.floor(rank / SYLLABLES)
  const word = syllable(rank % SYLLABLES) + (rest === 0 ? '' : syllable((rest - 1) % SYLLABLES))
  return rank % 2 === 0 ? word : `${word}${VOWELS[rank % VOWELS.length]}`
}

/** Ranks by the law of Zipf: the word of rank n is used in proportion to 1 / n. */
function drawingOf(count: number): (random: Random) => number {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const drawn = new Uint16Array(DRAWN)
  let [rank, until] = [0, (weights[0] ?? 0) / sum]
  for (let index = 0; index < DRAWN; index++) {
    while (index / DRAWN > until && rank < count - 1) until += (weights[++rank] ?? 0) / sum
    drawn[index] = rank
  }
  return (random) => drawn[random.int(DRAWN)] ?? 0
}

const CAPITAL = /^./
const asName = (word: string): string => word.replace(CAPITAL, (letter) => letter.toUpperCase())

/** Words as members search for them: neither the most frequent nor the rarest. */
const SEARCHED = { first: 20, count: 5_000 }

/** Random words that are searched for, and beginnings of names. */
export function createSearches(seed: number) {
  const random = createRandom(seed)
  const [draw, drawFirst] = [drawingOf(SEARCHED.count), drawingOf(FIRST_NAMES)]
  return {
    word: () => wordOf(SEARCHED.first + draw(random)),
    /** One of the ten most frequent words. */
    commonWord: () => wordOf(random.int(10)),
    firstName: () => wordOf(drawFirst(random)),
    /** As it is being typed. */
    beginning: () => wordOf(drawFirst(random)).slice(0, 1 + random.int(4)),
    number: (end: number) => random.int(end),
  }
}

/** The texts of a dataset. They must be asked for in the same order to be the same. */
export function createTexts() {
  const random = createRandom(13)
  const [draw, drawFirst, drawLast] = [drawingOf(VOCABULARY), drawingOf(FIRST_NAMES), drawingOf(LAST_NAMES)]
  return {
    /** A text of this length in UTF-16 code units. @param end of it */
    text(length: number, end = ''): string {
      let text = ''
      for (;;) {
        const word = wordOf(draw(random))
        if (text.length + word.length + 1 + end.length > length) return text.padEnd(length - end.length, '.') + end
        text += `${word} `
      }
    },
    firstName: () => asName(wordOf(drawFirst(random))),
    lastName: () => asName(wordOf(drawLast(random))),
  }
}
