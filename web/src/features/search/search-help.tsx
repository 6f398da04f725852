import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { translate } from '../../locale/messages.ts'

const EXAMPLES: readonly { examples: readonly string[]; meaning: MessageDescriptor }[] = [
  { examples: ['red kite'], meaning: msg`Both words, anywhere in the text or in a description` },
  { examples: ['"red kite"'], meaning: msg`Exactly these words, side by side` },
  { examples: ['-rain'], meaning: msg`Without this word` },
  { examples: ['duck*'], meaning: msg`Words that begin with these letters` },
  { examples: ['from:maya', 'from:me'], meaning: msg`Posts of a member, or your own` },
  {
    examples: ['has:picture', 'has:video', 'has:link', 'has:poll'],
    meaning: msg`Posts with a picture, a video, a link or a poll`,
  },
  {
    examples: ['in:bookmarks', 'in:likes', 'in:following'],
    meaning: msg`Your bookmarks, your likes, or people you follow`,
  },
  { examples: ['after:2026-01', 'before:2026-05-31'], meaning: msg`By date: a day, a month or a year, in UTC` },
  { examples: ['lang:de', 'lang:*'], meaning: msg`Posts in a language, or in all of them` },
  { examples: ['tag:lake', '#lake'], meaning: msg`Posts with a hashtag` },
]

/** How to search. */
export function SearchHelp() {
  return (
    <section aria-label={t`How to search`} className="rounded-2xl border bg-surface p-4">
      <dl className="grid gap-x-4 gap-y-2.5 text-meta sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {EXAMPLES.map(({ examples, meaning }) => (
          <div key={examples[0]} className="contents max-sm:block">
            <dt className="flex flex-wrap items-start gap-1.5">
              {examples.map((example) => (
                <code key={example} dir="ltr" className="wrap-anywhere rounded-md border bg-ground px-1.5 font-mono">
                  {example}
                </code>
              ))}
            </dt>
            <dd className="text-muted max-sm:mt-0.5">{translate(meaning)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
