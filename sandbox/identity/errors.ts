/** Descope's error codes that this stand-in answers, with their HTTP status and public description. */
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

/** What is answered instead of a result. */
export type Refusal = {
  status: number;
  headers: Record<string, string>;
  body: { errorCode: string; errorDescription: string; errorMessage?: string };
};

const refusalOf = Symbol('refusal');

/**
 * An error to throw from anywhere in the identity stand-in; the app turns it into the answer.
 * @param message more for the developer who reads it; never a secret
 * @param options.status when the vendor pairs the code with more than one; `retryAfterSeconds` becomes the Retry-After header;
 *   `closesConnection` when the request's body was left unread, so that the client does not use the connection again
 */
export function refusal(
  name: ErrorName,
  message?: string,
  options: { status?: number; retryAfterSeconds?: number; closesConnection?: boolean } = {},
): Error {
  const { code, status, description } = errors[name];
  const value: Refusal = {
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
  return Object.assign(new Error(`${code} ${description}`), { [refusalOf]: value });
}

/** The refusal in a thrown value, or undefined when it is some other error. */
export function readRefusal(error: unknown): Refusal | undefined {
  return error instanceof Error && refusalOf in error ? (error[refusalOf] as Refusal) : undefined;
}
