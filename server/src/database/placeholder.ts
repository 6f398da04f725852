/** Stands for a value while its statement is compiled (prepared.ts). */
export class Placeholder {
  readonly name: string
  /** How the value is handed to the engine. */
  readonly encode: (value: unknown) => unknown

  constructor(name: string, encode: (value: unknown) => unknown = (value) => value) {
    this.name = name
    this.encode = encode
  }

  /** Whoever reckons with it would put what is not known yet into the statement for good. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.name} is not known yet while its statement is compiled.`)
  }
}
