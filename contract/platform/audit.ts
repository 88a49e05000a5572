import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, instant, namedRecord, recordId } from '#contract/fields.ts';
import { faultTexts } from '#rules/audit/audit-proofs.mjs';

/** Kinds of actor other than a member. */
export const otherActors = ['client', 'system', 'admin', 'apiKey'] as const;

/** Audit log filters. An omitted filter does not restrict. */
export const auditFilters = z.object({
  /** A member's id, or a kind of actor. */
  who: z.union([recordId, z.enum(otherActors)], { error: 'Select a person from the list' }).optional(),
  /** Record type as stored in the audit log, e.g. `client`. */
  kind: z
    .string()
    .regex(/^[A-Za-z]{1,60}$/, { error: 'Select a record type from the list' })
    .optional(),
  /** Id of a single record. */
  record: recordId.optional(),
  /** First and last day, in the company's time zone. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** Search text for actions, e.g. `override`. */
  action: z.string().trim().max(100, { error: 'Use at most 100 characters' }).optional(),
  /** Words of the event, the people, the record’s name, the details or the reason; an event has them all. */
  search: z.string().trim().max(100, { error: 'Use at most 100 characters' }).optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const auditEvent = z.object({
  /** 1, 2, 3 … among the events that the caller may see. */
  seq: z.number().int(),
  at: instant,
  actor: z.object({
    kind: z.enum(['user', ...otherActors]),
    id: z.string(),
    /** The person's name, or the kind of actor. */
    name: z.string(),
    /** Role at the time, e.g. `owner`. */
    role: z.string(),
  }),
  action: z.string(),
  resource: z.object({
    type: z.string(),
    id: z.string(),
    /** Name of the record, if it has one and still exists. */
    name: z.string().nullable(),
    /** Client or activity that the record belongs to, if known. */
    parent: z.object({ type: z.enum(['client', 'activity']), id: recordId }).nullable(),
  }),
  reason: z.string().nullable(),
  /** Recorded changes as text; null once destroyed at the end of retention. */
  detail: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .nullable(),
  requestId: z.string(),
  /** Identifies the actor’s session; null for jobs, recipients and earlier events. */
  session: z.string().nullable(),
  /** IP address of the actor; null for jobs, earlier events and once destroyed. */
  address: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const listAuditLog = endpoint({
  id: 'auditLog.list',
  method: 'GET',
  path: '/audit-log',
  summary: 'List audit events, newest first',
  caller: 'member',
  permission: 'auditLog.read',
  query: auditFilters.extend({ before: z.coerce.number().int().min(1).optional() }),
  response: z.object({
    events: z.array(auditEvent),
    nextBefore: z.number().int().nullable(),
    /** Words of `search` that name more records than were looked for: events may be missing. */
    cutWords: z.array(z.string()),
    /** Options of the filters. */
    people: z.array(namedRecord),
    kinds: z.array(z.string()),
  }),
  status: 200,
});

export const exportAuditLog = endpoint({
  id: 'auditLog.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/audit-log/export',
  summary:
    'Export filtered events as CSV (UTF-8 with byte-order mark, formulas neutralised). Signs the head of the chain first',
  caller: 'member',
  permission: 'auditLog.read',
  query: auditFilters,
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

/** Reasons why verification fails at an event or a batch. */
const fault = z.enum(Object.keys(faultTexts) as [keyof typeof faultTexts, ...(keyof typeof faultTexts)[]]);

export const verifyAuditLog = endpoint({
  id: 'auditLog.verify',
  method: 'GET',
  path: '/audit-log/verification',
  summary:
    'Verify the next portion of the company’s audit chain, as `audit:verify` does, then of the signed batches. Repeat with the parameters in `next` until it is null',
  caller: 'member',
  permission: 'auditLog.read',
  query: z.object({
    /** Continue with the events after this one. */
    after: z.coerce.number().int().min(0).default(0),
    /** Once all events are verified: continue with the batches after this one, and verify no events. */
    afterBatch: z.coerce.number().int().min(0).optional(),
  }),
  response: z.object({
    /** Number of the last event read; all events up to it are verified. Numbers count the events that the caller may see. */
    verifiedTo: z.number().int(),
    /** True once the whole chain and the batches are verified, or something is found broken. */
    done: z.boolean(),
    /** First event that fails verification, and the reason. */
    broken: z.object({ seq: z.number().int(), fault }).nullable(),
    /** Events in this portion whose details have been destroyed; the chain verifies without them. */
    detailsDestroyed: z.number().int(),
    /** Number of the last event of this portion that a signature covers; 0 if there is none. */
    signedTo: z.number().int(),
    /** Time of the first event of this portion that no signature covers. */
    unsignedSince: instant.nullable(),
    /** Last signature that covers an event: time and event. */
    lastSigned: z.object({ at: instant, seq: z.number().int() }).nullable(),
    /** Signatures of a former version, and those that no key of this installation compares. */
    formerHeads: z.object({ compared: z.number().int(), notCompared: z.number().int() }),
    /** This portion of the installation’s signed batches; null while events remain, or if one is broken. */
    batches: z
      .object({
        verifiedTo: z.number().int(),
        done: z.boolean(),
        broken: z.object({ number: z.number().int(), fault }).nullable(),
        /** Batches of this portion that were compared with those written outside the database. */
        compared: z.number().int(),
        /** Why none could be compared with those. */
        problem: z.enum(['noFile', 'unreadable']).nullable(),
      })
      .nullable(),
    /** The query of the next portion, to be sent as it is; null once `done`. The first portion needs no parameters. */
    next: z.object({ after: z.number().int(), afterBatch: z.number().int().optional() }).nullable(),
  }),
  status: 200,
});

export const readAuditKeys = endpoint({
  id: 'auditLog.keys',
  method: 'GET',
  path: '/audit-signing-keys',
  summary: 'List the public keys that verify signed batches of the audit log and evidence packs',
  caller: 'open',
  response: z.object({
    keys: z.array(
      z.object({
        /** Start of the SHA-256 of the public key (SPKI, DER), in hex. */
        id: z.string(),
        /** Ed25519, PEM. */
        publicKey: z.string(),
      }),
    ),
  }),
  status: 200,
});
