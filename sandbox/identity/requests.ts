import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { isSameSecret } from '../same-secret.ts';
import { refusal } from './errors.ts';
import type { Identity } from './open-service.ts';
import { isEmail, normaliseLoginId } from './users.ts';

export type IdentityEnv = {
  Bindings: HttpBindings;
  /** The bearer after the project id: a refresh token, the management key, or ''. */
  Variables: { token: string };
};

/** No inner white space or control characters: such login ids can impersonate others. */
export const loginIdSchema = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .regex(/^[^\p{C}\s]+$/u);
export const passwordSchema = z.string().max(1_000);
export const nameSchema = z.string().trim().max(200);
export const emailSchema = z.string().trim().toLowerCase().max(254).refine(isEmail);
/** Web URLs only, because emails contain them as links. */
export const webUrlSchema = z.url({ protocol: /^https?$/ }).max(2_000);

/** Profile fields that a person may set when signing up. */
export const signUpProfileSchema = z
  .object({
    name: nameSchema.optional(),
    givenName: nameSchema.optional(),
    middleName: nameSchema.optional(),
    familyName: nameSchema.optional(),
    email: z.union([emailSchema, z.literal('').transform(() => undefined)]).optional(),
    phone: z.string().trim().max(40).optional(),
  })
  .transform((profile) =>
    Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined)),
  )
  .optional();

/** Reads `Authorization: Bearer <projectId>[:<token>]` and limits by client address. @throws E011002, E011003, E130429 */
export function forProject(identity: Identity): MiddlewareHandler<IdentityEnv> {
  return async (c, next) => {
    const { projectId, token } = readBearer(c);
    if (projectId !== identity.projectId)
      throw refusal('invalidRequest', 'Unknown project id', { status: 401 });
    // An optional `:<auth management key>` follows the token; tokens contain no colon.
    c.set('token', token.split(':')[0] ?? '');
    requireRate(identity.ipLimit.take(c.env.incoming.socket.remoteAddress ?? ''));
    await next();
  };
}

/** As `forProject`, for `Bearer <projectId>:<managementKey>`. @throws E011003 with 401 for a wrong key */
export function forManagement(identity: Identity): MiddlewareHandler<IdentityEnv> {
  return async (c, next) => {
    const { projectId, token } = readBearer(c);
    if (projectId !== identity.projectId)
      throw refusal('invalidRequest', 'Unknown project id', { status: 401 });
    if (!isSameSecret(token, identity.managementKey)) {
      throw refusal('invalidRequest', 'Invalid management key', { status: 401 });
    }
    c.set('token', '');
    await next();
  };
}

/**
 * `loginOptions` of a call that starts or completes a sign-in. Claims: at most 100, with keys of 60 characters; values of 500 are the
 * vendor's limit.
 */
export const loginOptionsSchema = z
  .object({
    mfa: z.boolean().optional(),
    stepup: z.boolean().optional(),
    revokeOtherSessions: z.boolean().optional(),
    customClaims: z
      .record(z.string().max(60), z.union([z.string().max(500), z.number(), z.boolean()]))
      .optional(),
  })
  .optional();

/** Parses the JSON body by a schema. @throws E011001 not JSON, E011002 a required field is missing, E011004 invalid */
export async function readBody<Schema extends z.ZodType>(
  c: Context<IdentityEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    throw refusal('badRequest', 'The body is not JSON');
  }
  return parse(schema, body);
}

/** @throws E011002, E011004 */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const isMissing = path.length > 0 && at(value, path) === undefined;
  throw refusal(isMissing ? 'missingArguments' : 'invalidArguments', `Check ${path.join('.') || 'the body'}`);
}

/** Counts one attempt for a login id. @throws E130429 with Retry-After */
export function requireLoginIdRate(identity: Identity, loginId: string): void {
  requireRate(identity.loginIdLimit.take(normaliseLoginId(loginId)));
}

/** Counts one email to a login id, known or not. @throws E130429 with Retry-After */
export function requireEmailRate(identity: Identity, loginId: string): void {
  requireRate(identity.emailLimit.take(normaliseLoginId(loginId)));
}

/** @throws E130429 if `waitSeconds` is not 0 */
export function requireRate(waitSeconds: number): void {
  if (waitSeconds > 0) throw refusal('rateLimit', 'Try again later', { retryAfterSeconds: waitSeconds });
}

function readBearer(c: Context<IdentityEnv>): { projectId: string; token: string } {
  const bearer = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (bearer === undefined)
    throw refusal('missingArguments', 'Send the project id as bearer', { status: 401 });
  const [projectId = '', ...rest] = bearer.split(':');
  return { projectId, token: rest.join(':') };
}

function at(value: unknown, path: PropertyKey[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = (inner as Record<PropertyKey, unknown>)[key];
  }
  return inner;
}
