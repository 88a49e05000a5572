import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant, requiredText } from '#contract/fields.ts';

/** Where a company’s audit events are sent as they happen. */
export const auditStream = z.object({
  /** Host of the receiver. The URL is not shown again: some services take their key in it. */
  host: z.string(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  failedAt: instant.nullable(),
  lastError: z.string().nullable(),
  /** Failed attempts since the last delivery. */
  attempts: z.number().int(),
  nextAttemptAt: instant,
  /** Events that the receiver has not confirmed, counted up to 10,000. */
  waiting: z.number().int(),
  /** Until then the former secret signs too. */
  formerSecretUntil: instant.nullable(),
});
export type AuditStream = z.infer<typeof auditStream>;

/** `secret`: shown once, when it is new. */
export const auditStreamState = z.object({ stream: auditStream.nullable(), secret: z.string().nullable() });

const common = {
  caller: 'member',
  permission: 'company.write',
  response: auditStreamState,
  status: 200,
} as const;

export const readAuditStream = endpoint({
  id: 'auditStream.read',
  method: 'GET',
  path: '/audit-stream',
  summary: 'Get the stream of audit events to the company’s SIEM',
  ...common,
});

export const createAuditStream = endpoint({
  id: 'auditStream.create',
  recentProof: true,
  method: 'POST',
  path: '/audit-stream',
  summary: 'Send audit events from now on to a URL, as JSON lines signed with a new secret',
  body: z.object({
    url: requiredText('Enter the URL of the receiver', { max: 2000 }),
  }),
  ...common,
});

export const rotateAuditStreamSecret = endpoint({
  id: 'auditStream.rotate',
  recentProof: true,
  method: 'POST',
  path: '/audit-stream/secret',
  summary: 'Replace the secret; the former one signs too for 24 hours',
  ...common,
});

export const removeAuditStream = endpoint({
  id: 'auditStream.remove',
  recentProof: true,
  method: 'POST',
  path: '/audit-stream/removal',
  summary: 'Stop sending audit events',
  ...common,
});
