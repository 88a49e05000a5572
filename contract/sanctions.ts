import { z } from 'zod';
import { permitActs } from '#rules/firm/sanctions-permits.ts';
import { sanctionsRegimes, sanctionsTags } from '#rules/sanctions.ts';
import { instant, recordId } from './fields.ts';

/** Shown beside a client in lists: the effect of a confirmed sanctions match of the client or a related party. */
export const sanctionsTag = z.enum(sanctionsTags).nullable();

/** Required list that was missing from a screening, or stale at the time. */
export const screeningGap = z.object({
  regime: z.enum(sanctionsRegimes),
  problem: z.enum(['missing', 'stale']),
});

/** Confirmed sanctions match that applies to the record: its own, or that of a related party or a party to the activity. */
export const confirmedSanction = z.object({
  matchId: recordId,
  alertId: recordId,
  /** Matched client. */
  clientId: recordId,
  name: z.string(),
  /** Listed person or body, and the list. */
  listed: z.string(),
  listName: z.string(),
  /** Sanctions regimes under which the person is listed, limited to prohibitions in countries that Assay covers. */
  regimes: z.array(z.enum(sanctionsRegimes)),
  /** Permits in effect today for dealing with the person. */
  permits: z.array(z.object({ number: z.string(), validTo: z.string(), acts: z.array(z.enum(permitActs)) })),
  decidedAt: instant,
  decidedBy: z.string(),
  /** Provisions that prohibit dealing with the person in the company's countries; null if none do. */
  provision: z.string().nullable(),
});
export type ConfirmedSanction = z.infer<typeof confirmedSanction>;
