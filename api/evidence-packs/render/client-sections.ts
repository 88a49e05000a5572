import { capacityLabels } from '#rules/activity-types.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientStatusLabels,
  clientTypeLabels,
  pepStatusLabels,
  riskLevelLabels,
  sanctionsStatusLabels,
  trustTypeLabels,
} from '#rules/client-types.ts';
import { countryListLabels } from '#rules/risk/country-lists.ts';
import { findingLabels } from '#rules/rule-packs/findings.ts';
import type { ClientDossier, FieldSource } from '../records.ts';
import { facts, type Html, html, list, prose, table } from './html.ts';
import { addressText, country, day, stateText, yesNo } from './words.ts';

type Clock = (instant: string | null) => string;

/** What is recorded of who a client is, field by field, each with the sources that agree. */
function identityRows({ client }: ClientDossier): [string, string, FieldSource['field'] | null][] {
  const { individual, business } = client;
  const rows: [string, string | null, FieldSource['field'] | null][] = individual
    ? [
        ['Given names', individual.givenNames, 'name'],
        ['Middle names', individual.middleNames, 'name'],
        ['Family name', individual.familyName, 'name'],
        ['Other names', individual.otherNames.join(', '), null],
        ['Date of birth', day(individual.dateOfBirth), 'dateOfBirth'],
        ['Citizenships', individual.citizenships.map(country).join(', '), null],
        ['Country of residence', country(individual.residenceCountry), null],
        ['Occupation', individual.occupation, null],
        ['Trades as', individual.tradingNames.join(', '), null],
        ['NZBN', individual.nzbn, null],
        ['ABN', individual.abn, null],
      ]
    : business
      ? [
          ['Legal name', business.legalName, 'name'],
          ['Trades as', business.tradingNames.join(', '), null],
          ['Registered in', country(business.registrationCountry), 'registration'],
          ['NZBN', business.nzbn, 'registration'],
          ['NZ company number', business.nzCompanyNumber, 'registration'],
          ['ABN', business.abn, 'registration'],
          ['ACN', business.acn, 'registration'],
          ['ARBN', business.arbn, 'registration'],
          ['Incorporated', day(business.incorporatedOn), null],
          ['Kind of trust', business.trustType && trustTypeLabels[business.trustType], null],
          ['Class of beneficiaries', business.beneficiaryClassDescription, null],
          ['Nominee shareholders', yesNo(business.hasNomineeShareholders), null],
          ['Bearer shares', yesNo(business.hasBearerShares), null],
        ]
      : [];
  const addresses = client.addresses.map((address): [string, string, FieldSource['field']] => [
    'Address',
    addressText(address),
    'address',
  ]);
  const all = [
    ...rows,
    ...addresses,
    ['Email', client.email, null],
    ['Phone', client.phone, null],
  ] as typeof rows;
  return all.filter((row): row is [string, string, FieldSource['field'] | null] => !!row[1]);
}

/** Who the client is, with the source of each field, and how the client stands. */
export function identitySection(dossier: ClientDossier, clock: Clock): Html {
  const { client, capacity, fieldSources } = dossier;
  const entered = `Recorded by ${client.updatedBy.name}`;
  const sourcesOf = (field: FieldSource['field'] | null) => {
    const agreeing = fieldSources.filter((one) => one.field === field);
    return agreeing.length === 0
      ? entered
      : list(agreeing.map(({ source, at }) => `${source}, ${clock(at)}`));
  };
  return html`${facts([
    ['Kind of client', clientTypeLabels[client.clientType]],
    ['Part in the activity', capacity && capacityLabels[capacity]],
    ['Status', clientStatusLabels[client.status]],
    ['Due diligence', cddStatusLabels[client.cddStatus]],
    ['Level of due diligence', client.cddLevel && cddLevelLabels[client.cddLevel]],
    ['Risk', client.riskLevel && riskLevelLabels[client.riskLevel]],
    ['Political exposure', pepStatusLabels[client.pepStatus]],
    ['Sanctions', sanctionsStatusLabels[client.sanctionsStatus]],
    ['Responsible', client.responsible?.name],
    ['Purpose of the relationship', prose(client.relationshipPurpose)],
    ['Relationship since', day(client.relationshipStartedOn)],
    ['Client since before the law reached the company', client.preCommencement && 'Yes'],
    ['Next review', day(client.nextReviewDueOn)],
    ['Own reference', client.externalId],
    ['On record since', `${clock(client.createdAt)}, by ${client.createdBy.name}`],
    ['Last changed', `${clock(client.updatedAt)}, by ${client.updatedBy.name}`],
  ])}${table(
    'Identity',
    ['Field', 'On record', 'Source'],
    identityRows(dossier).map(([name, value, field]) => [name, value, sourcesOf(field)]),
    'Nothing is recorded of who this client is.',
  )}`;
}

export function partiesSection({ parties }: ClientDossier): Html {
  return table(
    'Who belongs to the client',
    [
      'Name',
      'Kind',
      'Roles',
      'Holds',
      'Born, address or country',
      'Must be verified',
      'Verified',
      'From and until',
    ],
    parties.map((party) => [
      party.name,
      clientTypeLabels[party.clientType],
      [party.roles.join(', '), party.controlBasis, party.authority].filter(Boolean).join('. '),
      party.directPercent === null
        ? ''
        : `${party.directPercent} %${party.joint ? ', jointly' : ''}${party.beneficiallyHeld === false ? ', for somebody else' : ''}`,
      [day(party.dateOfBirth), ...party.addresses.map(addressText), country(party.registrationCountry)]
        .filter(Boolean)
        .join('; '),
      party.mustVerify.join('; ') || 'No',
      yesNo(party.verified),
      `${day(party.validFrom)} to ${party.validTo === null ? 'now' : day(party.validTo)}, recorded by ${party.recordedBy}`,
    ]),
    'Nobody is recorded as belonging to this client.',
  );
}

type Recorded = NonNullable<ClientDossier['diligence']['findings'][number]['recorded']>['content'];

/** What a finding says, field by field, in the words that were typed. */
function findingText(content: Recorded): string {
  return Object.entries(content)
    .filter(([name, value]) => name !== 'subject' && value !== null && value !== '')
    .map(([name, value]) => {
      const text = typeof value === 'boolean' ? yesNo(value) : String(value);
      return `${stateText(name)}: ${/^[a-z]+[A-Za-z]*$/.test(text) ? stateText(text) : text}`;
    })
    .join('. ');
}

/** Which due diligence the law wants of the client and why, what there is of it, and what was decided outside of the rules. */
export function diligenceSection({ diligence }: ClientDossier, clock: Clock): Html {
  const recorded = diligence.findings.flatMap((one) =>
    one.recorded
      ? [
          [
            findingLabels[one.subject],
            findingText(one.recorded.content),
            `${one.recorded.by}, ${clock(one.recorded.at)}`,
          ],
        ]
      : [],
  );
  const { exception } = diligence;
  return html`${facts([
    ['Level that applies', cddLevelLabels[diligence.cddLevel]],
    ['As at', day(diligence.on)],
    [
      'Country lists used',
      diligence.lists.map(({ key, asAt }) => `${countryListLabels[key]}, as at ${day(asAt)}`).join('; '),
    ],
    [
      'Exception',
      exception &&
        html`Until ${day(exception.endsOn)}, granted by ${exception.by}: ${prose(exception.reason)}`,
    ],
  ])}${table(
    'Why this level applies',
    ['Reason', 'Provision', 'From'],
    diligence.reasons.map(({ text, provision, source, rulePackVersion }) => [
      text,
      provision,
      source === 'manual' ? 'A person’s decision' : `Rules of ${rulePackVersion}`,
    ]),
    'No rule asks for more than the standard.',
  )}${table(
    'What the rules ask for',
    ['Requirement', 'Provision', 'There'],
    diligence.items.map(({ text, provision, satisfied }) => [text, provision, satisfied ? 'Yes' : 'Missing']),
    'The rules ask for nothing more.',
  )}${table(
    'Found out or decided by people',
    ['Subject', 'What was recorded', 'By'],
    recorded,
    'Nothing was recorded besides the fields above.',
  )}`;
}
