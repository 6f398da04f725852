/** The server's error for a whole form. The live region is always rendered, so that its text is announced. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {text && <p className="rounded-lg border border-danger px-3 py-2 text-danger">{text}</p>}
    </div>
  )
}
