import type { ResourceType } from '#rules/risk/question-types.ts';
import { toBusinessVerificationDto as presentBusiness } from '../../../checks/business-verifications/record/dto.ts';
import { openVerification } from '../../../checks/business-verifications/record/service.ts';
import { verificationPage as businessVerificationPage } from '../../../checks/business-verifications/record/store.ts';
import { toIdentityVerificationDto as presentIndividual } from '../../../checks/individual-verifications/record/dto.ts';
import { verificationPage } from '../../../checks/individual-verifications/record/list-store.ts';
import { readVerificationById } from '../../../checks/individual-verifications/record/store.ts';
import { getAssessment } from '../../../checks/risk-assessments/dto.ts';
import { readResource } from '../../../checks/risk-assessments/service.ts';
import { listAssessmentRows, readAssessmentRow } from '../../../checks/risk-assessments/store.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import type { CollectDeps } from './collect-deps.ts';
import { perPage, readAll, readEach } from './read-all.ts';
import type { PackedAssessment, PackedBusinessVerification, PackedVerification } from './records.ts';

/** Risk assessments of a client or an activity, newest first. */
export async function getAssessments(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  of: { resourceType: ResourceType; resourceId: string; withNotes: boolean },
): Promise<PackedAssessment[]> {
  const rows = await readAll((before) => listAssessmentRows(trx, of, { before, limit: perPage }));
  if (rows.length === 0) return [];
  const resource = await readResource(trx, of);
  return readEach(rows, async ({ id }) => {
    const row = await readAssessmentRow(trx, id);
    if (row === null) throw new Error('An assessment that was just listed is gone.');
    const {
      actions: _actions,
      earlier: _earlier,
      ...rest
    } = await getAssessment(trx, deps, caller, { row, resource });
    if (of.withNotes) return rest;
    return { ...rest, answers: rest.answers.map((response) => ({ ...response, comment: undefined })) };
  });
}

/** Verifications of an individual, newest first. */
export async function getIndividualVerifications(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<PackedVerification[]> {
  const rows = await readAll((before) => verificationPage(trx, { clientId, before, limit: perPage }));
  return readEach(rows, async ({ id }) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null) throw new Error('A verification that was just listed is gone.');
    const {
      actions: _actions,
      linkToHandOver: _link,
      client: _client,
      nextTryAt: _next,
      documents,
      ...rest
    } = await presentIndividual(trx, deps, caller, stored);
    return {
      ...rest,
      documents: documents.map(({ sameDocumentClients, ...document }) => ({
        ...document,
        sameDocumentElsewhere: sameDocumentClients.length,
      })),
    };
  });
}

/** Verifications of a business, newest first. */
export async function getBusinessVerifications(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<PackedBusinessVerification[]> {
  const rows = await readAll((before) => businessVerificationPage(trx, clientId, { before, limit: perPage }));
  return readEach(rows, async ({ id }) => {
    const {
      actions: _actions,
      registries: _registries,
      client: _client,
      pendingExtracts: _asking,
      mustVerify,
      ...rest
    } = presentBusiness(await openVerification(trx, deps, caller, id), deps, caller);
    return {
      ...rest,
      mustVerify: mustVerify.map(({ name, reasons, client }) => ({ name, reasons, client })),
    };
  });
}
