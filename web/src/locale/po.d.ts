declare module '*.po' {
  export const messages: Readonly<Record<string, import('./messages.ts').Compiled>>
}

declare module '*.po?pseudo' {
  export const messages: Readonly<Record<string, import('./messages.ts').Compiled>>
}
