import type { Kysely, Transaction } from 'kysely';
import type { Client } from '#contract/clients.ts';
import type { Diligence } from '#contract/diligence.ts';
import { companyDay } from '#rules/company-day.ts';
import { readKnownOwnership } from '../business-verifications/store.ts';
import { readClientById } from '../clients/store.ts';
import { readCountryLists } from '../country-lists/service.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { currentParties } from '../parties/store.ts';
import { undecidedMatches } from '../screenings/match-store.ts';
import { readCurrentAssessment } from './current-assessment.ts';
import { readFindings } from './findings-store.ts';
import { type DiligenceInput, presentDiligence } from './guidance.ts';
import { readQuiet } from './quiet.ts';
import { readStanding } from './store.ts';

export interface DiligenceDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** All that rules and guards look at for a client, read in the caller's transaction. */
export async function diligenceInput(
  trx: Transaction<Schema>,
  deps: DiligenceDeps,
  { company }: Pick<MemberCaller, 'company'>,
  client: Client,
): Promise<DiligenceInput> {
  const standing = await readStanding(trx, client.id);
  if (standing === null) throw new Error('A client that was just read has no standing.');
  const now = deps.now();
  const on = companyDay(now, company.timeZone);
  return {
    client,
    standing,
    assessment: await readCurrentAssessment(trx, 'clients', client.id),
    company,
    lists: await readCountryLists(trx, company, now),
    parties: await currentParties(trx, client.id),
    ownership: client.kind === 'business' ? await readKnownOwnership(trx, client.id) : null,
    findings: await readFindings(trx, client.id),
    undecidedMatches: await undecidedMatches(trx, client.id),
    quiet: await readQuiet(trx, company, client, on),
    on,
  };
}

/** GET /clients/:id/diligence. Keeps nothing: the same client may need more tomorrow, by a new rule or a new list. */
export function readDiligence(
  deps: DiligenceDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<Diligence> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const client = await readClientById(trx, clientId);
    if (client === null) throw refuse('record.notFound');
    return presentDiligence(await diligenceInput(trx, deps, caller, client), caller, deps.now());
  });
}
