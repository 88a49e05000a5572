import { capacityLabels } from '#rules/activity-types.ts';
import { findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import { addressKindLabel } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientTypeLabels,
  formatClientStatus,
  type PepStatus,
  pepStatusLabels,
  riskLevelLabels,
} from '#rules/clients/client-types.ts';
import { getClientFieldLabel } from '#rules/clients/fields-by-type.ts';
import { countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { type FindingField, findingField } from '#rules/evidence-pack/finding-fields.ts';
import { formatMoney } from '#rules/format/money.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { type ApprovedExposure, toVisiblePepStatus } from '#rules/pep.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { entriesByPlace, type RecordFields } from '#rules/records/fields.ts';
import { formatSanctionsStatus } from '#rules/required-lists.ts';
import type { ClientPackRecords, FieldSource } from '../contents/records.ts';
import { addressWithSource, country, day, formatEnumValue, yesNoOrUnknown } from './formatters.ts';
import { facts, type Html, html, list, prose, table } from './html.ts';

type Clock = (instant: string | null) => string;

/** Fields that a source can confirm. */
const confirmedBy: Readonly<Partial<Record<string, FieldSource['field']>>> = {
  givenNames: 'name',
  middleNames: 'name',
  familyName: 'name',
  dateOfBirth: 'dateOfBirth',
  legalName: 'name',
  registrationCountry: 'registration',
  nzbn: 'registration',
  nzCompanyNumber: 'registration',
  abn: 'registration',
  acn: 'registration',
  arbn: 'registration',
};

type IdentityRow = [label: string, text: string, confirmedBy: FieldSource['field'] | null];

/** Fields of a client's part, each with what confirms it. A number of a person is confirmed by no register. */
export const partRows = (fields: RecordFields, client: ClientPackRecords['client']): IdentityRow[] =>
  entriesByPlace(fields, client).part.map((entry) => [
    getClientFieldLabel(entry.name, entry.field, client.clientType),
    entry.field.kind === 'identifier' ? String(entry.value ?? '') : fieldTexts(entry, day).join(', '),
    client.kind === 'individual' && entry.field.kind === 'identifier'
      ? null
      : (confirmedBy[entry.name] ?? null),
  ]);

/** Identity of a client, each field with what confirms it. */
function identityRows({ client }: ClientPackRecords): IdentityRow[] {
  const addresses = client.addresses.map(
    (address): IdentityRow => [
      ['Address', addressKindLabel(client.clientType, address.kind)?.toLowerCase()]
        .filter(Boolean)
        .join(': '),
      addressWithSource(address),
      'address',
    ],
  );
  const all: IdentityRow[] = [
    ...partRows(clientFields, client),
    ...addresses,
    [clientFields.email.label, client.email ?? '', null],
    [clientFields.phone.label, client.phone ?? '', null],
  ];
  return all.filter(([, text]) => text !== '');
}

/** The client's identity with the source of each field, and its status. */
export function identitySection(dossier: ClientPackRecords, clock: Clock): Html {
  const { client, capacity, fieldSources } = dossier;
  const entered = `Recorded by ${client.updatedBy.name}`;
  const getSources = (field: FieldSource['field'] | null) => {
    const agreeing = fieldSources.filter((fieldSource) => fieldSource.field === field);
    return agreeing.length === 0
      ? entered
      : list(agreeing.map(({ source, at }) => `${source}, ${clock(at)}`));
  };
  return html`${facts([
    [clientFields.clientType.label, clientTypeLabels[client.clientType]],
    ['Capacity', capacity && capacityLabels[capacity]],
    ['Status', formatClientStatus(client)],
    ['CDD status', cddStatusLabels[client.cddStatus]],
    ['CDD level', client.cddLevel && cddLevelLabels[client.cddLevel]],
    ['Risk', client.riskLevel && riskLevelLabels[client.riskLevel]],
    ['Political exposure', toVisiblePepStatus(client.clientType, client.pepStatus)],
    ['Sanctions', formatSanctionsStatus(client.sanctionsStatus, client.screeningGaps)],
    [clientFields.responsible.label, client.responsible?.name],
    [clientFields.relationshipPurpose.label, prose(client.relationshipPurpose)],
    [clientFields.relationshipStartedOn.label, day(client.relationshipStartedOn)],
    [clientFields.preCommencement.label, client.preCommencement && 'Yes'],
    ['Next review', day(client.nextReviewDueOn)],
    [clientFields.externalId.label, client.externalId],
    ['Created', `${clock(client.createdAt)}, by ${client.createdBy.name}`],
    ['Last updated', `${clock(client.updatedAt)}, by ${client.updatedBy.name}`],
  ])}${table(
    'Identity',
    ['Field', 'On record', 'Source'],
    identityRows(dossier).map(([name, value, field]) => [name, value, getSources(field)]),
    'No identity details recorded',
  )}`;
}

export function partiesSection({ parties }: ClientPackRecords): Html {
  return table(
    'Related parties',
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
        : `${party.directPercent} %${party.joint ? ', jointly' : ''}${party.beneficiallyHeld === false ? ', for someone else' : ''}`,
      [day(party.dateOfBirth), ...party.addresses.map(addressWithSource), country(party.registrationCountry)]
        .filter(Boolean)
        .join('; '),
      party.mustVerify.join('; ') || 'No',
      yesNoOrUnknown(party.verified),
      `${day(party.validFrom)} to ${party.validTo === null ? 'now' : day(party.validTo)}, recorded by ${party.recordedBy}`,
    ]),
    'No related parties',
  );
}

type Finding = ClientPackRecords['diligence']['findings'][number];
type Recorded = NonNullable<Finding['recorded']>['content'];

const pepStatusLabel = (status: PepStatus): string => pepStatusLabels[status];

/** A value as its field holds it; null for what needs no line. */
const formatters: Record<FindingField, (value: unknown, currency: string) => string | null> = {
  text: String,
  count: String,
  document: String,
  choice: (key) => formatEnumValue(String(key)),
  pepStatus: (status) => pepStatusLabel(status as PepStatus),
  country: (code) => country(String(code)),
  day: (date) => day(String(date)),
  money: (amount, currency) => formatMoney(Number(amount), currency),
  yesNo: (value) => yesNoOrUnknown(value as boolean),
  absent: (value) => (value ? yesNo(true) : null),
  exposures: (exposures) =>
    (exposures as ApprovedExposure[]).map(({ pepStatus }) => pepStatusLabel(pepStatus)).join(', ') || null,
};

/** Labels of fields that are more than their name. */
const fieldLabels: Partial<Record<string, string>> = {
  pepStatus: 'PEP status',
  pepOf: 'PEP they are close to',
};

/** A finding's fields as entered. */
function formatFinding(subject: Finding['subject'], content: Recorded): string {
  const currency = 'currency' in content ? content.currency : '';
  return Object.entries(content)
    .filter(([name, value]) => name !== 'subject' && value !== null && value !== '')
    .map(([name, value]) => [name, formatters[findingField(subject, name)](value, currency)] as const)
    .filter(([, text]) => text !== null)
    .map(([name, text]) => `${fieldLabels[name] ?? formatEnumValue(name)}: ${text}`)
    .join('. ');
}

/** CDD required by law with reasons, the evidence, and decisions outside the rules. */
export function diligenceSection({ diligence }: ClientPackRecords, clock: Clock): Html {
  const recorded = diligence.findings.flatMap((finding) =>
    finding.recorded
      ? [
          [
            findingLabels[finding.subject],
            formatFinding(finding.subject, finding.recorded.content),
            `${finding.recorded.by}, ${clock(finding.recorded.at)}`,
          ],
        ]
      : [],
  );
  const { exception, decision } = diligence;
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
    ['CDD approved', decision && `${clock(decision.at)}, by ${decision.by}`],
    ['Approval note', decision?.note && prose(decision.note)],
    ['Maker-checker', decision?.decidedByOne && decidedByOneLabel],
  ])}${table(
    'Why this level applies',
    ['Reason', 'Provision', 'From'],
    diligence.reasons.map(({ text, provision, source, rulePackVersion }) => [
      text,
      provision,
      source === 'manual' ? 'A person’s decision' : `Rules of ${rulePackVersion}`,
    ]),
    'Standard CDD applies',
  )}${table(
    'Requirements',
    ['Requirement', 'Provision', 'Met'],
    diligence.items.map(({ text, provision, satisfied }) => [
      text,
      provision,
      satisfied ? 'Yes' : 'Outstanding',
    ]),
    'No further requirements.',
  )}${table(
    'Findings and decisions',
    ['Subject', 'Recorded value', 'By'],
    recorded,
    'No further findings recorded.',
  )}`;
}
