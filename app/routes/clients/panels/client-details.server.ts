import type { ClientAddress } from '#contract/addresses.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { addressKindLabel } from '#rules/clients/address-kinds.ts';
import { registrationCountryLabel } from '#rules/clients/client-fields.ts';
import { trustTypeLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import {
  abnAcnWarning,
  type ClientIdentifierType,
  checkClientIdentifier,
  clientIdentifierLabels,
  clientIdentifierTypes,
} from '#rules/identifiers/identifiers.ts';
import type { DetailLine, DetailSection } from '../../../components/detail-panel.tsx';
import { phoneText } from '../form/client-versions.server.ts';

type Text = string | null | undefined;

function line(
  label: string,
  text: Text | string[],
  more: Omit<DetailLine, 'label' | 'texts'> = {},
): DetailLine {
  const texts = Array.isArray(text) ? text : text ? [text] : [];
  return { label, texts, ...more };
}

const day = (date: string | null) => date && formatDate(date);

function personLines(client: Client, individual: NonNullable<Client['individual']>): DetailLine[] {
  const names =
    individual.givenNames === null
      ? [line('Single name', individual.familyName)]
      : [
          line('Given names', individual.givenNames),
          line('Middle names', individual.middleNames),
          line('Family name', individual.familyName),
        ];
  const trade =
    client.clientType === 'soleTrader'
      ? [line('Trading names', individual.tradingNames), ...identifierLines(individual)]
      : [];
  return [
    ...names,
    line('Other names', individual.otherNames),
    line('Date of birth', day(individual.dateOfBirth)),
    line('Citizenship', individual.citizenships.map(countryName)),
    line('Country of residence', individual.residenceCountry && countryName(individual.residenceCountry)),
    line('Occupation', individual.occupation),
    ...trade,
  ];
}

/** Formatted identifiers, each with the extent of its check: a valid check digit does not mean that the number exists. */
function identifierLines(part: { [K in ClientIdentifierType]?: string | null }): DetailLine[] {
  return clientIdentifierTypes.flatMap((type) => {
    const value = part[type] ?? null;
    if (value === null) return [];
    const check = checkClientIdentifier(type, value);
    const note = check.ok ? 'format valid' : 'invalid format';
    return [line(clientIdentifierLabels[type], check.ok ? check.display : value, { note })];
  });
}

function businessLines(client: Client, business: NonNullable<Client['business']>): DetailLine[] {
  const lines = [
    line('Legal name', business.legalName),
    line('Trading names', business.tradingNames),
    line(registrationCountryLabel(client.clientType), countryName(business.registrationCountry)),
    ...identifierLines(business),
    line('Date of formation', day(business.incorporatedOn)),
  ];
  if (business.trustType) lines.push(line('Trust type', trustTypeLabels[business.trustType]));
  if (business.beneficiaryClassDescription) {
    lines.push(line('Beneficiaries', business.beneficiaryClassDescription));
  }
  if (business.hasNomineeShareholders) lines.push(line('Nominee shareholders', 'Yes'));
  if (business.hasBearerShares) lines.push(line('Shares in bearer form', 'Yes'));
  return lines;
}

/** Title of an address: "Main address (registered office)". */
function addressTitle({ clientType }: Client, { kind }: ClientAddress, index: number): string {
  const title = index === 0 ? 'Main address' : `Address ${index + 1}`;
  const label = addressKindLabel(clientType, kind);
  return label === null ? title : `${title} (${label.toLowerCase()})`;
}

/** A client's record as sections of formatted lines. */
export function detailSections(client: Client): DetailSection[] {
  const { individual, business } = client;
  const sections: DetailSection[] = [];
  if (individual) sections.push({ heading: 'Personal details', lines: personLines(client, individual) });
  if (business) {
    const warning = business.abn && business.acn ? abnAcnWarning(business.abn, business.acn) : undefined;
    sections.push({
      heading: 'Business',
      lines: businessLines(client, business),
      ...(warning ? { warning } : {}),
    });
  }
  sections.push({
    heading: 'Contact and addresses',
    lines: [
      line('Email', client.email, client.email ? { href: `mailto:${client.email}` } : {}),
      line(
        'Phone',
        client.phone && phoneText(client.phone),
        client.phone ? { href: `tel:${client.phone}` } : {},
      ),
      ...(client.addresses.length === 0 ? [line('Main address', [])] : []),
      ...client.addresses.map((address, index) =>
        line(addressTitle(client, address, index), toAddressLines(address)),
      ),
    ],
  });
  sections.push({
    heading: 'Relationship',
    lines: [
      line('Nature and purpose', client.relationshipPurpose),
      line('Client since', day(client.relationshipStartedOn)),
      ...(client.preCommencement ? [line('Pre-commencement client', 'Yes')] : []),
      line('External ID', client.externalId),
      line('Tags', client.tags.join(', ')),
    ],
  });
  return sections;
}
