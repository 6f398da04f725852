/** Creates a value on first use. Creating a formatter takes milliseconds that the first screen must not spend. */
export function once<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | null = null
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
