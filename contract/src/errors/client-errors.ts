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
} as const satisfies Record<string, { status: number; message: string }>

/** The response header with the code of a refusal. The message may change, the code does not. */
export const ERROR_CODE_HEADER = 'quack-error-code'
