interface Types {
  string: string
  number: number
  boolean: boolean
  object: object
  'string?': string | undefined
  'number?': number | undefined
  'boolean?': boolean | undefined
  'object?': object | undefined
}

/** The parts of an object, each with the name of its type or with its own parts. */
export interface Shape {
  readonly [part: string]: keyof Types | Shape
}

/** A part whose type is narrower than what is checked. */
export type Typed<Type> = keyof Types & { readonly type: Type }

export type Shaped<Parts> = {
  -readonly [Part in keyof Parts]: Parts[Part] extends { readonly type: infer Type }
    ? Type
    : Parts[Part] extends keyof Types
      ? Types[Parts[Part]]
      : Shaped<Parts[Part]>
}

/**
 * Whether a value that this device has kept is what is expected. Another release may have written it, in another tab or
 * before an update; so may the member, or an extension.
 */
export function isShaped<const Parts extends Shape>(
  value: unknown,
  parts: Parts,
): value is Record<string, unknown> & Shaped<Parts> {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(parts).every(([part, type]) => {
    const found: unknown = Reflect.get(value, part)
    if (typeof type !== 'string') return isShaped(found, type)
    const known = found === null ? 'null' : typeof found
    return type === known || type === `${known}?` || (found === undefined && type.endsWith('?'))
  })
}
