import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { subscribeToToasts, type ToastMessage } from './toast.ts'

const MOST = 3
/** How long a toast with a button stays, in milliseconds: enough to reach it. */
const ACTION_MS = 8_000

/**
 * Shows the last toasts, each without a button for `ms` milliseconds. The live region is always rendered: a region that
 * is added together with its text is not announced. `children` stay visible below the toasts.
 */
export function Toaster({ ms, children }: { ms: number; children?: ReactNode }) {
  const [messages, setMessages] = useState<ToastMessage[]>([])

  useEffect(() => {
    const timers = new Set<number>()
    const stop = subscribeToToasts((message) => {
      setMessages((shown) => [...shown, message].slice(-MOST))
      const end = () => {
        timers.delete(timer)
        setMessages((shown) => shown.filter(({ id }) => id !== message.id))
      }
      const timer = window.setTimeout(end, message.action ? ACTION_MS : ms)
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
        {messages.map(({ id, kind, text, action }) => (
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
            {action && (
              <button
                type="button"
                onClick={() => {
                  action.run()
                  setMessages((shown) => shown.filter((other) => other.id !== id))
                }}
                className="pointer-events-auto -my-1.5 -me-2 min-h-9 shrink-0 rounded-full px-3 font-bold underline"
              >
                {action.label}
              </button>
            )}
          </p>
        ))}
      </div>
      {children}
    </div>
  )
}
