import { z } from 'zod';
import { blocker } from './blockers.ts';

/** All API error codes with their HTTP status. The list is closed: a response with another code does not parse. */
export const problemCodes = {
  'request.malformed': { status: 400, title: 'The request could not be read' },
  'request.invalid': { status: 422, title: 'Some of the details need to be corrected' },
  'request.tooLarge': { status: 413, title: 'The request is too large' },
  'token.invalid': { status: 401, title: 'The session has ended' },
  'session.confirm': { status: 403, title: 'Confirm that it is you' },
  'company.notInUse': { status: 403, title: 'Select a company' },
  'session.secondFactor': { status: 403, title: 'A second factor is needed' },
  'login.noAccount': { status: 403, title: 'There is no Assay account for this sign-in' },
  'login.suspended': { status: 403, title: 'This account is suspended' },
  'login.ssoRequired': { status: 403, title: 'Your company requires single sign-on' },
  'login.accessEnded': { status: 403, title: 'Access for this account has ended' },
  'signup.exists': { status: 409, title: 'There is already an account for this sign-in' },
  'role.forbidden': { status: 403, title: 'Your role does not allow this' },
  'company.restricted': { status: 403, title: 'Access for your company is restricted' },
  'subscription.required': { status: 403, title: 'This needs an active subscription' },
  'record.notFound': { status: 404, title: 'Record not found' },
  'link.expired': { status: 410, title: 'Link expired' },
  'record.versionConflict': { status: 409, title: 'Someone else changed this record' },
  'idempotencyKey.reused': { status: 409, title: 'Idempotency key reused with a different body' },
  'confirmation.required': { status: 409, title: 'Confirmation required' },
  'rate.limited': { status: 429, title: 'Too many attempts' },
  'server.failed': { status: 500, title: 'Something went wrong on our side' },
  'server.unavailable': { status: 503, title: 'The service cannot be reached' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemCodes;

/**
 * Question that must be confirmed before a command runs. The caller repeats the command with the question's `confirmation`, or without one its
 * code, in `confirmations`.
 */
export const confirmationQuestion = z.object({
  code: z.enum([
    'likelyDuplicates',
    'notTaxFileNumber',
    'unlikelyDate',
    'identityChanged',
    'clientsRelieved',
  ]),
  /** Confirms only what was listed: different once the records concerned are others. */
  confirmation: z.string().optional(),
  text: z.string(),
  /** Path of the field that raised the question, e.g. `individual.occupation`. */
  field: z.string().optional(),
  /** With `identityChanged`: the change can be saved as a spelling correction instead. */
  mayBeSpelling: z.boolean().optional(),
  /** Records concerned, each with its reasons. */
  records: z
    .array(z.object({ id: z.string(), name: z.string(), detail: z.string(), reasons: z.array(z.string()) }))
    .optional(),
});
export type ConfirmationQuestion = z.infer<typeof confirmationQuestion>;

/** Body of every error response: RFC 9457 `application/problem+json` with Assay's extension members. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]),
  /** Cause and required action, worded for the caller. */
  detail: z.string().optional(),
  /** Errors by field path. The path '' is the form as a whole. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
  /** Blockers of a transition, each with its provision and where it is resolved. */
  blockers: z.array(blocker).optional(),
  requestId: z.string(),
  /** With `record.versionConflict`: the current record. With `idempotencyKey.reused`: the result of the first request. */
  current: z.unknown().optional(),
  /** With `confirmation.required`. */
  questions: z.array(confirmationQuestion).optional(),
  /** With `rate.limited`. */
  retryAfterSeconds: z.number().int().optional(),
});
export type Problem = z.infer<typeof problem>;
