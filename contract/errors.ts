export const signedOutMessage = 'You were logged out. Log in and you are back where you were.';

/**
 * By stable name. 401 and 403 sign the user out (specification, point 8), so a signed-in user never gets them for a
 * fixable error. `insufficient_scope` goes to API keys only (RFC 6750, section 3.1).
 */
export const errors = {
  unauthenticated: { status: 401, retry: false, message: 'Please log in to go on.' },
  suspended: {
    status: 403,
    retry: false,
    message: 'This account is suspended. Contact us if you think that is a mistake.',
  },
  insufficient_scope: {
    status: 403,
    retry: false,
    message: 'This API key may not make this call. Use a key with the scope that the call needs.',
  },
  insufficient_credits: { status: 402, retry: false, message: 'There are not enough credits for this.' },
  not_found: {
    status: 404,
    retry: false,
    message: 'We could not find that. It may have been deleted or have expired.',
  },
  no_such_call: { status: 404, retry: false, message: 'This server has no such call.' },
  method_not_allowed: { status: 405, retry: false, message: 'This address does not take this method.' },
  conflict: { status: 409, retry: false, message: 'That clashes with something already under way.' },
  idempotency_mismatch: {
    status: 409,
    retry: false,
    message: 'This Idempotency-Key was used for another request. Use a new key.',
  },
  not_offered: { status: 409, retry: false, message: 'This is not offered on this site.' },
  activation_required: { status: 409, retry: false, message: 'Please confirm your e-mail address first.' },
  not_ready: { status: 409, retry: false, message: 'The upload has not arrived completely yet.' },
  expired: { status: 410, retry: false, message: 'This has expired.' },
  unsupported_version: {
    status: 412,
    retry: false,
    message: 'Send the header Tus-Resumable: 1.0.0, the version of the protocol that this server speaks.',
  },
  too_large: { status: 413, retry: false, message: 'The file is too large.' },
  quota_exceeded: {
    status: 413,
    retry: false,
    message: 'Your storage is full. Delete uploads that you no longer need, then try again.',
  },
  unsupported_type: { status: 415, retry: false, message: 'This type of file cannot be used.' },
  invalid_input: { status: 422, retry: false, message: 'Some fields need another look.' },
  wrong_credentials: { status: 422, retry: false, message: 'The e-mail address or the password is wrong.' },
  code_required: {
    status: 422,
    retry: false,
    message: 'This account needs a one-time code. Send it, with the challenge of this answer, to /login/code.',
  },
  damaged_media: { status: 422, retry: false, message: 'The file is damaged and cannot be read.' },
  bad_dimensions: { status: 422, retry: false, message: 'The size of the picture is outside what can be used.' },
  too_long: { status: 422, retry: false, message: 'This lasts longer than what can be used.' },
  no_face: { status: 422, retry: false, message: 'No face was found in the picture.' },
  refused: { status: 422, retry: false, message: 'This content is not allowed here.' },
  content_stopped: {
    status: 422,
    retry: false,
    message: 'This seems to show nudity, which is not allowed here. If that is wrong, ask for a review.',
  },
  content_refused: {
    status: 422,
    retry: false,
    message:
      'This seems to show nudity and a person who looks under age. It was deleted, and no review brings it back.',
  },
  too_many_requests: { status: 429, retry: false, message: 'Too many attempts. Wait a little, then try again.' },
  internal: { status: 500, retry: true, message: 'Something went wrong on our side. Please try again.' },
  unavailable: {
    status: 503,
    retry: true,
    message: 'The service is not available right now. Please try again shortly.',
  },
} as const satisfies Record<string, { status: number; retry: boolean; message: string }>;

export type ErrorName = keyof typeof errors;
export const errorNames = Object.keys(errors) as [ErrorName, ...ErrorName[]];

export function isErrorName(name: unknown): name is ErrorName {
  return typeof name === 'string' && Object.hasOwn(errors, name);
}
