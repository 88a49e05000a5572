import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
import type {
  addVerificationDocument as addEndpoint,
  recordConsent as consentEndpoint,
  readMachineReadableLines as linesEndpoint,
  removeVerificationDocument as removeEndpoint,
} from '#contract/individual-verifications.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import { companyDay } from '#rules/company-day.ts';
import type { VerificationMethod } from '#rules/verification/evidence.ts';
import { readMrz } from '#rules/verification/mrz.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { settle } from './asking.ts';
import { invalid, onVerification } from './command.ts';
import type { VerificationsDeps } from './deps.ts';
import {
  birthCandidates,
  checksOfDocument,
  compareWithRecord,
  type DocumentInput,
  documentRow,
  documentText,
  prepareDocument,
  suggestedBy,
} from './documents.ts';
import { judgedOf } from './present.ts';
import {
  changeVerification,
  insertChecks,
  insertDocument,
  readVerificationById,
  removeDocumentRow,
} from './store.ts';

type Consent = EndpointInput<typeof consentEndpoint>['body'];
type Removal = EndpointInput<typeof removeEndpoint>['body'];
type Addition = EndpointInput<typeof addEndpoint>['body'];

/** Most documents of one verification; the laws' longest lists ask for three. */
const mostDocuments = 10;

/** Records that the person agreed. Issuers and sources can be asked from then on. */
export function recordConsent(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: Consent,
): Promise<IndividualVerification> {
  return onVerification(deps, caller, { id, body, act: 'recordConsent' }, async ({ trx, at }) => {
    const consent = {
      at: at.toISOString(),
      how: body.how,
      note: body.note ?? null,
      recordedBy: caller.member.name,
    };
    await changeVerification(trx, id, { consent: JSON.stringify(consent) }, { at, by: caller.member.id });
    return {
      action: 'consentRecorded',
      events: [
        {
          kind: 'consentGiven',
          text: 'The person agreed to be checked.',
          by: { type: 'member', id: caller.member.id },
        },
      ],
      detail: { how: body.how },
    };
  });
}

/** A method that rests on somebody having looked wants to know that somebody has. */
export function requireLookedAt(method: VerificationMethod, { sighted, certified }: DocumentInput): void {
  if (method === 'documentSighted' && !sighted?.originalSighted)
    throw invalid(['Confirm that you saw the original'], 'sighted.originalSighted');
  if (method === 'documentCertified' && certified === undefined)
    throw invalid(['Enter the name of who certified it'], 'certified.refereeName');
}

/** Adds a document. What was sighted, or certified, brings the verification to where a person decides. */
export function addDocument(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: Addition,
): Promise<IndividualVerification> {
  return onVerification(deps, caller, { id, body, act: 'addDocument' }, async ({ trx, judged, at }) => {
    const { row, documents } = judged.stored;
    if (documents.length >= mostDocuments)
      throw invalid([`A verification holds ${mostDocuments} documents at most. Take one out first.`]);
    requireLookedAt(row.method, body);
    const place = {
      companyId: caller.company.id,
      verificationId: id,
      clientId: row.client_id,
      round: row.round,
      at,
      by: caller.member.id,
    };
    const prepared = prepareDocument(body, { client: judged.client, on: judged.on });
    const added = documentRow(deps.verification, place, prepared, body);
    if (added.number_hmac && documents.some((one) => one.number_hmac === added.number_hmac))
      throw invalid(['This document is recorded here already'], 'fields.number');
    await insertDocument(trx, added);
    await insertChecks(trx, checksOfDocument(place, added.id, prepared, body));
    await reassess(deps, { trx, id, at, by: caller.member.id, companyId: caller.company.id });
    const isDocumentary = row.method === 'documentSighted' || row.method === 'documentCertified';
    if (isDocumentary && row.status === 'notStarted')
      await changeVerification(trx, id, { status: 'needsReview' }, { at, by: caller.member.id });
    const text = documentText({ type: added.type, number_masked: added.number_masked ?? null });
    const after = await readVerificationById(trx, id);
    const judgedNow = after && (await judgedOf(trx, deps, caller.company, after));
    const isShared = judgedNow?.same.some(({ number_hmac }) => number_hmac === added.number_hmac) ?? false;
    return {
      action: 'documentAdded',
      events: [
        {
          kind: 'documentAdded',
          text: `${text} was added.${isShared ? ' It is also recorded under another client.' : ''}`,
          by: { type: 'member', id: caller.member.id },
        },
      ],
      detail: { document: text, sharesDocument: isShared },
    };
  });
}

/** Takes the machine's finding up to date with what is there now. */
async function reassess(
  deps: VerificationsDeps,
  {
    trx,
    id,
    at,
    by,
    companyId,
  }: { trx: Parameters<typeof settle>[0]; id: string; at: Date; by: string; companyId: string },
): Promise<void> {
  const { machineResult } = await settle(trx, deps, { companyId, id });
  await changeVerification(trx, id, { machine_result: machineResult as never }, { at, by });
}

/** Takes out a document that was entered by mistake, with what was found of it. */
export function removeDocument(
  deps: VerificationsDeps,
  caller: MemberCaller,
  { id, documentId }: { id: string; documentId: string },
  body: Removal,
): Promise<IndividualVerification> {
  const command = { id, body, act: 'removeDocument' as const, record: `${id} ${documentId}` };
  return onVerification(deps, caller, command, async ({ trx, judged, at }) => {
    const document = judged.stored.documents.find((one) => one.id === documentId);
    if (document === undefined) throw refuse('record.notFound');
    await removeDocumentRow(trx, documentId, at);
    const pending = judged.stored.row.pending.filter(
      (ask) => !('documentId' in ask) || ask.documentId !== documentId,
    );
    await changeVerification(trx, id, { pending: JSON.stringify(pending) }, { at, by: caller.member.id });
    await reassess(deps, { trx, id, at, by: caller.member.id, companyId: caller.company.id });
    const text = documentText(document);
    return {
      action: 'documentRemoved',
      events: [
        {
          kind: 'documentRemoved',
          text: `${text} was taken out: ${body.reason}`,
          by: { type: 'member', id: caller.member.id },
        },
      ],
      reason: body.reason,
      detail: { document: text },
    };
  });
}

/** Reads the lines of a document and holds them against the record. Keeps nothing. */
export function readLines(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  lines: string,
): Promise<EndpointAnswer<typeof linesEndpoint>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null) throw refuse('record.notFound');
    const { client } = await judgedOf(trx, deps, caller.company, stored);
    const read = readMrz(lines, companyDay(deps.now(), caller.company.timeZone));
    if (!read.ok) return { ok: false, problems: read.problems };
    const { name, dateOfBirth, notes } = compareWithRecord(read.zone, client);
    return {
      ok: true,
      suggested: suggestedBy(read.zone),
      birthCandidates: birthCandidates(read.zone),
      comparison: { name, dateOfBirth, notes },
      corrections: read.zone.corrections,
    };
  });
}
