import { type RawBuilder, sql } from 'kysely';
import { maxPartySteps } from '#rules/clients/client-parties.ts';
import type { Permit } from '#rules/firm/sanctions-permits.ts';
import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import {
  type ConfirmedSanction,
  prohibitingRegimes,
  type SanctionsTag,
  sanctionsRegimes,
} from '#rules/sanctions.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { permitsByClient } from './permits-store.ts';

/** A confirmed sanctions match with the member and time of the decision. */
export interface DecidedSanction extends ConfirmedSanction {
  /** Of the matched person. */
  permits: readonly Permit[];
  matchId: string;
  alertId: string;
  /** The listed person or body. */
  listed: string;
  /** ISO instant. */
  decidedAt: string;
  decidedBy: string;
}

const isConfirmed = sql`m.status = 'truePositive' AND 'sanction' = ANY (m.topics)`;

/**
 * Confirmed sanctions matches by client: their own, and those of their related parties at any remove, as far as screening follows them.
 * Newest decision first. Clients without a match are absent from the map.
 */
export async function confirmedSanctions(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, DecidedSanction[]>> {
  const found = new Map<string, DecidedSanction[]>();
  if (clientIds.length === 0) return found;
  const { rows } = await sql<Omit<DecidedSanction, 'permits'> & { root: string }>`
    WITH RECURSIVE related (root, id, step) AS (
      SELECT asked.id, asked.id, 0 FROM unnest(${[...clientIds]}::uuid[]) AS asked (id)
      UNION
      SELECT r.root, p.party_client_id, r.step + 1
        FROM related r JOIN client_parties p ON p.client_id = r.id AND p.valid_to IS NULL
       WHERE r.step < ${maxPartySteps}
    )
    SELECT r.root, m.id AS "matchId", m.alert_id AS "alertId", m.client_id AS "clientId", c.display_name AS name,
           m.list_name AS "listName", m.regimes, coalesce(m.entity #>> '{names,0,text}', m.entity_id) AS listed,
           m.decided_at AS "decidedAt", d.name AS "decidedBy"
      FROM (SELECT DISTINCT root, id FROM related) r
      JOIN screening_matches m ON m.client_id = r.id
      JOIN clients c ON c.company_id = m.company_id AND c.id = m.client_id
      JOIN members d ON d.id = m.decided_by
     WHERE ${isConfirmed}
     ORDER BY m.decided_at DESC, m.id`.execute(trx);
  const permits = await permitsByClient(trx, [...new Set(rows.map(({ clientId }) => clientId))]);
  for (const { root, ...one } of rows) {
    const withPermits = { ...one, permits: permits.get(one.clientId) ?? [] };
    found.set(root, [...(found.get(root) ?? []), withPermits]);
  }
  return found;
}

const getTexts = (texts: readonly string[]) => sql`ARRAY[${sql.join(texts.map(sql.lit))}]::text[]`;

const prohibits = (country: Jurisdiction): RawBuilder<unknown> =>
  sql`(${sql.lit(country)} = ANY (o.regulated_in) AND m.regimes && ${getTexts(prohibitingRegimes(sanctionsRegimes, [country]))})`;

/**
 * Clients with a confirmed sanctions match, their own or a related party's, as a table of `client_id` and `tag`: its legal meaning in the
 * company's countries. Built from the matches, which are few, and joined to the rows of a page.
 */
export const sanctionsTagged = sql<{ client_id: string; tag: SanctionsTag }>`(
  WITH RECURSIVE affected (company_id, client_id, prohibited, step) AS (
    SELECT m.company_id, m.client_id, (${sql.join(jurisdictions.map(prohibits), sql` OR `)}), 0
      FROM screening_matches m JOIN companies o ON o.id = m.company_id
     WHERE ${isConfirmed}
    UNION
    SELECT p.company_id, p.client_id, a.prohibited, a.step + 1
      FROM affected a JOIN client_parties p
        ON p.company_id = a.company_id AND p.party_client_id = a.client_id AND p.valid_to IS NULL
     WHERE a.step < ${sql.lit(maxPartySteps)}
  )
  SELECT client_id, CASE WHEN bool_or(prohibited) THEN 'prohibited' ELSE 'finding' END AS tag
    FROM affected GROUP BY client_id)`;

/** The tags of clients of a page, by client; those without one are not in the map. */
export async function sanctionsTags(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, SanctionsTag>> {
  if (clientIds.length === 0) return new Map();
  const { rows } = await sql<{ client_id: string; tag: SanctionsTag }>`
    SELECT t.client_id, t.tag FROM ${sanctionsTagged} t
     WHERE t.client_id = ANY (${[...clientIds]}::uuid[])`.execute(trx);
  return new Map(rows.map(({ client_id, tag }) => [client_id, tag]));
}

/** The worst tag among the parties of an activity, or null. @param alias of the activities in the query around it. */
export const getActivitySanctionsTag = (alias: string) => sql<SanctionsTag | null>`(
  SELECT max(tagged.tag) FROM ${sanctionsTagged} tagged
    JOIN activity_parties taking ON taking.client_id = tagged.client_id
   WHERE taking.company_id = ${sql.ref(`${alias}.company_id`)} AND taking.activity_id = ${sql.ref(`${alias}.id`)})`;

/** Clients, and all clients that have them as a related party at any remove. */
export async function clientsAbove(trx: Trx, clientIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE above (id, step) AS (
      SELECT asked.id, 0 FROM unnest(${[...clientIds]}::uuid[]) AS asked (id)
      UNION
      SELECT p.client_id, above.step + 1
        FROM above JOIN client_parties p ON p.party_client_id = above.id AND p.valid_to IS NULL
       WHERE above.step < ${maxPartySteps}
    )
    SELECT DISTINCT id FROM above ORDER BY id`.execute(trx);
  return rows.map(({ id }) => id);
}
