/** The database was created by another version of the program, and this one cannot use it. */
export class DatabaseVersionError extends Error {
  /** @param problems one sentence each. @param remedy what the operator can do */
  constructor(problems: readonly string[], remedy: string) {
    super(['The database does not fit this Quack:', ...problems.map((problem) => `  - ${problem}`), remedy].join('\n'))
  }
}
