import { t } from '@lingui/core/macro'
import 'yet-another-react-lightbox/styles.css'
import { ChevronLeft, ChevronRight, type LucideIcon, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import Lightbox, { type ControllerRef, type SlideImage, type ZoomRef } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { DialogState } from '../../../ui/popup/dialog.tsx'
import { WindowDialog } from '../../../ui/popup/window-dialog.tsx'
import { AnimationButton } from './animation-button.tsx'
import { useStill } from './use-still.ts'
import { type Size, ViewedPicture, type ViewerPicture } from './viewed-picture.tsx'
import { passOn } from './viewer-keys.ts'

interface PictureViewerProps extends Omit<DialogState, 'onClosed'> {
  /** The accessible name. */
  title: string
  pictures: readonly ViewerPicture[]
  /** Of the picture that is shown first. */
  index: number
  /** The actions of the post. */
  actions: ReactNode
  /** Where the focus goes when it closes. */
  finalFocus: () => HTMLElement | true
  onView: (index: number) => void
  /** Told the address of a picture that could not be loaded. */
  onError: (url: string) => void
}

/** Shows pictures whole: zoom, the next and the previous one, and the description of what is seen. */
export function PictureViewer({ open, onOpenChange, title, finalFocus, ...rest }: PictureViewerProps) {
  return (
    <WindowDialog open={open} onOpenChange={onOpenChange} title={title} finalFocus={finalFocus} onKeyDown={passOn}>
      <Pictures {...rest} />
    </WindowDialog>
  )
}

interface ViewerSlide extends SlideImage {
  readonly picture: ViewerPicture
}

type PicturesProps = Omit<PictureViewerProps, 'title' | 'finalFocus' | keyof DialogState>

/** A component of its own, so that each opening begins anew. */
function Pictures({ pictures, index: first, actions, onView, onError }: PicturesProps) {
  const [index, setIndex] = useState(() => Math.min(first, pictures.length - 1))
  const [zoom, setZoom] = useState<ZoomRef | null>(null)
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({})
  const controller = useRef<ControllerRef>(null)
  const slides = useMemo(
    () =>
      pictures.map((picture): ViewerSlide => ({ src: picture.url, picture, ...(picture.size ?? sizes[picture.url]) })),
    [pictures, sizes],
  )
  const shown = pictures[index]
  const isZoomed = zoom !== null && zoom.zoom > 1
  const move = (label: string, by: -1 | 1, icon: LucideIcon) => () =>
    pictures.length > 1 && (
      <MoveButton
        label={label}
        icon={icon}
        by={by}
        isLast={pictures[index + by] === undefined}
        onMove={() => (by < 0 ? controller.current?.prev() : controller.current?.next())}
      />
    )
  return (
    <>
      <div data-stage className="relative min-h-0 flex-1">
        <Lightbox
          slides={slides}
          index={index}
          plugins={[Inline, Zoom]}
          toolbar={{ buttons: [] }}
          labels={{
            'Photo gallery': t`Pictures`,
            Carousel: t`Carousel`,
            Slide: t`Picture`,
            // The library fills them in.
            '{index} of {total}': t`${{ number: '{index}' }} of ${{ count: '{total}' }}`,
          }}
          animation={{ fade: 150, swipe: 200, zoom: 150 }}
          carousel={{ finite: true, preload: 1, padding: 0, spacing: '5%' }}
          // Escape is that of the dialog.
          controller={{ ref: controller, closeOnEscape: false }}
          // A pixel of the picture is at most a pixel of CSS; a double tap goes there.
          zoom={{ ref: setZoom, maxZoomPixelRatio: 1, doubleClickMaxStops: 1, scrollToZoom: true, pinchZoomV4: true }}
          // `touchAction` is not taken by the plugin.
          styles={{ container: { background: 'none', '--yarl__controller_touch_action': 'none' } }}
          on={{
            view({ index: viewed }) {
              setIndex(viewed)
              onView(viewed)
            },
          }}
          render={{
            buttonPrev: move(t`Previous picture`, -1, ChevronLeft),
            buttonNext: move(t`Next picture`, 1, ChevronRight),
            buttonZoom: () => null,
            slide: ({ slide, rect, zoom: factor = 1 }) => {
              const { picture, width, height } = slide as ViewerSlide
              return (
                <ViewedPicture
                  picture={picture}
                  size={width && height ? { width, height } : null}
                  rect={rect}
                  zoom={factor}
                  onSize={(size) => setSizes((known) => ({ ...known, [picture.url]: size }))}
                  onError={onError}
                />
              )
            },
          }}
        />
      </div>
      <div className="mx-auto w-full max-w-(--page-width) shrink-0 px-4 pt-2 pb-[calc(0.25rem+env(safe-area-inset-bottom))]">
        {pictures.length > 1 && (
          <p className="text-meta text-muted tabular-nums">
            {t`${{ number: index + 1 }} of ${{ count: pictures.length }}`}
          </p>
        )}
        {shown && shown.description !== '' && <Description key={index} text={shown.description} />}
        <div className="flex items-center gap-4">
          <div className="min-w-0 flex-1">{actions}</div>
          <div className="mt-1 -me-2.5 flex">
            {shown?.isAnimated && <MotionButton name={shown.name} />}
            {zoom && zoom.maxZoom > 1 && (
              <IconButton
                label={isZoomed ? t`Show the whole picture` : t`Zoom in`}
                onClick={() => zoom.changeZoom(isZoomed ? 1 : zoom.maxZoom)}
              >
                {isZoomed ? <ZoomOut size={18} aria-hidden="true" /> : <ZoomIn size={18} aria-hidden="true" />}
              </IconButton>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

interface MoveButtonProps {
  label: string
  icon: LucideIcon
  by: -1 | 1
  isLast: boolean
  onMove: () => void
}

function MoveButton({ label, icon: Icon, by, isLast, onMove }: MoveButtonProps) {
  return (
    <IconButton
      label={label}
      tooltip={false}
      tone="floating"
      // Not `disabled`: the button would lose the focus.
      aria-disabled={isLast || undefined}
      onClick={isLast ? undefined : onMove}
      className={cx('absolute top-1/2 -translate-y-1/2', by < 0 ? 'start-2' : 'end-2', isLast && 'opacity-40')}
    >
      <Icon size={20} aria-hidden="true" className="rtl:rotate-180" />
    </IconButton>
  )
}

/** From this length on, it may have to be scrolled. */
const LONG = 150

function Description({ text }: { text: string }) {
  return (
    <p
      data-description
      dir="auto"
      // Without a tab stop, keys could not scroll it in every browser.
      tabIndex={text.length > LONG ? 0 : undefined}
      className="wrap-anywhere max-h-[25dvh] overflow-y-auto whitespace-pre-line"
    >
      {text}
    </p>
  )
}

function MotionButton({ name }: { name: string }) {
  const [isStill, toggle] = useStill(name, true)
  return <AnimationButton isStill={isStill} onToggle={toggle} isApart />
}
