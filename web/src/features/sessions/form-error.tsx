/** What the server said about a form as a whole. The region is always there, so that its text is announced. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {text && <p className="rounded-lg border border-danger px-3 py-2 text-danger">{text}</p>}
    </div>
  )
}
