import { t } from '@lingui/core/macro'
import { PRESET_AVATARS } from '@quack/contract/rules/avatars'
import { useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { PictureUpload } from './picture-upload.tsx'

const FRAME = { shape: 'round', aspect: 1, maxWidth: 800 } as const

interface AvatarChoiceProps {
  name: string
  value: string
  onChange: (avatarURL: string) => void
  onUploading: (isUploading: boolean) => void
}

/** A preview of the chosen avatar, an upload button and the presets. */
export function AvatarChoice({ name, value, onChange, onUploading }: AvatarChoiceProps) {
  const groupName = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{t`Picture`}</legend>
      <PictureUpload label={t`Upload picture`} frame={FRAME} onChange={onChange} onUploading={onUploading}>
        <Avatar src={value} name={name} size={96} />
      </PictureUpload>
      <p className="text-meta text-muted">{t`Choose a picture from your gallary or from existing avatars`}</p>
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
            <span className="sr-only">{t`Avatar ${{ number: index + 1 }}`}</span>
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
