/** The address of an installation that sends mail, and whom its mails are from. */
export const ORIGIN = 'https://quack.example'
export const FROM = { name: 'Quack', address: 'quack@quack.example' }
