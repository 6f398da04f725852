/** What `make` gives, made when it is first asked for. A formatter takes milliseconds, which the first screen has not. */
export function once<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | null = null
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
