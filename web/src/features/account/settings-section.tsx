import { type ReactNode, useId } from 'react'

interface SettingsSectionProps {
  title: string
  /** A sentence below the title. */
  text?: ReactNode
  children: ReactNode
}

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-b px-4 py-6">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="font-bold text-large">
          {title}
        </h2>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}
