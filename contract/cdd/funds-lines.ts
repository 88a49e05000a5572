import { z } from 'zod';
import { moneyAmount } from '#contract/activities.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  instant,
  namedActivity,
  namedRecord,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import {
  fundsCurrencies,
  fundsKinds,
  fundsPurposes,
  fundsStatuses,
  maxFundsAmount,
  maxLineDocuments,
} from '#rules/source-of-funds/funds-lines.ts';

/** Amount above zero, in minor units or as typed. */
export const sourceAmount = moneyAmount
  .refine((amount) => amount > 0, { error: 'Enter an amount above 0' })
  .refine((amount) => amount <= maxFundsAmount, { error: 'Enter a smaller amount' });

const note = (max: number) => optionalText({ max, multiline: true });

const details = {
  of: z.enum(fundsPurposes, { error: 'Select source of wealth or source of funds' }),
  kind: z.enum(fundsKinds, { error: 'Select a source type' }),
  amount: z.union([z.number(), z.string()], { error: 'Enter an amount' }).pipe(sourceAmount),
  currency: z.enum(fundsCurrencies, { error: 'Select a currency' }),
  /** Payer or origin of the money. */
  from: requiredText('Enter who or what the money comes from', { max: 300, multiline: true }),
  /** Period in which it was earned or received, as text. */
  period: optionalText({ max: 120 }),
  /** Corroboration and how it was examined. */
  corroboration: note(2000),
  /** Documents of the client or activity, or accepted items of a document request. */
  documentIds: z
    .array(recordId)
    .max(maxLineDocuments, { error: `Select at most ${maxLineDocuments} documents` })
    .default([])
    .transform((ids) => [...new Set(ids)]),
};

/** The activity of a line is set when it is added and cannot be changed. */
export const fundsLineInput = z.object({ ...details, activityId: recordId.optional() });
export type FundsLineInput = z.output<typeof fundsLineInput>;

const fundsLineUpdate = z.object({ ...details, version: recordVersion });
export type FundsLineDetails = Omit<z.output<typeof fundsLineUpdate>, 'version'>;

const money = z.object({ amount: z.number().int(), currency: z.string() });

export const lineDocument = z.object({
  id: recordId,
  fileName: z.string(),
  /** Removed documents stay listed but are no longer evidence. */
  isRemoved: z.boolean(),
});

export const fundsLine = z.object({
  id: recordId,
  version: z.number().int(),
  clientId: recordId,
  activity: namedActivity.nullable(),
  of: z.enum(fundsPurposes),
  kind: z.enum(fundsKinds),
  amount: z.number().int(),
  currency: z.string(),
  from: z.string(),
  period: z.string().nullable(),
  corroboration: z.string().nullable(),
  documents: z.array(lineDocument),
  /** Derived from documents and decision: claimed, evidenced, verified or rejected. */
  status: z.enum(fundsStatuses),
  /** Latest decision. If a document of a verified line is removed, it stays on record without effect. */
  decision: z
    .object({
      to: z.enum(['verified', 'rejected']),
      reason: z.string().nullable(),
      by: namedRecord,
      at: instant,
    })
    .nullable(),
  createdAt: instant,
  createdBy: namedRecord,
  updatedAt: instant,
  updatedBy: namedRecord,
});
export type FundsLine = z.infer<typeof fundsLine>;

/** Coverage of a value by the lines of a client or activity. Amounts in minor units, by currency. */
export const fundsCoverage = z.object({
  of: z.enum(fundsPurposes),
  activity: namedActivity.nullable(),
  target: money.nullable(),
  sums: z.array(
    z.object({
      currency: z.string(),
      claimed: z.number().int(),
      evidenced: z.number().int(),
      verified: z.number().int(),
    }),
  ),
  evidence: z.enum(['none', 'obtained', 'verified']),
  /** Shortfall of verified lines in the value's currency after the tolerance; null without a value. */
  uncovered: z.number().int().nullable(),
});
export type FundsCoverage = z.infer<typeof fundsCoverage>;

const list = z.object({
  items: z.array(fundsLine),
  nextAfter: recordId.nullable(),
  coverage: z.array(fundsCoverage),
  tolerancePercent: z.number().int(),
});

const ofClient = z.object({ id: recordId });
const ofLine = z.object({ id: recordId, lineId: recordId });
const page = z.object({
  /** Id of the last line of the previous page. */
  after: recordId.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export const listFundsLines = endpoint({
  id: 'fundsLines.list',
  method: 'GET',
  path: '/clients/:id/funds-lines',
  summary:
    'List a client’s lines of source of funds and wealth, and how far they cover the value to be evidenced',
  caller: 'member',
  permission: 'records.read',
  params: ofClient,
  query: page,
  response: list.extend({
    /** Newest documents that can be evidence for a line of this client. */
    documents: z.array(z.object({ id: recordId, fileName: z.string(), from: z.string() })),
    /** Kinds of lines without a document, to be requested from the client. */
    kindsWithoutDocument: z.array(z.enum(fundsKinds)),
    /** Newest open activities of the client that can be selected for a line. */
    activities: z.array(namedActivity),
  }),
  status: 200,
});

export const listActivityFundsLines = endpoint({
  id: 'fundsLines.listOfActivity',
  method: 'GET',
  path: '/activities/:id/funds-lines',
  summary: 'List the lines that explain the funds of an activity, and how far they cover its value',
  caller: 'member',
  permission: 'records.read',
  params: ofClient,
  query: page,
  response: list,
  status: 200,
});

export const readFundsLine = endpoint({
  id: 'fundsLines.read',
  method: 'GET',
  path: '/clients/:id/funds-lines/:lineId',
  summary: 'Get a line of source of funds or wealth',
  caller: 'member',
  permission: 'records.read',
  params: ofLine,
  response: fundsLine,
  status: 200,
});

export const addFundsLine = endpoint({
  id: 'fundsLines.add',
  method: 'POST',
  path: '/clients/:id/funds-lines',
  summary: 'Add a line of source of funds or wealth as the client states it',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofClient,
  body: fundsLineInput,
  response: fundsLine,
  status: 201,
});

export const changeFundsLine = endpoint({
  id: 'fundsLines.change',
  method: 'PUT',
  path: '/clients/:id/funds-lines/:lineId',
  summary: 'Replace the details and documents of a line. A changed line has to be verified again',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofLine,
  body: fundsLineUpdate,
  response: fundsLine,
  status: 200,
});

export const verifyFundsLine = endpoint({
  id: 'fundsLines.verify',
  method: 'POST',
  path: '/clients/:id/funds-lines/:lineId/verification',
  summary: 'Verify a line by its documents. Rejected for a line without documents',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofLine,
  body: z.object({
    version: recordVersion,
    corroboration: requiredText('Enter what you compared with the documents', { max: 2000, multiline: true }),
  }),
  response: fundsLine,
  status: 200,
});

const reasoned = z.object({
  version: recordVersion,
  reason: requiredText('Enter a reason', { max: 500, multiline: true }),
});

export const rejectFundsLine = endpoint({
  id: 'fundsLines.reject',
  method: 'POST',
  path: '/clients/:id/funds-lines/:lineId/rejection',
  summary: 'Reject a line with a reason. It stays on record and no longer counts',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofLine,
  body: reasoned,
  response: fundsLine,
  status: 200,
});

export const withdrawFundsLine = endpoint({
  id: 'fundsLines.withdraw',
  method: 'POST',
  path: '/clients/:id/funds-lines/:lineId/withdrawal',
  summary: 'Withdraw a line recorded by mistake, with a reason; it stays in the history',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofLine,
  body: reasoned,
  response: fundsLine,
  status: 200,
});
