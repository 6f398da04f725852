/** The fields of a form that differ from what is known: the rest need not be sent, nor be judged again. */
export function changes<Form extends Record<string, string>>(known: Form, form: Form): Partial<Form> {
  const changed: Partial<Form> = {}
  for (const name in form) if (form[name] !== known[name]) changed[name] = form[name]
  return changed
}
