import type { Client } from '#contract/clients/client-record.ts';
import { assessClient, partiesToVerify, toDiligenceDto } from '../../../checks/cdd/requirements.ts';
import { diligenceInput } from '../../../checks/cdd/service.ts';
import { toRequestDto } from '../../../follow-up/privacy/dto.ts';
import { readRequests } from '../../../follow-up/privacy/request-store.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import type { CollectDeps } from './collect-deps.ts';
import { getFieldSources } from './field-sources.ts';
import { getFunds } from './funds-lines.ts';
import { getHistory } from './history.ts';
import { getReviews, getScreenings } from './monitoring.ts';
import { getAssessments, getBusinessVerifications, getIndividualVerifications } from './packed-checks.ts';
import { getParty, getPartyRows } from './packed-parties.ts';
import { perPage, readAll } from './read-all.ts';
import type { ClientPackRecords } from './records.ts';

/** CDD without staff's notes on approvals. */
function withoutNotes(diligence: ClientPackRecords['diligence']): ClientPackRecords['diligence'] {
  return {
    ...diligence,
    decision: diligence.decision && { ...diligence.decision, note: null },
    findings: diligence.findings.map((finding) =>
      finding.recorded?.content.subject === 'seniorApproval'
        ? {
            ...finding,
            recorded: { ...finding.recorded, content: { ...finding.recorded.content, note: null } },
          }
        : finding,
    ),
  };
}

/** All records of one client, read in the caller's transaction. */
export async function getDossier(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  {
    client,
    capacity,
    activityId,
    withNotes,
  }: {
    client: Client;
    capacity: ClientPackRecords['capacity'];
    activityId: string | null;
    withNotes: boolean;
  },
): Promise<ClientPackRecords> {
  const input = await diligenceInput(trx, deps, caller, client);
  const {
    transitions: _transitions,
    cddTransitions: _cddTransitions,
    approval: _approval,
    ...diligence
  } = toDiligenceDto(input, caller, deps.now());
  const wanted = partiesToVerify(input, assessClient(input));
  const reasons = new Map(wanted.map(({ partyId, reasons: why }) => [partyId, why]));
  const individualVerifications = await getIndividualVerifications(trx, deps, caller, client.id);
  const businessVerifications = await getBusinessVerifications(trx, deps, caller, client.id);
  return {
    client,
    capacity,
    fieldSources: getFieldSources(individualVerifications, businessVerifications),
    diligence: withNotes ? diligence : withoutNotes(diligence),
    parties: (await getPartyRows(trx, client.id)).map((row) => getParty(row, reasons, input)),
    ...(await getHistory(trx, client.id, withNotes)),
    funds: await getFunds(trx, caller.company.id, { clientId: client.id, activityId, withNotes }),
    individualVerifications: withNotes
      ? individualVerifications
      : individualVerifications.map((individualVerification) => ({
          ...individualVerification,
          consent: individualVerification.consent && { ...individualVerification.consent, note: null },
        })),
    businessVerifications,
    assessments: await getAssessments(trx, deps, caller, {
      resourceType: 'clients',
      resourceId: client.id,
      withNotes,
    }),
    screenings: await getScreenings(trx, client.id),
    reviews: await getReviews(trx, client.id),
    privacyRequests: (
      await readAll((before) => readRequests(trx, { before, clientId: client.id, limit: perPage }))
    ).map((row) => toRequestDto(row, caller.company, deps.now())),
  };
}
