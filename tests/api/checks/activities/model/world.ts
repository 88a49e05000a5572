import { createClient } from '#contract/clients/clients.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { TestApi, TestCompany, TestPerson } from '#tests/support/api/api.ts';
import { withRequiredLists } from '#tests/support/api/required-lists.ts';
import { publishedTemplate } from '#tests/support/api/risk.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { changeAccess } from '../../../records/team/support.ts';

export const people = ['owner', 'staff', 'auditor', 'officer', 'manager'] as const;
export type Who = (typeof people)[number];

/** Who may grant exceptions from CDD. */
export const grantors: readonly Who[] = ['owner', 'officer', 'manager'];

/** A sale of property in Australia, a matter of a New Zealand company, and a sale to which both laws apply. */
export const worldNames = ['australia', 'newZealand', 'both'] as const;
export type WorldName = (typeof worldNames)[number];

/** The clients of a sequence: the first is the customer of the form, and in New Zealand a company. */
export const sides = ['first', 'second', 'third'] as const;
export type Side = (typeof sides)[number];

/** A company with its people, and what it screens and assesses with. */
export interface World {
  name: WorldName;
  api: TestApi;
  company: TestCompany;
  as: Record<Who, TestPerson>;
  laws: readonly Jurisdiction[];
  templates: Record<'clients' | 'activities', Template>;
  today(): string;
}

/** Family name that the company's own list holds. */
export const listedName = 'Listedson';
const ownList = [
  'id,name,type,date_of_birth,reason,remarks',
  'x1,Zzyzx Nobodyelse,person,1950,sanction,',
  `x2,Hinemoa ${listedName},person,1985,sanction,`,
  '',
].join('\n');

const settings = {
  australia: { laws: ['AUS'], timeZone: 'Australia/Sydney', country: 'AUS', called: 'Banksia Realty' },
  newZealand: { laws: ['NZL'], timeZone: 'Pacific/Auckland', country: 'NZL', called: 'Rimu Law' },
  both: { laws: ['NZL', 'AUS'], timeZone: 'Pacific/Auckland', country: 'NZL', called: 'Tasman Law' },
} as const;

/** Opens a world: its company, people, list and published templates. @param isSole the owner alone decides */
export async function openWorld(api: TestApi, name: WorldName, isSole = false): Promise<World> {
  const { laws, timeZone, country, called } = settings[name];
  const company = await api.addCompany(called, { billingCountryCode: country });
  if (name === 'both') {
    await api.database.asSuperuser(
      `UPDATE assay.companies SET regulated_in = ARRAY['NZL', 'AUS'] WHERE id = $1`,
      [company.id],
    );
  }
  const { owner, staff, auditor } = company;
  const decider = (designation: 'complianceOfficer' | 'seniorManager', called: string) =>
    isSole ? owner : api.addMember(company.id, { designations: [designation], name: called });
  const designations = ['complianceOfficer', 'seniorManager'];
  if (isSole) await changeAccess(api, company, owner, { designations });
  const officer = await decider('complianceOfficer', 'Officer');
  const manager = await decider('seniorManager', 'Manager');
  await sendOwnList(api, owner, ownList);
  await withRequiredLists(api);
  const templateOf = (resourceType: 'clients' | 'activities') =>
    publishedTemplate(api, owner, { name: `Risk of ${resourceType}`, resourceType });
  return {
    name,
    api,
    company,
    as: { owner, staff, auditor, officer, manager },
    laws,
    templates: { clients: await templateOf('clients'), activities: await templateOf('activities') },
    today: () => testDay(timeZone, api.clock.now()),
  };
}

const address = {
  addressLine1: '1 Sample Street',
  state: 'Wellington',
  postcode: '6011',
  countryCode: 'NZL',
};

/** The fields of a person's record that CDD needs. */
export const wholeRecord = {
  individual: { dateOfBirth: '1985-03-12', residenceCountry: 'NZL' },
  relationshipPurpose: 'Buying a house to live in',
  addresses: [address],
};

/** An individual with nothing but a name, or with the whole record. @returns its id */
export async function addIndividual(
  { api, company }: World,
  familyName: string,
  { isDraft }: { isDraft: boolean },
): Promise<string> {
  const { individual, ...more } = isDraft ? { individual: {} } : wholeRecord;
  const body = {
    clientType: 'individual',
    individual: { givenNames: 'Hinemoa', familyName, ...individual },
    ...more,
    confirmations: ['likelyDuplicates'],
  };
  return (await api.request(createClient, { body: body as never }, { as: company.staff })).response.id;
}

/** A company of the register, whose record differs from it by the day of incorporation. @returns its id */
export async function addEntity({ api, company }: World, registeredName: string): Promise<string> {
  const { nzbn, name: legalName } = api.registers.entity(registeredName);
  const body = {
    clientType: 'company',
    business: { legalName, registrationCountry: 'NZL', nzbn, incorporatedOn: '1999-01-01' },
    relationshipPurpose: 'Accounts and advice',
    addresses: [address],
    confirmations: ['likelyDuplicates', 'notTaxFileNumber'],
  };
  return (await api.request(createClient, { body: body as never }, { as: company.staff })).response.id;
}
