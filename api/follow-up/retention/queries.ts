import { readRetention as readEndpoint } from '#contract/views/retention.ts';
import { soleConfirmationFrom } from '#rules/retention/retention.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { readRequestedRemovals } from '../../records/documents/removal-store.ts';
import { readOtherDestroyers } from '../../records/team/eligible.ts';
import { getCertificate, named } from './certificates.ts';
import type { RetentionDeps } from './deps.ts';
import { getHold } from './legal-holds.ts';
import { readCertificates, readClient, readDue, readHolds } from './store.ts';

const query = queriesFor<RetentionDeps>();

/** Due records and certificates on the page. */
const maxDue = 100;
const maxCertificates = 50;
const maxRemovals = 100;

/** GET /retention. 404 for an unknown selected client. */
export const readRetention = query(
  readEndpoint,
  async ({ trx, deps, caller, query: { client: selected } }) => {
    const due = await readDue(trx, maxDue + 1);
    const others = await readOtherDestroyers(trx, caller.member.id, deps.now());
    const client = selected === undefined ? undefined : await readClient(trx, selected);
    if (selected !== undefined && client === undefined) return null;
    const [hold] = client ? await readHolds(trx, client.id) : [];
    return {
      due: due.slice(0, maxDue).map((row) => ({
        id: row.id,
        kind: row.kind,
        client: { id: row.client_id, name: row.display_name ?? '' },
        basis: row.basis,
        keptUntil: row.kept_until,
        endKnownFrom: row.end_known_from,
        confirmed:
          row.confirmed_at === null
            ? null
            : {
                by: named(row.confirmed_present_id, row.confirmed_name),
                at: row.confirmed_at,
                againFrom: others.present ? null : soleConfirmationFrom(row.confirmed_at, others.until),
              },
      })),
      hasSecondPerson: others.present,
      hasMore: due.length > maxDue,
      holds: (await readHolds(trx)).map(getHold),
      certificates: (await readCertificates(trx, { limit: maxCertificates })).map(getCertificate),
      removals: (await readRequestedRemovals(trx, maxRemovals)).map(
        ({ requestedBy, requestedByName, requestedAt, reason, ...document }) => ({
          ...document,
          reason: reason ?? '',
          requestedBy: { id: requestedBy ?? '', name: requestedByName },
          requestedAt: requestedAt ?? '',
        }),
      ),
      client: client ? { ...client, hold: hold ? getHold(hold) : null } : null,
    };
  },
);
