import { t } from '@lingui/core/macro'
import { Button } from '../../ui/button/button.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { ProfileHeader } from './profile-header.tsx'

const FRAME = { shape: 'rect', aspect: 3, maxWidth: 1_500 } as const

interface HeaderChoiceProps {
  /** Empty for none. */
  value: string
  onChange: (headerURL: string) => void
  onUploading: (isUploading: boolean) => void
}

/** A preview of the picture above the profile, and buttons to upload one and to remove it. */
export function HeaderChoice({ value, onChange, onUploading }: HeaderChoiceProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-meta">{t`Header picture`}</legend>
      <PictureUpload
        label={t`Upload header`}
        frame={FRAME}
        onChange={onChange}
        onUploading={onUploading}
        more={
          value !== '' && (
            <Button variant="ghost" onClick={() => onChange('')}>
              {t`Remove header`}
            </Button>
          )
        }
      >
        {value !== '' && (
          <div className="w-full overflow-hidden rounded-xl">
            <ProfileHeader url={value} />
          </div>
        )}
      </PictureUpload>
    </fieldset>
  )
}
