/** Business registers, their extracts, and differences from the record. */
import { z } from 'zod';
import { calendarDate, instant, namedRecord, recordId } from '#contract/fields.ts';
import { mismatchFields, mismatchResolutions } from '#rules/registers/register-mismatches.ts';

/** Available registers; `manual` for details a member recorded from another source. */
export const registryIds = ['nzbn', 'abr', 'asic'] as const;
export const registry = z.enum(registryIds);
export const jurisdiction = z.enum(['NZL', 'AUS']);

export const businessVerificationStatuses = [
  'notStarted',
  'processing',
  'needsReview',
  'verified',
  'failed',
  'cancelled',
  'error',
  'evidenceExpired',
] as const;

/** Money as an integer of minor units. */
export const money = z.object({ amount: z.number().int(), currency: z.enum(['NZD', 'AUD']) });

export const registryStatus = z.enum([
  'registered',
  'inAdministration',
  'inLiquidation',
  'inReceivership',
  'removed',
  'inactive',
  'unknown',
]);

export const numbers = z.object({
  nzbn: z.string().optional(),
  nzCompanyNumber: z.string().optional(),
  abn: z.string().optional(),
  acn: z.string().optional(),
});

/** Reason why a register returned no result, as a message. */
export const registryFailure = z.object({
  registry,
  code: z.enum([
    'invalidNumber',
    'invalidSearch',
    'notFound',
    'badKey',
    'tooManyRequests',
    'unavailable',
    'unreadable',
    'notConfigured',
  ]),
  message: z.string(),
});

/** Business found by a search. */
export const registryCandidate = z.object({
  registry,
  /** Number that identifies it in an order. */
  number: z.string(),
  numbers,
  name: z.string(),
  kindText: z.string(),
  status: registryStatus,
  statusText: z.string(),
  place: z.string().nullable(),
  /** Existing client record of this business. */
  clientId: recordId.nullable(),
});
export type RegistryCandidate = z.infer<typeof registryCandidate>;

const extractParty = z.object({
  kind: z.enum(['person', 'organisation']),
  name: z.string(),
  numbers: numbers.optional(),
  country: z.string().nullable(),
});

/** Stored extract as shown; the original response is stored beside it. */
export const registryExtract = z.object({
  id: recordId,
  registry,
  numbers,
  name: z.string(),
  tradingNames: z.array(z.string()),
  kindText: z.string(),
  status: registryStatus,
  statusText: z.string(),
  registeredOn: calendarDate.nullable(),
  endedOn: calendarDate.nullable(),
  addresses: z.array(z.object({ type: z.string(), text: z.string() })),
  officers: z.array(
    z.object({
      party: extractParty,
      roleText: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
  holdings: z.array(
    z.object({
      holders: z.array(extractParty),
      shares: z.string(),
      /** Percentage of all issued shares. */
      percent: z.string(),
      joint: z.boolean(),
      beneficiallyHeld: z.boolean().nullable(),
    }),
  ),
  /** Facts that this register does not provide; an empty list then means unknown. */
  gives: z.object({ officers: z.boolean(), holdings: z.boolean() }),
  at: instant,
  sha256: z.string(),
  /** Stored copy, while retained. */
  documentId: recordId.nullable(),
});
export type RegistryExtractView = z.infer<typeof registryExtract>;

export const mismatch = z.object({
  field: z.enum(mismatchFields),
  label: z.string(),
  recorded: z.string().nullable(),
  registry: z.string().nullable(),
  resolutions: z.array(z.enum(mismatchResolutions)),
  mustResolve: z.boolean(),
  settled: z
    .object({
      resolution: z.enum(mismatchResolutions),
      reason: z.string().nullable(),
      by: namedRecord,
      at: instant,
    })
    .nullable(),
});
export type MismatchView = z.infer<typeof mismatch>;
