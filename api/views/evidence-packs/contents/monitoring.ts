import type { Review } from '#contract/risk/reviews.ts';
import { toMatchDtos } from '../../../checks/screening-results/dto.ts';
import { getScreeningMatches } from '../../../checks/screening-results/match-store.ts';
import { getClientScreenings } from '../../../checks/screening-results/store.ts';
import { getClientReviews } from '../../../follow-up/reviews/store.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { PackedScreening } from './records.ts';

const screeningsPerPage = 200;

/** Every screening of a client, newest first, each with the matches first found by it and their decisions. */
export async function getScreenings(trx: Trx, clientId: string): Promise<PackedScreening[]> {
  const packed: PackedScreening[] = [];
  for (let before: string | undefined, more = true; more; before = packed.at(-1)?.id) {
    const rows = await getClientScreenings(trx, clientId, { before, limit: screeningsPerPage });
    more = rows.length > screeningsPerPage;
    const page = rows.slice(0, screeningsPerPage);
    const found = await getScreeningMatches(
      trx,
      page.filter(({ matches }) => matches.total > 0).map(({ id }) => id),
    );
    for (const { matches: _counts, alertId: _alert, clientId: _client, ...screening } of page) {
      packed.push({ ...screening, matches: await toMatchDtos(trx, found.get(screening.id) ?? []) });
    }
  }
  return packed;
}

/** Every review of a client, newest first. */
export function getReviews(trx: Trx, clientId: string): Promise<Review[]> {
  return getClientReviews(trx, clientId);
}
