import { type ComponentType, useEffect, useState } from 'react'
import { provideConfirmation } from '../data/api/confirmation.ts'
import { loadCode } from '../data/code/load-code.ts'

interface Question {
  Dialog: ComponentType<{ onDone: (isConfirmed: boolean) => void }>
  answer: (isConfirmed: boolean) => void
}

/** Shows the dialog that asks the member to confirm that it is them, when a call needs that. Loads it on demand. */
export function ConfirmationHost() {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(
    () =>
      provideConfirmation(async () => {
        const code = await loadCode(() => import('../features/security/confirm-identity-dialog.tsx'))
        return await new Promise<boolean>((answer) => setQuestion({ Dialog: code.ConfirmIdentityDialog, answer }))
      }),
    [],
  )
  if (!question) return null
  return (
    <question.Dialog
      onDone={(isConfirmed) => {
        setQuestion(null)
        question.answer(isConfirmed)
      }}
    />
  )
}
