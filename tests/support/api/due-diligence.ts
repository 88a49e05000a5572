import { type Diligence, readDiligence, transitionClient } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { createClient, readClient } from '#contract/clients/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { decideVerification } from '#contract/individual-verifications/individual-verifications.ts';
import { screenClient } from '#contract/monitoring/screenings.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import type { Outcome, TestApi, TestCompany } from './api.ts';
import { withRequiredLists } from './required-lists.ts';
import { approvedAssessment, publishedTemplate, sampleAnswers } from './risk.ts';
import { sendOwnList } from './screening-lists.ts';
import { sightedPassport, started } from './verifications.ts';

type As = { token: string };
type Transition = EndpointRequest<typeof transitionClient>['body'];
type TransitionWithoutVersion<M = Transition> = M extends Transition ? Omit<M, 'version'> : never;

/** Evidence on a client apart from a name, in the order of recording. */
const evidenceKinds = ['record', 'identity', 'exposure', 'screening', 'assessment'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

interface RuntimeDeps {
  template: Template;
}

const surroundings = new WeakMap<TestCompany, Promise<RuntimeDeps>>();

/** A company's prerequisites for screening and assessing clients, created once. */
function getSurroundings(test: TestApi, company: TestCompany): Promise<RuntimeDeps> {
  const known = surroundings.get(company);
  if (known !== undefined) return known;
  const made = (async () => {
    await sendOwnList(
      test,
      company.owner,
      'id,name,type,date_of_birth,reason,remarks\nx1,Zzyzx Nobodyelse,person,1950,sanction,\n',
    );
    return { template: await publishedTemplate(test, company.owner, { name: 'Risk of any client' }) };
  })();
  surroundings.set(company, made);
  return made;
}

/** A client's current CDD. */
export async function getDiligence(test: TestApi, as: As, id: string): Promise<Diligence> {
  return (await test.request(readDiligence, { params: { id } }, { as })).response;
}

/** Changes the status of a client, or of its CDD, at the current version. */
export async function transitionClientTo(
  test: TestApi,
  as: As,
  id: string,
  move: TransitionWithoutVersion,
): Promise<Outcome<typeof transitionClient>> {
  const { version } = await getDiligence(test, as, id);
  return test.request(transitionClient, { params: { id }, body: { ...move, version } as Transition }, { as });
}

let passports = 700_000;

/** Verifies an individual by a sighted passport, as staff do. */
export async function verifyIdentity(test: TestApi, company: TestCompany, id: string): Promise<void> {
  passports += 1;
  const { id: verificationId, version } = await started(test, company.staff, id, {
    method: 'documentSighted',
    document: sightedPassport(`LB${passports}`),
  });
  const { status, text } = await test.request(
    decideVerification,
    {
      params: { id: verificationId },
      body: { version, decision: 'verified', reason: 'Passport seen with its holder' },
      requestKey: crypto.randomUUID(),
    },
    { as: company.staff },
  );
  if (status !== 200) throw new Error(`The identity was not verified: ${text}`);
}

/** Records that a person holds no political office. */
async function recordNoExposure(test: TestApi, company: TestCompany, id: string): Promise<void> {
  const { version } = await getDiligence(test, company.staff, id);
  const body = { subject: 'politicalExposure', pepStatus: 'none', basis: 'Asked them', version } as const;
  await test.request(recordFinding, { params: { id }, body }, { as: company.staff });
}

/** Records how the client's address was verified, as required by enhanced CDD. */
export async function verifiedAddress(test: TestApi, company: TestCompany, id: string): Promise<void> {
  const { version } = await getDiligence(test, company.staff, id);
  const body = { subject: 'addressVerified', basis: 'Power bill, seen', version } as const;
  await test.request(recordFinding, { params: { id }, body }, { as: company.staff });
}

/** Screens a client against an internal list that does not name it. */
async function screen(test: TestApi, company: TestCompany, id: string): Promise<void> {
  await getSurroundings(test, company);
  await withRequiredLists(test);
  await test.request(
    screenClient,
    { params: { id }, body: {}, requestKey: crypto.randomUUID() },
    { as: company.staff },
  );
}

/** Assesses a client at low risk, approved by the owner. */
async function assessAtLow(test: TestApi, company: TestCompany, id: string): Promise<void> {
  const { template } = await getSurroundings(test, company);
  await approvedAssessment(test, company.owner, { clientId: id, template }, sampleAnswers({ q: 'low' }));
}

/** Records one kind of evidence on an individual. The record's own fields come with `individualWith`. */
export async function addEvidence(
  test: TestApi,
  company: TestCompany,
  id: string,
  kind: Exclude<EvidenceKind, 'record'>,
): Promise<void> {
  const add = {
    identity: verifyIdentity,
    exposure: recordNoExposure,
    screening: screen,
    assessment: assessAtLow,
  };
  await add[kind](test, company, id);
}

/**
 * An individual with all evidence that CDD needs, except what is omitted, through the product's own commands: fields of the record with the
 * purpose, identity, political exposure, screening, an approved assessment. CDD itself is not started.
 */
export async function individualWithEvidence(
  test: TestApi,
  company: TestCompany,
  {
    familyName = 'Evidencedson',
    without = [],
  }: { familyName?: string; without?: readonly EvidenceKind[] } = {},
): Promise<string> {
  const isFilled = !without.includes('record');
  const made = await test.request(
    createClient,
    {
      body: {
        clientType: 'individual',
        individual: {
          givenNames: 'Hinemoa',
          familyName,
          ...(isFilled ? { dateOfBirth: '1985-03-12', residenceCountry: 'NZL' } : {}),
        },
        ...(isFilled
          ? {
              relationshipPurpose: 'Buying a house to live in',
              addresses: [
                {
                  addressLine1: '1 Sample Street',
                  state: 'Wellington',
                  postcode: '6011',
                  countryCode: 'NZL',
                },
              ],
            }
          : {}),
        confirmations: ['likelyDuplicates'],
      } as never,
      requestKey: crypto.randomUUID(),
    },
    { as: company.staff },
  );
  const { id } = made.response;
  for (const kind of evidenceKinds) {
    if (kind !== 'record' && !without.includes(kind)) await addEvidence(test, company, id, kind);
  }
  return id;
}

/** Takes CDD on a client through review; each transition must succeed. */
async function finishDiligence(test: TestApi, company: TestCompany, id: string): Promise<void> {
  for (const to of ['inProgress', 'readyForReview', 'verified'] as const) {
    const moved = await transitionClientTo(test, company.staff, id, { lifecycle: 'cdd', to });
    if (moved.response.cddStatus !== to) throw new Error(`Due diligence is ${moved.response.cddStatus}.`);
  }
}

/** An individual with completed CDD, by evidence and transitions of the product's own. */
export async function verifiedIndividual(
  test: TestApi,
  company: TestCompany,
  familyName?: string,
): Promise<string> {
  const id = await individualWithEvidence(test, company, familyName === undefined ? {} : { familyName });
  await finishDiligence(test, company, id);
  return id;
}

/** The same, activated. */
export async function activeIndividual(
  test: TestApi,
  company: TestCompany,
  familyName?: string,
): Promise<string> {
  const id = await verifiedIndividual(test, company, familyName);
  for (const to of ['onboarding', 'active'] as const) {
    await transitionClientTo(test, company.staff, id, { lifecycle: 'client', to });
  }
  const { response } = await test.request(readClient, { params: { id } }, { as: company.staff });
  if (response.status !== 'active') throw new Error(`The client is ${response.status}.`);
  return id;
}
