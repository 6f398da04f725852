import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Poll, ViewerPoll } from '@quack/contract'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { voteInPoll } from '../../../data/posts/post-taps.ts'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Count, formatPercent } from '../../../ui/text/count.tsx'
import { useClockText } from '../../../ui/text/relative-time.tsx'

interface PostPollProps {
  /** Not needed for a poll that waits to be sent, which has no version yet. */
  post?: { _id: string; viewer: { poll?: ViewerPoll | undefined } }
  poll: Poll
}

/** What a post asks: a choice until the viewer has voted, and the results as far as the viewer may see them. */
export function PostPoll({ poll, ...given }: PostPollProps) {
  const { options, multiple, version } = poll
  const post = version > 0 ? given.post : undefined
  const seen = post?.viewer.poll
  const left = useClockText((now) => formatLeft(poll.endsAt, now))
  const [isChanging, setChanging] = useState(false)
  const [chosen, choose] = useState<{ version: number; choices: readonly number[] }>()
  const place = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const own = seen?.choices ?? []
  const isOpen = !poll.ended && left !== ''
  const isVoting = isOpen && post !== undefined && (own.length === 0 || isChanging)
  // What was chosen in another version was not chosen in this one.
  const choices = isVoting && chosen?.version === version ? chosen.choices : own
  const results = poll.results ?? seen?.results
  const most = Math.max(1, ...(results?.votes ?? []))

  function toggle(option: number, isOn: boolean): void {
    const others = multiple ? choices.filter((each) => each !== option) : []
    choose({ version, choices: isOn ? [...others, option] : others })
  }
  function change(isBegun: boolean): void {
    choose(undefined)
    setChanging(isBegun)
    // The button that was pressed is gone.
    place.current?.focus()
  }
  function vote(event: FormEvent) {
    event.preventDefault()
    const sorted = choices.toSorted((one, other) => one - other)
    if (!isVoting || sorted.length === 0) return
    voteInPoll(post._id, sorted)
    change(false)
  }

  return (
    <form onSubmit={vote} className="mt-3">
      <fieldset ref={place} tabIndex={-1} className="min-w-0 rounded-xl">
        <legend className="sr-only">{t`Poll`}</legend>
        <ul className="flex flex-col gap-1.5">
          {options.map((option, at) => {
            const votes = results?.votes[at]
            const isOwn = own.includes(at)
            const isFirst = poll.ended === true && votes === most
            return (
              <Row key={option} isLabel={isVoting}>
                {results && (
                  // With forced colours, its border is what is seen of it.
                  <span
                    aria-hidden="true"
                    style={{ width: `${shareOf(votes, results.voterCount)}%` }}
                    className={cx(
                      'absolute inset-y-0 start-0 border-transparent border-b-4 transition-[width]',
                      isOwn ? 'bg-accent/25' : 'bg-muted/15',
                    )}
                  />
                )}
                {isVoting && (
                  <input
                    type={multiple ? 'checkbox' : 'radio'}
                    name="option"
                    aria-labelledby={`${id}-${at}`}
                    aria-describedby={results && `${id}-${at}-results`}
                    checked={choices.includes(at)}
                    onChange={({ target }) => toggle(at, target.checked)}
                    className="relative size-4.5 shrink-0 accent-(--accent-solid)"
                  />
                )}
                <span className={cx('wrap-anywhere relative min-w-0 flex-1', isFirst && 'font-semibold')}>
                  <bdi id={`${id}-${at}`}>{option}</bdi>
                  {isOwn && !isVoting && (
                    <>
                      <Check size={16} strokeWidth={3} aria-hidden="true" className="ms-1.5 inline text-accent" />
                      <span className="sr-only"> {t`(your choice)`}</span>
                    </>
                  )}
                </span>
                {results && votes !== undefined && (
                  <span id={`${id}-${at}-results`} className="relative flex shrink-0 items-baseline gap-2">
                    <span className="text-meta text-muted">
                      <Trans>
                        <Count value={votes} />
                        <span className="sr-only">
                          {' '}
                          <Plural value={votes} one="vote" other="votes" />,{' '}
                        </span>
                      </Trans>
                    </span>
                    <span className="min-w-13 text-end font-semibold tabular-nums">
                      {formatShare(shareOf(votes, results.voterCount))}
                    </span>
                  </span>
                )}
              </Row>
            )
          })}
        </ul>
      </fieldset>
      {version > 1 && <p className="mt-1.5 text-meta text-muted">{t`The options were changed; votes begin anew.`}</p>}
      {post && (
        <div className="mt-1 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
          {isVoting && (
            <Button type="submit" size="small" disabled={choices.length === 0}>
              {t({ message: 'Vote', context: 'verb' })}
            </Button>
          )}
          {isVoting && isChanging && (
            <Button variant="ghost" size="small" onClick={() => change(false)}>
              {t`Cancel`}
            </Button>
          )}
          <p className="min-w-40 flex-1 text-meta text-muted">
            {isVoting && multiple && `${t`Choose one or more`} · `}
            {results ? (
              <Voters count={results.voterCount} multiple={multiple} />
            ) : (
              whenShown(poll, isOpen, own.length > 0)
            )}
            {' · '}
            {poll.ended ? t`Final results` : left || t({ message: 'Ended', context: 'state of a poll' })}
          </p>
          {isOpen && !isVoting && poll.mayChange && (
            <Button variant="ghost" size="small" onClick={() => change(true)} className="-my-1 -me-4">
              {t`Change vote`}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

function Row({ isLabel, children }: { isLabel: boolean; children: ReactNode }) {
  const Part = isLabel ? 'label' : 'div'
  return (
    <li>
      <Part
        className={cx(
          'relative flex min-h-11 items-center gap-3 overflow-hidden rounded-xl border px-3 py-2',
          isLabel && 'cursor-pointer transition-colors hover:bg-hover',
        )}
      >
        {children}
      </Part>
    </li>
  )
}

function shareOf(votes = 0, voterCount: number): number {
  return voterCount === 0 ? 0 : (100 * votes) / voterCount
}

const formatShare = (share: number): string => formatPercent(Math.round(share))

/** Who chooses several options has several votes. */
function Voters({ count, multiple }: { count: number; multiple: boolean }) {
  return multiple ? (
    <Trans>
      <Count value={count} /> <Plural value={count} one="voter" other="voters" />
    </Trans>
  ) : (
    <Trans>
      <Count value={count} /> <Plural value={count} one="vote" other="votes" />
    </Trans>
  )
}

function whenShown({ showResults }: Poll, isOpen: boolean, hasVoted: boolean): string {
  if (!isOpen) return t`Results follow`
  if (showResults === 'ended') return t`Results when it ends`
  return hasVoted ? t`Results once your vote is sent` : t`Results after you vote`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long a poll is open, from '1 minute left' to '30 days left'. Empty once it has ended. */
function formatLeft(endsAt: string, now: Date): string {
  const left = Date.parse(endsAt) - now.getTime()
  if (left <= 0) return ''
  const minutes = Math.ceil(left / MINUTE)
  const hours = Math.round(left / HOUR)
  if (minutes < 60) return plural(minutes, { one: '# minute left', other: '# minutes left' })
  if (hours < 24) return plural(hours, { one: '# hour left', other: '# hours left' })
  return plural({ days: Math.round(left / DAY) }, { one: '# day left', other: '# days left' })
}
