import { t } from '@lingui/core/macro'
import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { isAlone, keyOf } from '../../../ui/keys.ts'
import { StillableImage } from '../../../ui/still-image.tsx'
import { AltField } from './alt-field.tsx'
import type { Attached, Composer } from './use-composer.ts'
import { useObjectUrl } from './use-object-url.ts'

// In this file's chunk: an empty form has neither.
export { CoverFields } from './cover-fields.tsx'
export { PollFields, removePoll } from './poll-fields.tsx'

/** A pointer that has moved this far drags, in CSS pixels. */
const DRAG_FROM = 6

/** Several attached pictures in a row. The chosen one can be described, moved and removed; each can be dragged. */
export function AttachedPictures({ composer }: { composer: Composer }) {
  const { attached } = composer
  const [chosenId, choose] = useState('')
  const [said, say] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const refocused = useRef('')
  const hint = useId()
  const placeOf = (id: string) => attached.findIndex((each) => each.id === id)
  const place = Math.max(0, placeOf(chosenId))
  const chosen = attached[place]

  function move(id: string, to: number): void {
    const from = placeOf(id)
    if (from === to || !composer.move(id, to)) return
    choose(id)
    say(t`Picture ${{ from: from + 1 }} is now picture ${{ to: to + 1 }} of ${{ count: attached.length }}`)
  }
  const { draggedId, ...dragging } = useDragging(list, placeOf, move)

  useLayoutEffect(() => {
    // A browser takes the focus from an element that it moves.
    tileOf(list.current, refocused.current)?.focus()
    refocused.current = ''
  })
  function onKeyDown(event: KeyboardEvent<HTMLElement>, id: string): void {
    const key = keyOf(event.nativeEvent)
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || !isAlone(event.nativeEvent)) return
    event.preventDefault()
    const isForward = (key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
    refocused.current = id
    move(id, placeOf(id) + (isForward ? 1 : -1))
  }

  if (!chosen) return null
  const moveButton = (label: string, by: -1 | 1, icon: ReactNode) => {
    const isLast = attached[place + by] === undefined
    return (
      <IconButton
        label={label}
        // Not `disabled`: the button would lose the focus.
        aria-disabled={isLast || undefined}
        onClick={() => move(chosen.id, place + by)}
        className={cx(isLast && 'opacity-50')}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <div className="mt-2">
      <ul ref={list} aria-label={t`Attached pictures`} className="grid grid-cols-4 gap-2" {...dragging}>
        {attached.map((each, index) => (
          <li key={each.id} className={cx('relative aspect-square', each.id === draggedId && 'opacity-60')}>
            <button
              type="button"
              data-tile={each.id}
              aria-label={nameOf(each, index + 1, attached.length)}
              aria-pressed={each === chosen}
              aria-describedby={hint}
              onClick={() => choose(each.id)}
              onKeyDown={(event) => onKeyDown(event, each.id)}
              className={cx(
                'absolute inset-0 cursor-grab touch-pan-y overflow-hidden rounded-xl border bg-skeleton',
                each === chosen && 'outline-2 outline-accent',
              )}
            >
              <Thumbnail each={each} />
            </button>
            <TileState each={each} />
          </li>
        ))}
      </ul>
      <p id={hint} className="sr-only">
        {t`Arrow keys move it.`}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {attached.some(({ isKept }) => isKept) && (
        <p className="mt-1 text-meta text-muted">{t`What is not uploaded yet is uploaded when the network is back.`}</p>
      )}
      {attached.some(({ upload }) => upload?.retry) && (
        <p className="mt-1 text-danger text-meta">{t`Not everything was uploaded. Try again, or remove it.`}</p>
      )}
      <div className="-me-2.5 mt-1 flex items-center">
        <p className="me-auto text-meta text-muted tabular-nums">
          {t`Picture ${{ number: place + 1 }} of ${{ count: attached.length }}`}
        </p>
        {moveButton(
          t`Move picture ${{ number: place + 1 }} earlier`,
          -1,
          <ArrowLeft size={18} className="rtl:rotate-180" aria-hidden="true" />,
        )}
        {moveButton(
          t`Move picture ${{ number: place + 1 }} later`,
          1,
          <ArrowRight size={18} className="rtl:rotate-180" aria-hidden="true" />,
        )}
        <IconButton
          label={t`Remove picture ${{ number: place + 1 }}`}
          onClick={() => {
            // Its neighbour takes its place.
            choose((attached[place + 1] ?? attached[place - 1])?.id ?? '')
            composer.remove(chosen)
          }}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <AltField key={chosen.id} each={chosen} composer={composer} />
    </div>
  )
}

/** Its place, and its state or description. */
function nameOf({ alt, upload, isKept }: Attached, number: number, count: number): string {
  if (upload?.retry) return t`Picture ${number} of ${count}: it was not uploaded`
  if (upload && !isKept) return t`Picture ${number} of ${count}: it is being uploaded`
  return alt === '' ? t`Picture ${number} of ${count}: no description` : t`Picture ${number} of ${count}: ${alt}`
}

function Thumbnail({ each: { media, upload } }: { each: Attached }) {
  const file = media ? undefined : upload?.file
  const local = useObjectUrl(file)
  const src = media?.url ?? local
  // Several that move at once, without a button to stop them, would be too much.
  const isStill = media ? media.animated === true : /gif|webp|avif/.test(file?.type ?? '')
  if (src === '') return null
  return (
    <StillableImage
      src={src}
      isStill={isStill}
      sizes="130px"
      alt=""
      draggable={false}
      className={cx('absolute inset-0 size-full object-cover', upload && 'opacity-60')}
    />
  )
}

function TileState({ each: { alt, upload, isKept } }: { each: Attached }) {
  if (upload?.retry) {
    return (
      <IconButton
        label={t`Try again: ${{ fileName: upload.fileName }}`}
        tone="floating"
        onClick={upload.retry}
        className="absolute inset-0 m-auto"
      >
        <RotateCw size={18} aria-hidden="true" />
      </IconButton>
    )
  }
  return (
    <div className="pointer-events-none absolute inset-x-1.5 bottom-1.5 flex">
      {upload && !isKept ? (
        <ProgressBar label={t`Uploading ${{ fileName: upload.fileName }}`} percent={upload.percent} isBare />
      ) : (
        alt !== '' && (
          <span aria-hidden="true" className="rounded-md bg-raised/90 px-1 font-semibold text-ink text-meta">
            {t({ message: 'ALT', comment: 'Short for alternative text: the picture has a description' })}
          </span>
        )
      )}
    </div>
  )
}

function tileOf(list: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return id === '' ? null : list?.querySelector<HTMLElement>(`[data-tile="${id}"]`)
}

/** Drags by mouse, pen or finger: a picture takes the place that the pointer is over. */
function useDragging(
  list: { readonly current: HTMLUListElement | null },
  placeOf: (id: string) => number,
  onMove: (id: string, place: number) => void,
) {
  const pressed = useRef<{ id: string; x: number } | null>(null)
  const [draggedId, drag] = useState('')
  const end = () => {
    pressed.current = null
    drag('')
  }
  return {
    draggedId,
    onPointerDown({ target, button, clientX: x }: PointerEvent) {
      const tile = target instanceof Element ? target.closest('[data-tile]') : null
      if (tile && button === 0) pressed.current = { id: tile.getAttribute('data-tile') ?? '', x }
    },
    onPointerMove({ pointerId, clientX, buttons }: PointerEvent) {
      if (!pressed.current || !list.current) return
      // It was released elsewhere.
      if (buttons === 0) return end()
      const { id, x } = pressed.current
      if (draggedId === '') {
        if (Math.abs(clientX - x) < DRAG_FROM) return
        // From here on, it is no click. The list stays where it is; a browser would lose what it moves.
        list.current.setPointerCapture(pointerId)
        drag(id)
      }
      const over = [...list.current.children].findIndex((tile) => {
        const { left, right } = tile.getBoundingClientRect()
        return clientX >= left && clientX < right
      })
      if (over >= 0 && over !== placeOf(id)) onMove(id, over)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
