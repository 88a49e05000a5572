import type { Transaction } from 'kysely';
import type { Review } from '#contract/reviews.ts';
import type { Schema } from '../database/schema.ts';
import { reviewsOfClient } from '../reviews/store.ts';
import { matchesOfScreenings } from '../screenings/match-store.ts';
import { presentMatches, screeningsOfClient } from '../screenings/present.ts';
import type { PackedScreening } from './records.ts';

type Trx = Transaction<Schema>;

const screeningsPerPage = 200;

/** Every screening of a client, newest first, each with the matches that it was the first to find and what was decided about them. */
export async function screeningsOf(trx: Trx, clientId: string): Promise<PackedScreening[]> {
  const packed: PackedScreening[] = [];
  for (let before: string | undefined, more = true; more; before = packed.at(-1)?.id) {
    const rows = await screeningsOfClient(trx, clientId, { before, limit: screeningsPerPage });
    more = rows.length > screeningsPerPage;
    const page = rows.slice(0, screeningsPerPage);
    const found = await matchesOfScreenings(
      trx,
      page.filter(({ matches }) => matches.total > 0).map(({ id }) => id),
    );
    for (const { matches: _counts, alertId: _alert, clientId: _client, ...screening } of page) {
      packed.push({ ...screening, matches: await presentMatches(trx, found.get(screening.id) ?? []) });
    }
  }
  return packed;
}

/** Every review of a client, newest first. */
export function reviewsOf(trx: Trx, clientId: string): Promise<Review[]> {
  return reviewsOfClient(trx, clientId);
}
