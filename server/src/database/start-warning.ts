/** What the operator should know about the data when a server starts. The message says all of it. */
export class StartWarning extends Error {}
