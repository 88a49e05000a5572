import type { z } from 'zod';
import { recordFinding } from '#api/checks/cdd/findings.ts';
import { readDiligence } from '#api/checks/cdd/service.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import { findingForm } from '#contract/cdd/findings.ts';
import { describeEntity, type EntitySources, nameSource, withoutOwners } from './entity.ts';
import { explainSources } from './funds.ts';
import { days, getVersion, type Journey, onDay, servicesOn } from './journey.ts';

type Found =
  z.input<typeof findingForm> extends infer Form
    ? Form extends unknown
      ? Omit<Form, 'version'>
      : never
    : never;

async function find(journey: Journey, by: MemberCaller, found: Found, day = days.found): Promise<void> {
  const demo = onDay(journey, day);
  const form = findingForm.parse({ ...found, version: await getVersion(journey) });
  ({ version: journey.version } = await recordFinding.run(servicesOn(demo), by, {
    params: { id: journey.clientId },
    body: form,
  }));
}

const pepFindings: Record<'none' | 'domesticPep' | 'foreignPep', Found> = {
  none: {
    subject: 'politicalExposure',
    pepStatus: 'none',
    pepOf: null,
    office: undefined,
    basis: 'Discussed at the first meeting; screening and a news search found no match',
  },
  domesticPep: {
    subject: 'politicalExposure',
    pepStatus: 'domestic',
    pepOf: null,
    office: 'Member of Parliament',
    officeCountry: 'NZL',
    basis: 'Says to be a member of Parliament; the register of members confirms it',
  },
  foreignPep: {
    subject: 'politicalExposure',
    pepStatus: 'foreign',
    pepOf: null,
    office: 'Minister',
    officeCountry: 'CHL',
    basis: 'Says to be a minister of another country, on leave here; its government’s site confirms it',
  },
};

/** Records on a related person's own record that they hold no office, as established when they were identified. */
export function findPersonUnexposed(journey: Journey, clientId: string): Promise<void> {
  return find({ ...journey, clientId, version: undefined }, journey.staff, pepFindings.none);
}

/** The register of the client's country, and the document that its verification relies on. */
async function readSources(journey: Journey): Promise<EntitySources> {
  const services = servicesOn(onDay(journey, days.found));
  const { sourceDocuments } = await readDiligence.run(services, journey.staff, {
    params: { id: journey.clientId },
  });
  const register = journey.relationship.country === 'NZL' ? 'nzbn' : 'abr';
  return { register, documentId: sourceDocuments[0]?.id };
}

/** Records the ground by which the search for owners ends at the client, before its owners are traced. */
export async function recordGround(journey: Journey): Promise<void> {
  const { relationship, officer } = journey;
  const { type } = relationship;
  if (type !== 'listedIssuer' && type !== 'government') return;
  const basis = type === 'listedIssuer' ? 'The exchange’s list of issuers' : 'The register of public bodies';
  await find(journey, officer, { subject: 'ownersDeemed', ground: type, basis }, days.identified);
}

/** Records the findings that the rules require besides the client's record. */
export async function findOut(journey: Journey): Promise<void> {
  const { relationship, staff, officer, senior } = journey;
  const { risk, type } = relationship;
  const sources = await readSources(journey);
  const entity = describeEntity(type, sources);
  if (entity) await find(journey, staff, { subject: 'entity', ...entity });
  if (relationship.isSimplified) {
    await find(journey, officer, {
      subject: 'simplified',
      listedClass: 'localAuthority',
      ground: 'A territorial authority of the Local Government Act 2002, as its schedule shows',
    });
  }
  const unowned = withoutOwners[type];
  if (unowned)
    await find(journey, staff, {
      subject: 'ownership',
      outcome: 'none',
      ...nameSource('certifiedDocument', sources),
      basis: unowned,
    });
  await find(journey, staff, {
    subject: 'addressVerified',
    basis: 'Power bill of the last three months, seen with the identity document',
  });
  await find(journey, staff, pepFindings[risk === 'domesticPep' || risk === 'foreignPep' ? risk : 'none']);
  // Under both countries' laws an office of either is a foreign one to the other.
  const isPep = risk === 'domesticPep' || risk === 'foreignPep';
  if (isPep || risk === 'raisedToHigh' || type === 'trust') await explainSources(journey);
  if (isPep) await find(journey, senior, { subject: 'seniorApproval', note: undefined });
}
