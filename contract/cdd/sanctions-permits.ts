import { z } from 'zod';
import { blocker } from '#contract/blockers.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  namedRecord,
  recordId,
  recordVersion,
  requiredText,
  versionOnly,
} from '#contract/fields.ts';
import { permitActs } from '#rules/firm/sanctions-permits.ts';
import { jurisdictions } from '#rules/legal-provisions.ts';
import { sanctionsRegimes } from '#rules/sanctions.ts';

const decision = z.object({ at: instant, by: namedRecord });

/** Permit or authorisation by an authority that allows a prohibited dealing. */
const sanctionsPermit = z.object({
  id: recordId,
  version: z.number().int(),
  clientId: recordId,
  document: z.object({ id: recordId, fileName: z.string() }),
  country: z.enum(jurisdictions),
  regimes: z.array(z.enum(sanctionsRegimes)),
  authority: z.string(),
  number: z.string(),
  scope: z.string(),
  acts: z.array(z.enum(permitActs)),
  /** Both days inclusive. */
  validFrom: z.string(),
  validTo: z.string(),
  recorded: decision,
  approved: decision.nullable(),
  /** Approved by the person who recorded it, because no second person was eligible. */
  decidedByOne: z.boolean(),
  withdrawn: decision.extend({ reason: z.string() }).nullable(),
});
export type SanctionsPermit = z.infer<typeof sanctionsPermit>;

export const permitInput = z.object({
  country: z.enum(jurisdictions, { error: 'Select the country whose law the permit is under' }),
  regimes: z
    .array(z.enum(sanctionsRegimes, { error: 'Select from the list' }), { error: 'Select at least one law' })
    .min(1, { error: 'Select at least one law' }),
  authority: requiredText('Enter the authority that issued the permit', { max: 200 }),
  number: requiredText('Enter the permit’s number', { max: 80 }),
  documentId: z.uuid({ error: 'Select the document. Upload it to the client first' }),
  acts: z
    .array(z.enum(permitActs, { error: 'Select from the list' }), { error: 'Select what the permit allows' })
    .min(1, { error: 'Select what the permit allows' }),
  scope: requiredText('Describe what the permit allows, and its conditions', { max: 1000, multiline: true }),
  validFrom: calendarDate,
  validTo: calendarDate,
});

const byId = z.object({ id: recordId });

export const listPermits = endpoint({
  id: 'sanctionsPermits.list',
  method: 'GET',
  path: '/clients/:id/sanctions-permits',
  summary: 'List a client’s sanctions permits and authorisations, newest first',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: z.object({
    permits: z.array(
      sanctionsPermit.extend({
        /** What keeps the caller from approving it; empty for a permit that is decided already. */
        approvalBlockers: z.array(blocker),
      }),
    ),
  }),
  status: 200,
});

export const recordPermit = endpoint({
  id: 'sanctionsPermits.record',
  method: 'POST',
  path: '/clients/:id/sanctions-permits',
  summary: 'Record a permit or authorisation. It has no effect before it is approved',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: permitInput,
  response: sanctionsPermit,
  status: 201,
});

export const approvePermit = endpoint({
  id: 'sanctionsPermits.approve',
  method: 'POST',
  path: '/sanctions-permits/:id/approval',
  summary:
    'Approve a recorded permit. By a second person where one is eligible, whatever the policy on maker-checker',
  caller: 'member',
  permission: 'permits.decide',
  once: true,
  params: byId,
  body: versionOnly,
  response: sanctionsPermit,
  status: 200,
});

export const withdrawPermit = endpoint({
  id: 'sanctionsPermits.withdraw',
  method: 'POST',
  path: '/sanctions-permits/:id/withdrawal',
  summary: 'Withdraw a permit: it has no effect from then on',
  caller: 'member',
  permission: 'permits.decide',
  once: true,
  params: byId,
  body: z.object({ version: recordVersion, reason: requiredText('Enter the reason', { max: 500 }) }),
  response: sanctionsPermit,
  status: 200,
});
