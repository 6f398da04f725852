/** The changed fields of a form. Unchanged ones need not be sent or validated again. */
export function changes<Form extends object>(known: Form, form: Form): Partial<Form> {
  const changed: Partial<Form> = {}
  for (const name in form) if (textOf(form[name]) !== textOf(known[name])) changed[name] = form[name]
  return changed
}

/** To compare lists too. */
const textOf = (value: unknown) => JSON.stringify(value)
