import type { CddLevel, ClientType } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { nzCodeOn } from '#rules/identity-verification/nz-code.ts';
import { type FundsKind, fundsKinds } from '#rules/source-of-funds/funds-lines.ts';
import { sourceRequests } from '#rules/source-of-funds/source-requests.ts';
import type { DetailField, RequestedItem } from './items.ts';

/** Country under whose law the request is made. */
export type CatalogueCountry = 'NZL' | 'AUS';

/** Catalogue item. */
export interface CatalogueItem extends RequestedItem {
  /** Permanent key: forms refer to items by it. */
  key: string;
  /** Reason for the request, for staff: the provision behind it. */
  why: string;
  /** Whether it is preselected for this type of client. */
  isSuggested: boolean;
}

type Entry = Omit<CatalogueItem, 'isSuggested' | 'why' | 'required'> & {
  /** Provision; a function of the request date if it changes on a date. */
  why: Record<CatalogueCountry, string | ((on: CalendarDate) => string)>;
  required?: boolean;
  /** Client types for which it is suggested, and further ones for which it is available; `all`: every type. */
  suggestedFor: readonly ClientType[];
  offeredTo: readonly ClientType[] | 'all';
  /** Countries whose law requires it only at the enhanced level, where alone it is suggested. */
  enhancedIn?: readonly CatalogueCountry[];
};

const people = ['individual', 'soleTrader'] as const;
const companies = ['company', 'overseasCompany', 'listedIssuer'] as const;
const trusts = ['trust', 'smsf', 'charity', 'estate'] as const;
const partnerships = ['partnership', 'limitedPartnership'] as const;
const groups = ['joint', 'society', 'charity', 'government', 'other'] as const;

function document(
  key: string,
  label: string,
  documentType: RequestedItem['documentType'],
  rest: Pick<Entry, 'why' | 'suggestedFor' | 'offeredTo' | 'required' | 'enhancedIn'>,
): Entry {
  return { key, label, kind: 'document', documentType, detailFields: [], ...rest };
}

function details(
  key: string,
  label: string,
  fields: DetailField[],
  rest: Pick<Entry, 'why' | 'suggestedFor' | 'offeredTo'>,
): Entry {
  return { key, label, kind: 'details', documentType: null, detailFields: fields, ...rest };
}

const identity = {
  NZL: (on: CalendarDate) =>
    `Identity from a reliable and independent source: NZ s16, Identity Verification Code of Practice ${nzCodeOn(on).year}`,
  AUS: 'Identity on reasonable grounds: AU s28',
};
const enhanced = {
  NZL: 'Source of wealth or of funds where enhanced due diligence applies: NZ s23',
  AUS: 'Source of wealth and of funds where enhanced due diligence applies: AU s32',
};
const structure = {
  NZL: 'Who owns and controls the client: NZ s11, s15',
  AUS: 'Who owns and controls the client: AU s28',
};
const acting = {
  NZL: 'Authority of the person acting for the client: NZ s11, s15',
  AUS: 'Authority of the person acting for the client: AU s28',
};

/**
 * Catalogue of request items, with the provisions of the Anti-Money Laundering and Countering Financing of Terrorism Act 2009
 * (NZ) and the Anti-Money Laundering and Counter-Terrorism Financing Act 2006 (AU, as in force from 2026). In the order in which
 * a person would collect them.
 */
const entries: readonly Entry[] = [
  details('personalDetails', 'Your details', ['name', 'dateOfBirth', 'address'], {
    why: {
      NZL: 'Name, date of birth and address: NZ s15',
      AUS: 'Name: AU s28. Date of birth and address: your policies',
    },
    suggestedFor: people,
    offeredTo: 'all',
  }),
  document('passport', 'Passport, the page with your photo', 'passport', {
    why: identity,
    suggestedFor: people,
    offeredTo: 'all',
  }),
  document('driverLicence', 'Driver licence, front and back', 'driverLicence', {
    why: identity,
    suggestedFor: [],
    offeredTo: 'all',
  }),
  details('passportDetails', 'Passport number', ['documentNumber', 'documentExpiry'], {
    why: identity,
    suggestedFor: [],
    offeredTo: people,
  }),
  document('birthCertificate', 'Birth certificate', 'birthCertificate', {
    why: identity,
    suggestedFor: [],
    offeredTo: people,
  }),
  document('proofOfAddress', 'Proof of address from the last three months', 'proofOfAddress', {
    why: {
      NZL: 'Address, verified at enhanced due diligence according to the level of risk: NZ s24(1)(b)',
      AUS: 'Address: your policies; AU s28 and the Rules list none for individuals',
    },
    suggestedFor: [...people, 'trust'],
    offeredTo: 'all',
    enhancedIn: ['NZL'],
  }),
  document('registryExtract', 'Extract from the companies register', 'registryExtract', {
    why: structure,
    suggestedFor: ['overseasCompany'],
    offeredTo: [...companies, ...partnerships, 'society', 'charity', 'other'],
  }),
  document('constitution', 'Constitution or rules', 'constitution', {
    why: structure,
    suggestedFor: ['society', 'charity'],
    offeredTo: [...companies, 'society', 'charity', 'other', 'smsf'],
  }),
  // Made by the business itself: it shows what to trace, and proves nothing.
  document('ownershipChart', 'Ownership chart or share register', 'other', {
    why: structure,
    suggestedFor: ['company', 'overseasCompany', 'limitedPartnership'],
    offeredTo: [...companies, ...partnerships, 'other'],
  }),
  document('trustDeed', 'Trust deed and any variations', 'trustDeed', {
    why: {
      NZL: 'Beneficiaries, settlor and protector: NZ s23, enhanced due diligence of trusts s22(1)(a)(i)',
      AUS: 'Trustees and beneficiaries: AU s28',
    },
    suggestedFor: ['trust', 'smsf'],
    offeredTo: trusts,
  }),
  document('probate', 'Grant of probate or letters of administration', 'authority', {
    why: acting,
    suggestedFor: ['estate'],
    offeredTo: ['estate'],
  }),
  document('partnershipAgreement', 'Partnership agreement', 'partnershipAgreement', {
    why: structure,
    suggestedFor: partnerships,
    offeredTo: partnerships,
  }),
  document('authority', 'Authority to act, such as a resolution or power of attorney', 'authority', {
    why: acting,
    suggestedFor: [...groups],
    offeredTo: 'all',
  }),
  document('sourceOfFunds', 'Evidence of source of funds', 'sourceOfFunds', {
    why: enhanced,
    suggestedFor: [],
    offeredTo: 'all',
  }),
  document('sourceOfWealth', 'Evidence of source of wealth', 'sourceOfWealth', {
    why: enhanced,
    suggestedFor: ['trust'],
    offeredTo: 'all',
  }),
  document('bankStatement', 'Bank statement from the last three months', 'bankStatement', {
    why: enhanced,
    suggestedFor: [],
    offeredTo: 'all',
    required: false,
  }),
];

/**
 * Items available for a client under a country's law on a day, with the suggested ones marked. In New Zealand, proof of address
 * is suggested only at the enhanced level: s 24(1)(b), from 27 November 2025. `sources`: kinds of source of wealth or funds to be
 * evidenced.
 */
export function catalogueFor(
  { clientType, cddLevel }: { clientType: ClientType; cddLevel: CddLevel | null },
  country: CatalogueCountry,
  on: CalendarDate,
  sources: readonly FundsKind[] = [],
): CatalogueItem[] {
  return [...generalItems({ clientType, cddLevel }, country, on), ...sourceItems(country, sources)];
}

/** Evidence of each kind of source of wealth or funds. */
function sourceItems(country: CatalogueCountry, sources: readonly FundsKind[]): CatalogueItem[] {
  return fundsKinds
    .filter((kind) => sources.includes(kind))
    .map((kind) => ({
      ...sourceRequests[kind],
      kind: 'document',
      detailFields: [],
      required: true,
      why: enhanced[country],
      isSuggested: true,
    }));
}

function generalItems(
  { clientType, cddLevel }: { clientType: ClientType; cddLevel: CddLevel | null },
  country: CatalogueCountry,
  on: CalendarDate,
): CatalogueItem[] {
  return entries
    .filter(
      ({ suggestedFor, offeredTo }) =>
        offeredTo === 'all' || offeredTo.includes(clientType) || suggestedFor.includes(clientType),
    )
    .map(({ suggestedFor, offeredTo: _, enhancedIn = [], why, required = true, ...item }) => {
      const provision = why[country];
      return {
        ...item,
        required,
        why: typeof provision === 'string' ? provision : provision(on),
        isSuggested:
          suggestedFor.includes(clientType) && (!enhancedIn.includes(country) || cddLevel === 'enhanced'),
      };
    });
}
