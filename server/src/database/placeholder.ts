/** Stands for a value while a statement is compiled (prepared.ts). */
export class Placeholder {
  readonly name: string
  /** Converts the value for the engine. */
  readonly encode: (value: unknown) => unknown

  constructor(name: string, encode: (value: unknown) => unknown = (value) => value) {
    this.name = name
    this.encode = encode
  }

  /** A computation with a placeholder would put a constant into the compiled statement. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`The value of ${this.name} is unknown while its statement is compiled.`)
  }
}
