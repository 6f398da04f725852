import { Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import * as limits from '../rules/limits.ts'
import { USERNAME_PATTERN, VISIBLE_PATTERN } from '../rules/text.ts'
import { endpoints } from './endpoint.ts'
import { SignInCode } from './second-factor.ts'

const endpoint = endpoints({ noun: 'sessions' })

const Name = Type.String({ minLength: 1, maxLength: limits.NAME_MAX_LENGTH, pattern: VISIBLE_PATTERN })

/** Other fields are stored, and returned in the member's own record only. Those with a name of ours are dropped. */
export const SignUpInput = Type.Object(
  {
    firstName: Name,
    lastName: Name,
    email: Type.String({ format: 'email', maxLength: limits.EMAIL_MAX_LENGTH }),
    username: Type.String({ pattern: USERNAME_PATTERN }),
    password: Type.String({ minLength: limits.PASSWORD_MIN_LENGTH, maxLength: limits.PASSWORD_MAX_LENGTH }),
    confirmPassword: Type.Optional(Type.String()),
    avatarURL: Type.Optional(Type.String({ maxLength: limits.URL_MAX_LENGTH })),
    invitation: Type.Optional(Type.String({ maxLength: 100, description: 'The token of an invitation' })),
    signUpAnswer: Type.Optional(
      Type.String({
        maxLength: limits.REPORT_MAX_LENGTH,
        description: 'The answer to the question of the installation',
      }),
    ),
  },
  { additionalProperties: true },
)

export const signUp = endpoint('POST /api/auth/signup', {
  summary: 'Become a member and get a token',
  access: 'anyone',
  rate: 'signup',
  success: 201,
  body: SignUpInput,
  answer: Type.Object({ encodedToken: Type.String(), createdUser: Member }),
  errors: [
    ...(['usernameTaken', 'usernameReserved', 'passwordMismatch', 'extraFieldsTooLarge', 'avatarUrlInvalid'] as const),
    ...(['signUpClosed', 'signUpWaits', 'signUpAnswerMissing', 'invitationNeeded', 'invitationInvalid'] as const),
    'emailUnconfirmed',
  ],
})

export const logIn = endpoint('POST /api/auth/login', {
  summary: 'Get a token for a username and password, and for a code if the answer was `codeNeeded`',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 100 }),
    password: Type.String({ minLength: 1, maxLength: limits.PASSWORD_MAX_LENGTH }),
    code: Type.Optional(SignInCode),
    keepSignedIn: Type.Optional(
      Type.Boolean({ default: false, description: 'The token is valid for 30 days instead of 24 hours' }),
    ),
  }),
  answer: Type.Object({ encodedToken: Type.String(), foundUser: Member }),
  errors: [
    ...(['usernameUnknown', 'credentialsInvalid', 'codeNeeded', 'codeWrong'] as const),
    ...(['accountSuspended', 'signUpWaits', 'signUpRejected', 'emailUnconfirmed'] as const),
  ],
})

export const logOut = endpoint('POST /api/auth/logout', {
  summary: "End the session of the request's token",
  access: 'member',
})
