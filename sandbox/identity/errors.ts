/** Descope error codes returned by the sandbox identity service, with HTTP status and public description. */
const errors = {
  badRequest: { code: 'E011001', status: 400, description: 'Bad request' },
  missingArguments: { code: 'E011002', status: 400, description: 'Missing arguments' },
  invalidRequest: { code: 'E011003', status: 400, description: 'Invalid request' },
  invalidArguments: { code: 'E011004', status: 400, description: 'Invalid arguments' },
  badLink: { code: 'E061001', status: 401, description: 'Invalid link' },
  invalidToken: { code: 'E061005', status: 401, description: 'Invalid token' },
  wrongCode: { code: 'E061102', status: 401, description: 'Wrong OTP code' },
  tooManyCodeAttempts: { code: 'E061103', status: 401, description: 'Too many OTP attempts' },
  userExists: { code: 'E062107', status: 400, description: 'User already exists' },
  userNotFound: { code: 'E062108', status: 400, description: 'User not found' },
  userDisabled: { code: 'E062109', status: 401, description: 'User disabled' },
  wrongPassword: { code: 'E062903', status: 401, description: 'Password signin failed' },
  passwordExpired: { code: 'E062909', status: 401, description: 'Password expired' },
  tokenLoggedOut: { code: 'E064001', status: 401, description: 'Token expired due to logout' },
  managedUserNotFound: { code: 'E112102', status: 400, description: 'User not found' },
  rateLimit: { code: 'E130429', status: 429, description: 'API rate limit exceeded' },
} as const;

export type ErrorName = keyof typeof errors;

/** An error response. */
export type IdentityError = {
  status: number;
  headers: Record<string, string>;
  body: { errorCode: string; errorDescription: string; errorMessage?: string };
};

const getRejection = Symbol('refusal');

/**
 * An error that the app converts to a response; can be thrown anywhere in the sandbox identity service.
 * @param message detail for the developer; never a secret
 * @param options.status if the vendor uses the code with several; `retryAfterSeconds` becomes the Retry-After header;
 * `closesConnection` if the request's body was not read, so that the client does not reuse the connection
 */
export function refusal(
  name: ErrorName,
  message?: string,
  options: { status?: number; retryAfterSeconds?: number; closesConnection?: boolean } = {},
): Error {
  const { code, status, description } = errors[name];
  const value: IdentityError = {
    status: options.status ?? status,
    headers: {
      ...(options.retryAfterSeconds === undefined
        ? {}
        : { 'Retry-After': String(options.retryAfterSeconds) }),
      ...(options.closesConnection ? { Connection: 'close' } : {}),
    },
    body: {
      errorCode: code,
      errorDescription: description,
      ...(message === undefined ? {} : { errorMessage: message }),
    },
  };
  return Object.assign(new Error(`${code} ${description}`), { [getRejection]: value });
}

/** Returns a thrown value's error response, or undefined if it is another error. */
export function readIdentityError(error: unknown): IdentityError | undefined {
  return error instanceof Error && getRejection in error ? (error[getRejection] as IdentityError) : undefined;
}
