import {
  decideBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import {
  createOwnershipParties,
  editOwnership,
} from '#contract/business-verifications/ownership-endpoints.ts';
import type { Diligence } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { createClient } from '#contract/clients/clients.ts';
import { listParties, updateParty } from '#contract/clients/parties.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { TestApi, TestCompany } from './api.ts';
import { acceptedDocument, readVerification } from './business-evidence.ts';
import { addEvidence, getDiligence, individualWithEvidence, transitionClientTo } from './due-diligence.ts';

const source = 'Companies Office extract';

const entity = {
  subject: 'entity',
  existence: 'Limited company, registered in 2012',
  existenceSource: 'register',
  existenceRegister: 'nzbn',
  structure: 'Two shareholders',
  structureSource: 'register',
  structureRegister: 'nzbn',
  powers: 'Constitution of 2012',
  powersSource: 'register',
  powersRegister: 'nzbn',
  nomineesNone: true,
  nomineesSource: 'register',
  nomineesRegister: 'nzbn',
  basis: 'Companies Register on 3 November 2026',
};

let numbers = 2_830_000;

/** The form of a company whose record is complete. */
export const completeCompany = (legalName: string, more: object = {}) => ({
  clientType: 'company',
  relationshipPurpose: 'Accounts and advice',
  business: { legalName, registrationCountry: 'NZL', nzCompanyNumber: String(numbers) },
  addresses: [{ addressLine1: '1 Sample Street', state: 'Wellington', postcode: '6011', countryCode: 'NZL' }],
  confirmations: ['likelyDuplicates'],
  ...more,
});

/** A company with all evidence that CDD needs, one verified owner with 40 % on its record, and no transition yet. */
export async function companyWithEvidence(
  test: TestApi,
  company: TestCompany,
  legalName: string,
  more: object = {},
): Promise<{ id: string; ownerId: string }> {
  numbers += 1;
  const as = company.staff;
  const body = completeCompany(legalName, more) as never;
  const { id } = (await test.request(createClient, { body }, { as })).response;
  const ownerId = await individualWithEvidence(test, company, { familyName: `Holderson${numbers}` });
  const begun = await test.request(
    startBusinessVerification,
    { params: { clientId: id }, query: {} },
    { as },
  );
  await acceptedDocument(test, as, id, 'registryExtract');
  let now = await readVerification(test, as, begun.response.id);
  const send = async (endpoint: Endpoint, input: object) => {
    const sent = { params: { id: now.id }, body: { version: now.version, ...input } };
    const { status, response, text } = await test.request(endpoint, sent as never, { as });
    if (status !== 200) throw new Error(`${endpoint.id}: ${text}`);
    now = response as typeof now;
  };
  await send(editOwnership, {
    intent: 'addNode',
    name: 'Hinemoa Holderson',
    kind: 'person',
    clientId: ownerId,
    source,
  });
  const nodeId = now.ownership?.nodes.find(({ client }) => client?.id === ownerId)?.id;
  const evidenceId = now.submittedEvidence.at(-1)?.id;
  await send(editOwnership, {
    intent: 'saveHolding',
    of: 'client',
    holders: [nodeId],
    share: { percent: '100' },
    beneficiallyHeld: 'yes',
    evidenceId,
    source,
  });
  await send(createOwnershipParties, { parties: [{ nodeId, clientId: ownerId }] });
  await send(decideBusinessVerification, { decision: 'verified', reason: 'Extract seen' });
  const { response: parties } = await test.request(listParties, { params: { id }, query: {} }, { as });
  const [party] = parties.items;
  if (party === undefined) throw new Error('The owner is no party.');
  const roles = ['shareholder', 'beneficialOwner'];
  const share = { roles, directPercent: '40', joint: false, beneficiallyHeld: 'yes', version: party.version };
  await test.request(updateParty, { params: { id, partyId: party.id }, body: share as never }, { as });
  for (const kind of ['screening', 'assessment'] as const) await addEvidence(test, company, id, kind);
  const { version } = await getDiligence(test, as, id);
  await test.request(recordFinding, { params: { id }, body: { ...entity, version } as never }, { as });
  return { id, ownerId };
}

/** Takes CDD of a client through review, as its owner. @throws with what is outstanding. */
export async function approve(test: TestApi, company: TestCompany, id: string): Promise<Diligence> {
  for (const to of ['inProgress', 'readyForReview', 'verified'] as const) {
    const moved = await transitionClientTo(test, company.owner, id, { lifecycle: 'cdd', to });
    if (moved.status !== 200) throw new Error(`${to}: ${moved.text}`);
  }
  return getDiligence(test, company.owner, id);
}

/** Starts onboarding and activates the client. */
export async function activate(test: TestApi, company: TestCompany, id: string): Promise<void> {
  for (const to of ['onboarding', 'active'] as const) {
    const moved = await transitionClientTo(test, company.owner, id, { lifecycle: 'client', to });
    if (moved.status !== 200) throw new Error(`${to}: ${moved.text}`);
  }
}
