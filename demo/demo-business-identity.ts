import { randomUUID } from 'node:crypto';
import { createParties } from '#api/checks/business-verifications/create-parties.ts';
import { decide } from '#api/checks/business-verifications/decide.ts';
import { edit } from '#api/checks/business-verifications/edit.ts';
import type { BusinessVerificationDeps } from '#api/checks/business-verifications/record/dto.ts';
import { readBusinessVerification } from '#api/checks/business-verifications/record/service.ts';
import { startBusinessVerification } from '#api/checks/business-verifications/start.ts';
import type { RequestsDeps } from '#api/follow-up/document-requests/commands.ts';
import { createRequest } from '#api/follow-up/document-requests/drafts.ts';
import { createRequestLinks, hashTransactionId } from '#api/follow-up/document-requests/links.ts';
import { readRequest } from '#api/follow-up/document-requests/queries.ts';
import { startPublic, submitPublic } from '#api/follow-up/document-requests/recipient.ts';
import { saveRequestFiles } from '#api/follow-up/document-requests/recipient-files.ts';
import { decideItem } from '#api/follow-up/document-requests/review-item.ts';
import { readRequestRow } from '#api/follow-up/document-requests/store.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller, RecipientCaller } from '#api/kernel/http/bind-endpoint.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { newDocumentRequest } from '#contract/document-requests/document-requests.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { documentTypeLabels, type UploadedDocumentType } from '#rules/documents/document-types.ts';
import { getPdf } from './demo-documents.ts';

/** Dependencies of a verification by a submitted document. */
type DocumentDeps = BusinessVerificationDeps & Pick<RequestsDeps, 'verification'>;

/** An owner or controller of a demo business: a client on record whose identity is verified. */
export interface BusinessPerson {
  clientId: string;
  name: string;
  role: 'director' | 'partner' | 'trustee' | 'seniorManagingOfficial';
  /** Share of the business in percent. */
  share?: string;
}

/**
 * Requests a document of a business, which it submits, and accepts it as evidence of its verification in progress. The link is used here and never again.
 */
async function acceptDocument(
  deps: DocumentDeps,
  staff: MemberCaller,
  client: BusinessVerification['client'],
  { documentType, seen }: { documentType: UploadedDocumentType; seen: string },
): Promise<void> {
  const links = createRequestLinks({ secret: randomUUID(), appUrl: '' });
  const requests = { ...deps, links, wakeOutbox: () => undefined };
  const { id } = await createRequest.run(requests, staff, {
    params: { id: client.id },
    body: newDocumentRequest.parse({
      recipientName: client.name,
      dueOn: addDays(companyDay(deps.now(), staff.company.timeZone), 7),
      items: [{ label: documentTypeLabels[documentType], kind: 'document', documentType }],
    }),
  });
  const row = await asTenant(deps.db, staff.company.id, (trx) => readRequestRow(trx, id));
  const holder: RecipientCaller = {
    kind: 'recipient',
    companyId: staff.company.id,
    requestId: id,
    linkHash: hashTransactionId(links.transactionId(id, row?.link_seed ?? '')),
    request: { id: randomUUID(), endpointId: 'seed', requestKey: undefined, clientIp: '127.0.0.1' },
  };
  const opened = await startPublic.run(requests, holder, { body: {} });
  const itemId = opened.items[0]?.id ?? '';
  const pdf = getPdf([documentTypeLabels[documentType], client.name, seen]);
  const form = new FormData();
  form.append('file', new File([new Uint8Array(pdf)], `${documentType}.pdf`, { type: 'application/pdf' }));
  const body = new Response(form);
  const upload = {
    contentType: body.headers.get('content-type') ?? '',
    stream: body.body,
    sender: { id, address: '127.0.0.1' },
  };
  await saveRequestFiles.run({ ...requests, files: deps.files }, holder, { params: { itemId }, upload });
  await submitPublic.run(requests, holder, { body: { consent: true } });
  const { version } = await readRequest.run(requests, staff, { params: { id } });
  await decideItem.run(requests, staff, {
    params: { id, itemId },
    body: { decision: 'accept', version },
  });
}

/**
 * Verifies a business by a document that it submitted: owners and controllers as the document shows them, each recorded as a party,
 * and the decision. For businesses unknown to the sandbox registers.
 * @param seen the document, in a member's wording.
 */
export async function verifyByDocument(
  deps: DocumentDeps,
  { staff, officer }: { staff: MemberCaller; officer: MemberCaller },
  clientId: string,
  {
    people,
    seen,
    documentType,
  }: { people: readonly BusinessPerson[]; seen: string; documentType: UploadedDocumentType },
): Promise<void> {
  let now = await startBusinessVerification.run(deps, staff, {
    params: { clientId },
    query: {},
  });
  const { id } = now;
  await acceptDocument(deps, staff, now.client, { documentType, seen });
  now = await readBusinessVerification.run(deps, staff, { params: { id } });
  const evidenceId = now.submittedEvidence[0]?.id;
  for (const { clientId: personId, name, role, share } of people) {
    const change = { version: now.version, source: seen };
    now = await edit.run(deps, staff, {
      params: { id },
      body: {
        ...change,
        intent: 'addNode',
        name,
        kind: 'person',
        clientId: personId,
      },
    });
    const node = now.ownership?.nodes.find((node) => node.name === name)?.id ?? '';
    if (share !== undefined) {
      now = await edit.run(deps, staff, {
        params: { id },
        body: {
          intent: 'saveHolding',
          version: now.version,
          of: 'client',
          holders: [node],
          share: { percent: share },
          beneficiallyHeld: 'yes',
          heldFor: [],
          evidenceId,
          source: seen,
        },
      });
    }
    now = await edit.run(deps, staff, {
      params: { id },
      body: {
        intent: 'addControl',
        version: now.version,
        by: node,
        of: 'client',
        role,
        evidenceId,
        note: seen,
      },
    });
  }
  const idByName = new Map(people.map(({ name, clientId: personId }) => [name, personId]));
  const nodes = (now.ownership?.nodes ?? []).filter(({ name }) => idByName.has(name));
  now = await createParties.run(deps, staff, {
    params: { id },
    body: {
      version: now.version,
      parties: nodes.map((node) => ({
        nodeId: node.id,
        clientId: idByName.get(node.name),
        givenNames: undefined,
        familyName: undefined,
      })),
    },
  });
  await decide.run(deps, officer, {
    params: { id },
    body: {
      version: now.version,
      decision: 'verified',
      reason: `${seen}. Everyone named there is verified.`,
      unresolvedReason: undefined,
      exceptionEndsOn: undefined,
    },
  });
}
