import { type ComponentProps, type FormEvent, useRef, useState } from 'react'

/** The errors to show, by the name of the field. `form` is the error of the whole form. */
export type Problems<Name extends string> = { [Key in Name | 'form']?: string | undefined }

interface FormOptions<Values, Name extends string> {
  read: (form: HTMLFormElement) => Values
  /** The problems that can be found without the server, in the order of the fields. */
  check?: (values: Values) => Problems<Name>
  send: (values: Values, form: HTMLFormElement) => Promise<void>
  /** The problems to show when `send` has failed. */
  explain: (error: unknown) => Problems<Name>
  /** An error of the whole form to begin with. */
  notice?: string | undefined
}

/** What `useForm` returns, for what shows the form. */
export interface FormState {
  readonly problems: { readonly form?: string | undefined }
  readonly isBusy: boolean
  readonly events: ComponentProps<'form'>
}

/**
 * An uncontrolled form. It is checked when it is submitted. After that, the problems follow what is typed. The first
 * field with a problem gets the focus.
 */
export function useForm<Values, Name extends string>(options: FormOptions<Values, Name>) {
  const { read, check = () => ({}) as Problems<Name>, send, explain, notice } = options
  const [problems, setProblems] = useState<Problems<Name>>({ form: notice } as Problems<Name>)
  const [isBusy, setBusy] = useState(false)
  const wasSubmitted = useRef(false)

  /** Runs an action, one at a time, and shows its failure. */
  async function run(form: HTMLFormElement, action: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setProblems({})
    try {
      await action()
      wasSubmitted.current = false
    } catch (error) {
      const found = explain(error)
      setProblems(found)
      focusProblem(form, found)
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    wasSubmitted.current = true
    const values = read(form)
    const found = check(values)
    if (focusProblem(form, found)) setProblems(found)
    else void run(form, () => send(values, form))
  }

  function onChange({ currentTarget }: FormEvent<HTMLFormElement>): void {
    if (wasSubmitted.current) setProblems(({ form }) => ({ ...check(read(currentTarget)), form }))
  }

  return { problems, isBusy, run, events: { onSubmit, onChange } }
}

/** Focuses the first field that has a problem. @returns whether there is a problem */
function focusProblem(form: HTMLFormElement, problems: Readonly<Record<string, string | undefined>>): boolean {
  const [first] = Object.keys(problems).filter((name) => problems[name] !== undefined)
  if (first === undefined) return false
  form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  return true
}

/** The values of these text fields. */
export function readTexts<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
}
