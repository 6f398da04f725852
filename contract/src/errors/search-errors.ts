/** The refusals of a search text, which clients also show without a request. Only a client that searches loads them. */
export const SEARCH_ERRORS = {
  searchEmpty: { status: 422, message: 'A search needs a word or an operator.' },
  searchTooLong: { status: 422, message: 'A search has at most 10 words, phrases and operators.' },
  searchPrefixTooShort: { status: 422, message: 'Before * a word needs at least two characters.' },
  searchFromInvalid: { status: 422, message: 'from: is followed by a username, or by me.' },
  searchHasInvalid: { status: 422, message: 'has: is followed by picture, video, link or poll.' },
  searchInInvalid: { status: 422, message: 'in: is followed by bookmarks, likes or following.' },
  searchTagInvalid: { status: 422, message: 'tag: is followed by a hashtag.' },
  searchLangInvalid: { status: 422, message: 'lang: is followed by the code of a language, such as de, or by *.' },
  searchDateInvalid: {
    status: 422,
    message: 'before: and after: are followed by a day such as 2026-01-31, a month such as 2026-01, or a year.',
  },
  searchRepeated: { status: 422, message: 'from:, before:, after: and in: can each be given once.' },
  searchExclusionInvalid: { status: 422, message: 'Only words and phrases can be excluded with -.' },
} as const satisfies Record<string, { status: number; message: string }>
