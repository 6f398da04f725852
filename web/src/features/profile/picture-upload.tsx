import { t } from '@lingui/core/macro'
import { Upload, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { buttonClass } from '../../ui/button/button-class.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import type { CropFrame } from './crop-dialog.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

interface PictureUploadProps {
  label: string
  frame: CropFrame
  onChange: (url: string) => void
  onUploading: (isUploading: boolean) => void
  /** The preview, before the button. */
  children: ReactNode
  /** After the button, while nothing is uploaded. */
  more?: ReactNode
}

/** A button to choose, crop and upload a picture. What is wrong with it is below. */
export function PictureUpload({ label, frame, onChange, onUploading, children, more }: PictureUploadProps) {
  const { percent, problem, choose, start, cancel, crop, chosen } = usePictureUpload(onChange)
  const isUploading = percent !== null
  useEffect(() => onUploading(isUploading), [isUploading, onUploading])

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {children}
        {isUploading ? (
          <div className="flex min-h-10 min-w-0 flex-1 items-center gap-2">
            <ProgressBar label={t`Uploading picture`} percent={percent} />
            <IconButton label={t`Cancel upload`} onClick={cancel}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </div>
        ) : (
          <>
            <label
              className={buttonClass(
                { variant: 'secondary' },
                'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
              )}
            >
              <Upload size={18} aria-hidden="true" />
              {label}
              <input
                type="file"
                accept="image/*"
                className="sr-only"
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  // Reset, so that choosing the same file again is a change, for example after a failure.
                  event.target.value = ''
                  if (file) choose(file)
                }}
              />
            </label>
            {more}
          </>
        )}
      </div>
      {problem !== null && (
        <div role="alert" className="text-danger">
          {problem}
        </div>
      )}
      {crop.shown && chosen && (
        <crop.shown.CropDialog {...crop.props} file={chosen} frame={frame} onDone={(file) => void start(file)} />
      )}
    </>
  )
}
