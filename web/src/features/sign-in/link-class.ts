/** A link within text. Underlined, because colour must not be the only difference from the text. */
export const linkClass = 'font-semibold text-accent underline underline-offset-3 hover:no-underline'
