import { z } from 'zod';
import { permitActs } from '#rules/firm/sanctions-permits.ts';
import { screeningProblems } from '#rules/required-lists.ts';
import { sanctionsRegimes, sanctionsTags } from '#rules/sanctions.ts';
import { instant, recordId } from './fields.ts';

/** Shown beside a client in lists: the effect of a confirmed sanctions match of the client or a related party. */
export const sanctionsTag = z.enum(sanctionsTags).nullable();

/** What a screening lacked: a required list, or another list in use that was misread or not fetched in time. */
export const screeningGap = z.object({
  /** Regime of a required list; absent for another list. */
  regime: z.enum(sanctionsRegimes).optional(),
  /** Name of another list in use; absent for a required one. */
  list: z.string().optional(),
  /** Whether the other list is the company's internal one. */
  isOwn: z.literal(true).optional(),
  /**
   * `missing`, `stale`: a required list was not in use, or not compared with its source for more than 7 days. `olderReader`,
   * `unreadRows`: the list was read by an older reader, or not whole. `notFetched`: it could not be brought up to date for 24 hours.
   */
  problem: z.enum(screeningProblems),
  /** From when; absent where unknown. */
  since: instant.optional(),
  /** Why it could not be fetched. */
  reason: z.string().optional(),
  /** Number of rows that could not be read. */
  rows: z.number().int().optional(),
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
