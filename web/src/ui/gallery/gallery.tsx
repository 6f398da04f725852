import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { Wordmark } from '../brand-mark.tsx'
import { Button } from '../button/button.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { PulseLoader } from '../feedback/load-more.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { TextArea } from '../form/text-area.tsx'
import { TextField } from '../form/text-field.tsx'
import { PageHeader } from '../page-header.tsx'
import { Dialog } from '../popup/dialog.tsx'
import { SelectButton } from '../popup/lazy-popup.tsx'
import { Menu, MenuItem } from '../popup/menu.tsx'
import { SelectMenu } from '../popup/select-menu.tsx'
import { Count } from '../text/count.tsx'
import { RelativeTime } from '../text/relative-time.tsx'
import { toast } from '../toast/toast.ts'

const FRUIT = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear' },
] as const

const since = new Date().toISOString()

/** Most primitives on one page, at /_ui in development. */
export function Gallery() {
  const [isOpen, setOpen] = useState(false)
  const [fruit, setFruit] = useState<'apple' | 'pear'>('apple')
  return (
    <main className="mx-auto flex max-w-(--page-width) flex-col gap-6 border-x pb-10">
      <PageHeader
        title="Gallery"
        action={
          <SelectMenu
            trigger={<SelectButton label="Fruit">{fruit}</SelectButton>}
            label="Fruit"
            value={fruit}
            options={FRUIT}
            onChange={setFruit}
          />
        }
      />
      <div className="flex flex-col gap-6 px-4">
        <Wordmark />
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setOpen(true)}>Open dialog</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger">Danger</Button>
          <Button size="small">Small</Button>
          <Button loading>Loading</Button>
          <Button disabled>Disabled</Button>
          <Menu
            trigger={
              <IconButton label="More">
                <Ellipsis size={20} aria-hidden="true" />
              </IconButton>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => toast.success('Edited')}>
              Edit
            </MenuItem>
            <MenuItem danger icon={Trash2} onSelect={() => toast.error('Gone')}>
              Delete
            </MenuItem>
          </Menu>
        </div>
        <TextField label="Name" hint="As on your door" placeholder="Ada" />
        <TextField label="Read only" readOnly defaultValue="Fixed" />
        <PasswordField label="Password" error="Use at least 8 characters" />
        <TextArea label="Bio" placeholder="It grows" />
        <Checkbox label="Agree" error="Please agree" />
        <div className="flex items-end gap-3">
          {([24, 32, 40, 56, 96, 128] as const).map((size) => (
            <Avatar key={size} src="" name="Ada King Lovelace" size={size} />
          ))}
        </div>
        <p className="flex gap-4 text-meta text-muted">
          <Count value={12_345} /> <RelativeTime time={since} />
        </p>
        <Skeleton className="h-20" />
        <PulseLoader />
        <EmptyState text="Nothing here yet." />
        <ErrorState message="It did not load. Check your connection." onRetry={() => toast.success('Again')} />
      </div>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="A dialog"
        action={
          <Button size="small" onClick={() => setOpen(false)}>
            Save
          </Button>
        }
        footer={<p className="text-meta text-muted">A footer</p>}
      >
        <div className="flex flex-col gap-4 p-4">
          <TextArea label="Text" />
        </div>
      </Dialog>
    </main>
  )
}
