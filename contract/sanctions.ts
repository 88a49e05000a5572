import { z } from 'zod';
import { permitActs } from '#rules/firm/sanctions-permits.ts';
import { sanctionsRegimes, sanctionsTags } from '#rules/sanctions.ts';
import { instant, recordId } from './fields.ts';

/** Beside a client wherever it is listed: what a confirmed sanctions match of it, or of a related party, means for the company. */
export const sanctionsTag = z.enum(sanctionsTags).nullable();

/** A list that the law requires and that a screening was without, or that was stale then. */
export const screeningGap = z.object({
  regime: z.enum(sanctionsRegimes),
  problem: z.enum(['missing', 'stale']),
});

/** A confirmed sanctions match that counts for the record: its own, or that of a related party or of a party of the activity. */
export const confirmedSanction = z.object({
  matchId: recordId,
  alertId: recordId,
  /** Who was matched. */
  clientId: recordId,
  name: z.string(),
  /** The listed person or body, and the list. */
  listed: z.string(),
  listName: z.string(),
  /** Laws under which the person is listed, as far as they prohibit anything in a country that Assay knows. */
  regimes: z.array(z.enum(sanctionsRegimes)),
  /** Permits in effect today for dealing with the person. */
  permits: z.array(z.object({ number: z.string(), validTo: z.string(), acts: z.array(z.enum(permitActs)) })),
  decidedAt: instant,
  decidedBy: z.string(),
  /** Whether dealing with the person is prohibited where the company is regulated, and by what; null where it is not. */
  provision: z.string().nullable(),
});
export type ConfirmedSanction = z.infer<typeof confirmedSanction>;
