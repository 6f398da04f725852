export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/**
 * Words, and each character that is none, with the white space after it. In Chinese, Japanese and Thai, each character.
 */
const TOKENS = /(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+|\S)\s*/gu

/** Texts that need more comparisons than that are only said to differ between their equal ends. */
const COMPARED_MAX = 1_000_000

/** What became of a text, word by word. White space is not compared. */
export function diffWords(before: string, after: string): DiffPart[] {
  const numbers = new Map<string, number>()
  const numberOf = (word: string) => numbers.get(word) ?? numbers.set(word, numbers.size).size - 1
  function tokensOf(text: string): Tokens {
    const texts = text.trim().match(TOKENS) ?? []
    return { texts, words: Int32Array.from(texts, (token) => numberOf(token.trim())) }
  }
  const [a, b] = [tokensOf(before), tokensOf(after)]
  const shorter = Math.min(a.words.length, b.words.length)
  let start = 0
  while (start < shorter && a.words[start] === b.words[start]) start++
  let end = 0
  while (end < shorter - start && a.words.at(-1 - end) === b.words.at(-1 - end)) end++
  const middleOf = ({ words }: Tokens) => words.subarray(start, words.length - end)
  const [old, now] = [middleOf(a), middleOf(b)]
  const isCompared = old.length * now.length <= COMPARED_MAX
  const width = now.length + 1
  // How many words the rests of the two texts have in common, from each pair of places on.
  const common = new Uint16Array(isCompared ? (old.length + 1) * width : 0)
  for (let row = isCompared ? old.length - 1 : -1; row >= 0; row--) {
    const word = old[row]
    for (let column = now.length - 1, at = row * width + column; column >= 0; column--, at--) {
      const below = common[at + width] ?? 0
      const beside = common[at + 1] ?? 0
      common[at] = word === now[column] ? (common[at + width + 1] ?? 0) + 1 : below > beside ? below : beside
    }
  }

  const parts: DiffPart[] = []
  function add(kind: DiffPart['kind'], text = ''): void {
    const last = parts.at(-1)
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text }
    else parts.push({ kind, text })
  }
  // With white space after it, if either text has some.
  const addSame = (at: number, to: number) => add('same', /\s$/.test(b.texts[to] ?? '') ? b.texts[to] : a.texts[at])
  for (let at = 0; at < start; at++) addSame(at, at)
  for (let row = 0, column = 0; row < old.length || column < now.length; ) {
    const [hasRow, hasColumn, at] = [row < old.length, column < now.length, row * width + column]
    if (hasRow && hasColumn && isCompared && old[row] === now[column]) addSame(start + row++, start + column++)
    else if (hasRow && (!hasColumn || (common[at + width] ?? 0) >= (common[at + 1] ?? 0)))
      add('removed', a.texts[start + row++])
    else add('added', b.texts[start + column++])
  }
  for (let left = end; left > 0; left--) addSame(a.texts.length - left, b.texts.length - left)
  return parts
}

interface Tokens {
  readonly texts: readonly string[]
  readonly words: Int32Array
}
