/** A link within text. Underlined, since colour alone must not tell it from the text. */
export const linkClass = 'font-semibold text-accent underline underline-offset-3 hover:no-underline'
