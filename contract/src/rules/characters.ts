/** The same text for compatible characters, and for upper and lower case. */
export function foldCase(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Lower case first: the upper case of ß is SS, but that of the capital ẞ is itself.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC')
      .replaceAll('ς', 'σ')
  )
}

/**
 * Scripts that are written without spaces between words, and Hangul, whose particles follow a name without one. The
 * inside of a character class for regular expressions with the flag `u`.
 */
export const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}'
