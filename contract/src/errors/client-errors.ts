/** The refusals that clients also show without a request. Apart, so that a client need not load all others. */
export const CLIENT_ERRORS = {
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  postUnknown: { status: 404, message: 'There is no such post. It may have been deleted.' },
  mediaTooLarge: { status: 413, message: 'file must be less than 20mb' },
  avatarTooLarge: { status: 413, message: 'file must be less than 10mb' },
  mediaTypeRefused: { status: 422, message: 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)' },
  avatarTypeRefused: { status: 422, message: 'file must be an Image (JPEG/PNG)' },
  passwordMismatch: { status: 422, message: 'Password and confirm-password do not match' },
  websiteInvalid: { status: 422, message: 'Website must be an http or https address.' },
  tagInvalid: {
    status: 422,
    message: 'A hashtag consists of letters, digits and underscores, with at least one letter.',
  },
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

/** The response header with the code of a refusal. The message may change, the code does not. */
export const ERROR_CODE_HEADER = 'quack-error-code'
