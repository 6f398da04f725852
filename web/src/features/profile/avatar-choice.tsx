import { PRESET_AVATARS } from '@quack/contract/rules/avatars'
import { Upload, X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button/button-class.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { useAvatarUpload } from './use-avatar-upload.ts'

interface AvatarChoiceProps {
  name: string
  value: string
  onChange: (avatarURL: string) => void
  onUploading: (isUploading: boolean) => void
}

/** A preview of the chosen avatar, an upload button and the presets. */
export function AvatarChoice({ name, value, onChange, onUploading }: AvatarChoiceProps) {
  const groupName = useId()
  const { percent, problem, start, cancel } = useAvatarUpload(onChange)
  const isUploading = percent !== null
  useEffect(() => onUploading(isUploading), [isUploading, onUploading])

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Picture</legend>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar src={value} name={name} size={96} />
        {isUploading ? (
          <div className="flex min-h-10 min-w-0 flex-1 items-center gap-2">
            <ProgressBar label="Uploading picture" percent={percent} />
            <IconButton label="Cancel upload" onClick={cancel}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </div>
        ) : (
          <label
            className={buttonClass(
              { variant: 'secondary' },
              'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
            )}
          >
            <Upload size={18} aria-hidden="true" />
            Upload picture
            <input
              type="file"
              accept="image/*"
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0]
                // Reset, so that choosing the same file again is a change, for example after a failure.
                event.target.value = ''
                if (file) void start(file)
              }}
            />
          </label>
        )}
      </div>
      <div role="alert" className="text-danger empty:-mt-3">
        {problem}
      </div>
      <p className="text-meta text-muted">Choose a picture from your gallary or from existing avatars</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-2">
        {PRESET_AVATARS.map(({ url }, index) => (
          <label key={url} className="relative mx-auto grid size-14 cursor-pointer rounded-full">
            <input
              type="radio"
              name={groupName}
              checked={value === url}
              onChange={() => onChange(url)}
              className="peer sr-only"
            />
            <span className="sr-only">Avatar {index + 1}</span>
            <Avatar src={url} name={`${index + 1}`} size={56} />
            <span
              className={cx(
                'absolute inset-0 rounded-full outline-3 outline-transparent outline-offset-2 transition-colors',
                'peer-checked:outline-accent peer-focus-visible:ring-2 peer-focus-visible:ring-ink',
              )}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
