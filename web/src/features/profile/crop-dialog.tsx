import { t } from '@lingui/core/macro'
import { RotateCcw, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { useObjectUrl } from '../posts/composer/use-object-url.ts'
import { type Area, cutPicture } from './cut-picture.ts'

/** What a picture is cut for. */
export interface CropFrame {
  shape: 'round' | 'rect'
  /** Width by height. */
  aspect: number
  /** Of the result, in pixels. */
  maxWidth: number
}

interface CropDialogProps extends DialogState {
  file: File
  frame: CropFrame
  /** Called with the part that was cut out, or with the file as it is. */
  onDone: (file: File) => void
}

const ZOOM_MAX = 4

/** Lets a picture be moved, enlarged and turned behind a frame: by pointer, by touch, and by the keyboard. */
export function CropDialog({ file, frame, onDone, ...dialog }: CropDialogProps) {
  const url = useObjectUrl(file)
  const hint = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState(0)
  const [area, setArea] = useState<Area>()
  const [isCutting, setCutting] = useState(false)

  const turn = (degrees: number) => setRotation((known) => (known + degrees + 360) % 360)
  const done = (result: File) => {
    dialog.onOpenChange(false)
    onDone(result)
  }
  const cut = async () => {
    if (!area) return
    setCutting(true)
    // What cannot be cut here is for the server to judge.
    done(await cutPicture(file, { area, rotation }, frame.maxWidth).catch(() => file))
  }

  return (
    <Dialog
      {...dialog}
      title={t`Crop picture`}
      action={
        <Button size="small" loading={isCutting} disabled={!area} onClick={() => void cut()}>
          {t`Apply`}
        </Button>
      }
      footer={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <label className="flex min-w-40 flex-1 items-center gap-3 text-meta">
            {t`Zoom`}
            <input
              type="range"
              min={1}
              max={ZOOM_MAX}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
              className="min-h-10 min-w-0 flex-1 accent-accent"
            />
          </label>
          <div className="flex items-center">
            <IconButton label={t`Turn left`} onClick={() => turn(-90)}>
              <RotateCcw size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label={t`Turn right`} onClick={() => turn(90)}>
              <RotateCw size={20} aria-hidden="true" />
            </IconButton>
          </div>
          <Button variant="secondary" size="small" onClick={() => done(file)} className="min-h-10">
            {t`Use whole picture`}
          </Button>
        </div>
      }
    >
      {/* Its height does not depend on the picture. */}
      <div className="relative h-full min-h-80 bg-rail md:h-105">
        {url !== '' && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            rotation={rotation}
            aspect={frame.aspect}
            cropShape={frame.shape}
            maxZoom={ZOOM_MAX}
            showGrid={false}
            keyboardStep={10}
            // The policy of our pages allows no inline styles.
            disableAutomaticStylesInjection
            cropperProps={{ role: 'group', 'aria-label': t`Part of the picture`, 'aria-describedby': hint }}
            mediaProps={{ alt: '', onError: () => done(file) }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onRotationChange={setRotation}
            onCropAreaChange={(_percent, pixels) => setArea(pixels)}
          />
        )}
        <p id={hint} className="sr-only">
          {t`Arrow keys move the picture.`}
        </p>
      </div>
    </Dialog>
  )
}
