import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { subscribeToToasts, type ToastMessage } from './toast.ts'

const MOST = 3

/**
 * Shows each toast for `ms` milliseconds. The live region is always rendered: a region that is added together with its
 * text is not announced. `children` stay visible below the toasts.
 */
export function Toaster({ ms, children }: { ms: number; children?: ReactNode }) {
  const [messages, setMessages] = useState<ToastMessage[]>([])

  useEffect(() => {
    const timers = new Set<number>()
    const stop = subscribeToToasts((message) => {
      setMessages((shown) => [...shown, message].slice(-MOST))
      const timer = window.setTimeout(() => {
        timers.delete(timer)
        setMessages((shown) => shown.filter(({ id }) => id !== message.id))
      }, ms)
      timers.add(timer)
    })
    return () => {
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [ms])

  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bottom-bar)+1.75rem)] z-(--layer-notice) flex flex-col items-center gap-2">
      <div role="status" aria-live="polite" className="flex flex-col items-center gap-2">
        {messages.map(({ id, kind, text }) => (
          <p
            key={id}
            className="flex max-w-100 animate-rise items-center gap-2 rounded-full bg-ink px-4 py-2.5 font-medium text-body text-ground shadow-float"
          >
            {kind === 'success' ? (
              <CircleCheck size={18} aria-hidden="true" />
            ) : (
              <CircleAlert size={18} aria-hidden="true" />
            )}
            <span className="min-w-0">{text}</span>
          </p>
        ))}
      </div>
      {children}
    </div>
  )
}
