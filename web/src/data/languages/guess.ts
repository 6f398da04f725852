import { readRecentLanguages, tagFor } from './names.ts'

/** What is in no language: addresses, names, hashtags. */
const NO_WORDS = /(?:https?:\/\/|www\.)\S+|[@＠#＃]\S+/giu
/** The rest of a long text says nothing else. */
const LOOKED_AT = 1_000
/** How certain the browser has to be. It is often wrong about short texts. */
const CERTAIN = 0.5
const CERTAIN_OF_OTHERS = 0.9
/** The browser has the model already, so this is for one that hangs. */
const WAIT_MS = 1_000

/** Of each script: what locales call it, and the only widespread language that is written in it; empty for several. */
const SCRIPTS: Readonly<Record<string, { readonly of: readonly string[]; readonly only: string }>> = {
  Latn: { of: ['Latn'], only: '' },
  Cyrl: { of: ['Cyrl'], only: '' },
  Arab: { of: ['Arab'], only: '' },
  Deva: { of: ['Deva'], only: '' },
  Ethi: { of: ['Ethi'], only: '' },
  Hira: { of: ['Jpan'], only: 'ja' },
  Hang: { of: ['Kore'], only: 'ko' },
  Hani: { of: ['Hans', 'Hant', 'Jpan'], only: 'zh' },
  ...Object.fromEntries(
    'Armn:hy Beng:bn Geor:ka Grek:el Gujr:gu Guru:pa Hebr:he Khmr:km Knda:kn Laoo:lo Mlym:ml Mymr:my Orya:or Sinh:si Taml:ta Telu:te Thai:th Tibt:bo'
      .split(' ')
      .map((each) => each.split(':') as [string, string])
      .map(([script, only]) => [script, { of: [script], only }]),
  ),
}

const LOOKED_FOR: ReadonlySet<string> = new Set(Object.values(SCRIPTS).flatMap(({ of }) => of))
/** Not those of all scripts, such as ℹ. */
const OF_A_SCRIPT = /(?!\p{Script=Common})\p{L}/u

interface Detector {
  detect(text: string): Promise<readonly { detectedLanguage: string; confidence: number }[]>
}
interface DetectorClass {
  availability(): Promise<string>
  create(): Promise<Detector>
}

/** One for the page: the browser loads its model. */
let detector: Promise<Detector> | null = null

/**
 * The language of a text, as a BCP 47 tag: what the browser detects, if it can do so without a download; else the first
 * language of the member with this script, those that they have used lately before those of the browser; else the only
 * one of the script. Empty if it has several, which is better than a wrong one: the post is shown to everybody then.
 * For a text without letters, the member's first language.
 */
export async function guessLanguage(text: string): Promise<string> {
  const words = text.replace(NO_WORDS, ' ').slice(0, LOOKED_AT)
  const known = [...readRecentLanguages(), ...navigator.languages]
  const script = scriptOf(words)
  if (script === null && !OF_A_SCRIPT.test(words)) return known[0] ?? ''
  const { of, only } = SCRIPTS[script ?? ''] ?? { of: [], only: '' }
  const isOfScript = (tag: string) =>
    script === null ? !LOOKED_FOR.has(scriptOfTag(tag)) : of.includes(scriptOfTag(tag))
  return (await detect(words)) ?? known.find(isOfScript) ?? only
}

/** The script of most of its letters, of those in SCRIPTS; null without any of them. */
function scriptOf(text: string): string | null {
  const counts = Object.keys(SCRIPTS).map((script) => [script, countOf(text, script)] as const)
  const [kana, han] = [countOf(text, 'Hira') + countOf(text, 'Kana'), countOf(text, 'Hani')]
  const others = counts.filter(([script]) => script !== 'Hira' && script !== 'Hani')
  // Japanese has both.
  const [best] = [...others, ['Hira', kana > 0 ? kana + han : 0] as const, ['Hani', kana > 0 ? 0 : han] as const].sort(
    ([, a], [, b]) => b - a,
  )
  return best && best[1] > 0 ? best[0] : null
}

const countOf = (text: string, script: string): number =>
  text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0

function scriptOfTag(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().script ?? ''
  } catch {
    return ''
  }
}

/** @returns null if the browser does not know it */
async function detect(text: string): Promise<string | null> {
  const { LanguageDetector } = globalThis as { LanguageDetector?: DetectorClass }
  if (!LanguageDetector) return null
  try {
    return await Promise.race([detectBy(LanguageDetector, text), wait()])
  } catch {
    return null
  }
}

async function detectBy(LanguageDetector: DetectorClass, text: string): Promise<string | null> {
  if (!detector && (await LanguageDetector.availability()) !== 'available') return null
  detector ??= LanguageDetector.create()
  const [best] = await (await detector).detect(text)
  if (!best || best.detectedLanguage === 'und') return null
  const tag = tagFor(best.detectedLanguage)
  const isOwn = [...readRecentLanguages(), ...navigator.languages].includes(tag)
  return best.confidence >= (isOwn ? CERTAIN : CERTAIN_OF_OTHERS) ? tag : null
}

const wait = () => new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS, null))
