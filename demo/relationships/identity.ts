import { addParty } from '#api/checks/client-parties/commands.ts';
import { createClient } from '#api/records/clients/commands.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { newParty } from '#contract/clients/parties.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import { type BusinessPerson, verifyByDocument } from '../demo-business-identity.ts';
import { electronic, licence, passport, sighted, verificationDeps } from '../demo-identity.ts';
import { findPersonUnexposed } from './findings.ts';
import { generatePerson } from './invent.ts';
import { days, getDay, type Journey, onDay, servicesOn } from './journey.ts';
import type { Relationship } from './roster.ts';

/** Sources of risk by which a client comes to be rated high. */
const ratedHigh: readonly Relationship['risk'][] = ['cash', 'raisedToHigh', 'foreignPep'];

/** Verifies a person by the original passport, or electronically with issuers. */
export async function identify(
  journey: Journey,
  clientId: string,
  method: Relationship['method'],
): Promise<void> {
  const demo = onDay(journey, days.identified);
  const { random, staff, relationship } = journey;
  const context = { ...verificationDeps(demo, 'match'), staff, clientId };
  const digits = String(random.between(100_000, 999_999));
  if (method === 'electronic')
    return electronic(context, licence(`${random.pick(['DA', 'EB', 'FC'])}${digits}`), 'verified');
  const expiresOn = addMonths(getDay(journey.demo, staff), random.between(9, 100));
  const letter = random.pick(['A', 'F', 'H', 'M']);
  // At high risk Australia needs a document and the data of two organisations. AU s28, s32.
  if (ratedHigh.includes(relationship.risk))
    return electronic(context, passport(`L${letter}${digits}`, expiresOn), 'verified');
  const seen =
    relationship.country === 'NZL'
      ? passport(`L${letter}${digits}`, expiresOn)
      : passport(`P${letter}${digits}4`, expiresOn, 'auPassport');
  return sighted(context, seen, 'Passport seen with its holder');
}

/** Records and verifies the people of a business, and the documents that name them. */
export async function identifyBusiness(journey: Journey): Promise<void> {
  const { services, relationship, random, staff, officer, clientId } = journey;
  if (services === undefined) return;
  const demo = onDay(journey, days.identified);
  const { type, country } = relationship;
  const people: BusinessPerson[] = [];
  const { roles, seen, documentType } = papersByType[type] ?? papersByType.company;
  for (const { role, share } of roles) {
    const person = await createClient.run(servicesOn(demo), staff, {
      body: clientInput.parse({
        ...generatePerson(random, { country, type: 'individual', risk: 'low' }),
        confirmations: ['likelyDuplicates'],
      }),
    });
    await identify(journey, person.id, 'sighted');
    await findPersonUnexposed(journey, person.id);
    people.push({
      clientId: person.id,
      name: person.displayName,
      role,
      ...(share === undefined ? {} : { share }),
    });
  }
  const { verification } = verificationDeps(demo, 'match').deps;
  const files = services.files(demo.database.db);
  const deps = { ...services, files, verification, ...servicesOn(demo) };
  await verifyByDocument(deps, { staff, officer }, clientId, { people, seen, documentType });
  if (relationship.isSimplified) await nameRepresentative(journey);
}

/** Records who acts for the client, with the authority, and verifies them: simplified CDD requires it. */
async function nameRepresentative(journey: Journey): Promise<void> {
  const { relationship, random, staff, clientId } = journey;
  const services = servicesOn(onDay(journey, days.identified));
  const person = await createClient.run(services, staff, {
    body: clientInput.parse({
      ...generatePerson(random, { country: relationship.country, type: 'individual', risk: 'low' }),
      confirmations: ['likelyDuplicates'],
    }),
  });
  await identify(journey, person.id, 'sighted');
  await findPersonUnexposed(journey, person.id);
  await addParty.run(services, staff, {
    params: { id: clientId },
    body: newParty.parse({
      partyClientId: person.id,
      roles: ['authorisedRepresentative'],
      authority: 'Letter of delegation, signed by the chief executive, original seen',
    }),
  });
}

type Papers = {
  roles: readonly Pick<BusinessPerson, 'role' | 'share'>[];
  seen: string;
  documentType: UploadedDocumentType;
};

/** People behind a business by type, and the document that names them. */
const papersByType: Partial<Record<Relationship['type'], Papers>> & { company: Papers } = {
  company: {
    roles: [
      { role: 'director', share: '60' },
      { role: 'director', share: '40' },
    ],
    seen: 'Extract of the companies register with its shareholders',
    documentType: 'registryExtract',
  },
  partnership: {
    roles: [
      { role: 'partner', share: '50' },
      { role: 'partner', share: '50' },
    ],
    seen: 'Partnership agreement, original seen',
    documentType: 'partnershipAgreement',
  },
  trust: {
    roles: [{ role: 'trustee' }, { role: 'trustee' }],
    seen: 'Trust deed with its variations, certified copy',
    documentType: 'trustDeed',
  },
  charity: {
    roles: [{ role: 'trustee' }],
    seen: 'Extract of the charities register',
    documentType: 'registryExtract',
  },
  government: {
    roles: [{ role: 'seniorManagingOfficial' }],
    seen: 'Extract of the business register, with the Act under which it was set up',
    documentType: 'registryExtract',
  },
  listedIssuer: {
    roles: [{ role: 'seniorManagingOfficial' }],
    seen: 'Extract of the companies register, and its listing on the exchange',
    documentType: 'registryExtract',
  },
};
