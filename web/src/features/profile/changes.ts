/** The changed fields of a form. Unchanged ones need not be sent or validated again. */
export function changes<Form extends Record<string, string>>(known: Form, form: Form): Partial<Form> {
  const changed: Partial<Form> = {}
  for (const name in form) if (form[name] !== known[name]) changed[name] = form[name]
  return changed
}
