import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { CheckedDocument } from '#rules/identity-verification/documents/documents.ts';
import type { DocumentFieldName } from '#rules/identity-verification/documents/identity-document-types.ts';
import type { VerificationSourceCode } from '#rules/identity-verification/sources.ts';
import { normaliseName } from '#rules/name-matching/name-normalisation.ts';

/** The person to check, as recorded. */
export type CheckedPerson = {
  givenNames: string;
  middleNames?: string | null;
  familyName: string;
  dateOfBirth: CalendarDate;
};

export type DocumentRequest = {
  source: VerificationSourceCode;
  kind: 'dvs' | 'nz';
  path: string;
  body: Record<string, string>;
};

type Draft = {
  source: VerificationSourceCode;
  path: string;
  needs: readonly DocumentFieldName[];
  body: Record<string, string | undefined>;
};

function cut(name: string, most: number): string {
  return [...normaliseName(name)].slice(0, most).join('').trimEnd();
}

/** Lines of at most 27 characters, at most four, broken between words as on the card. */
function cardLines(name: string): Record<string, string> {
  const lines: string[] = [];
  for (const word of normaliseName(name).toUpperCase().split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 27)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, 27));
  }
  return Object.fromEntries(lines.slice(0, 4).map((line, i) => [`FullName${i + 1}`, line]));
}

type ToDraft = (document: CheckedDocument, person: CheckedPerson) => Draft;

const toDvsNames = (person: CheckedPerson, most: { given: number; family: number }) => ({
  GivenName: cut(person.givenNames, most.given),
  FamilyName: cut(person.familyName, most.family),
  BirthDate: person.dateOfBirth,
});
const toLongNames = (person: CheckedPerson) => toDvsNames(person, { given: 49, family: 49 });

function toMedicareDraft({ values }: CheckedDocument, person: CheckedPerson): Draft {
  const isGreen = values.cardColour === 'green';
  return {
    source: 'auMedicare',
    path: 'medicareCard',
    needs: ['number', 'person', 'cardColour', 'nameOnCard', isGreen ? 'expiresMonth' : 'expiresOn'],
    body: {
      CardNumber: values.number,
      IndividualReferenceNumber: values.person,
      CardType: values.cardColour?.charAt(0).toUpperCase(),
      CardExpiry: isGreen ? values.expiresMonth : values.expiresOn,
      ...cardLines(values.nameOnCard ?? ''),
      BirthDate: person.dateOfBirth,
    },
  };
}

function toNameChangeDraft({ values }: CheckedDocument, person: CheckedPerson): Draft {
  return {
    source: 'auNameChange',
    path: 'nameChange',
    needs: ['number', 'previousFamilyName'],
    body: {
      GivenName: cut(values.previousGivenNames ?? person.givenNames, 49),
      FamilyName: cut(values.previousFamilyName ?? '', 49),
      BirthDate: person.dateOfBirth,
      GivenName2: cut(person.givenNames, 49),
      FamilyName2: cut(person.familyName, 49),
      RegistrationNumber: values.number,
      RegistrationDate: values.registrationDate,
      CertificateNumber: values.certificateNumber,
    },
  };
}

/** Payload for Australia's Document Verification Service, by type of document; it checks no other types. */
const dvsDrafts: Partial<Record<CheckedDocument['type'], ToDraft>> = {
  auPassport: ({ values }, person) => ({
    source: 'auPassport',
    path: 'passport',
    needs: ['number', 'gender'],
    body: { ...toLongNames(person), PassportNumber: values.number, Gender: values.gender },
  }),
  auDriverLicence: ({ values }, person) => ({
    source: 'auDriverLicence',
    path: 'driverLicence',
    needs: ['number', 'cardNumber', 'state'],
    body: {
      ...toDvsNames(person, { given: 20, family: 40 }),
      MiddleName: person.middleNames ? cut(person.middleNames, 20) : undefined,
      LicenceNumber: values.number,
      CardNumber: values.cardNumber,
      StateOfIssue: values.state,
    },
  }),
  medicare: toMedicareDraft,
  birthCertificate: ({ values }, person) => ({
    source: 'auBirth',
    path: 'birthCertificate',
    needs: ['number', 'state'],
    body: {
      ...toLongNames(person),
      RegistrationNumber: values.number,
      RegistrationState: values.state,
      RegistrationYear: values.registrationYear,
      CertificateNumber: values.certificateNumber,
    },
  }),
  citizenshipCertificate: ({ values }, person) => ({
    source: 'auCitizenship',
    path: 'citizenCertificate',
    needs: ['number'],
    body: { ...toLongNames(person), StockNumber: values.number, AcquisitionDate: values.acquiredOn },
  }),
  immiCard: ({ values }, person) => ({
    source: 'auImmiCard',
    path: 'immiCard',
    needs: ['number'],
    body: { ...toLongNames(person), ImmiCardNumber: values.number },
  }),
  foreignPassport: ({ values }, person) => ({
    source: 'auVisa',
    path: 'visa',
    needs: ['number', 'issuer'],
    body: { ...toLongNames(person), PassportNumber: values.number, CountryOfIssue: values.issuer },
  }),
  nameChange: toNameChangeDraft,
};

function nzDraft(document: CheckedDocument, person: CheckedPerson): Draft | undefined {
  const { values } = document;
  const slashed = (date: CalendarDate | undefined) => date?.replaceAll('-', '/');
  const named = {
    GivenName: cut(person.givenNames, 50),
    FamilyName: cut(person.familyName, 49),
    DateOfBirth: slashed(person.dateOfBirth),
  };
  switch (document.type) {
    case 'nzPassport':
      return {
        source: 'nzDiaPassport',
        path: 'dia/passportValidation',
        needs: ['number', 'expiresOn'],
        body: {
          ...named,
          TravelDocumentNumber: values.number,
          TravelDocumentExpiryDate: slashed(values.expiresOn),
        },
      };
    case 'nzDriverLicence':
      return {
        source: 'nzDriverLicence',
        path: 'nzta/driverLicenceValidation',
        needs: ['number', 'version'],
        body: { ...named, LicenceNumber: values.number, LicenceVersion: values.version },
      };
    case 'birthCertificate':
      return {
        source: 'nzDiaBirth',
        path: 'dia/birthValidation',
        needs: [],
        body: { ...named, RegistrationNumber: values.number },
      };
    case 'citizenshipCertificate':
      return {
        source: 'nzDiaCitizenship',
        path: 'dia/citizenshipValidation',
        needs: [],
        body: { ...named, CertificateNumber: values.number },
      };
    default:
      return undefined;
  }
}

/**
 * Request to the register that issued a document. `missing`: fields that the register needs and the document lacks;
 * `noIssuer`: documents of this kind cannot be checked.
 */
export function documentRequest(
  document: CheckedDocument,
  person: CheckedPerson,
):
  | { ok: true; request: DocumentRequest }
  | { ok: false; reason: 'noIssuer' }
  | { ok: false; reason: 'missing'; missing: DocumentFieldName[] } {
  const isDvs = document.issuer === 'AUS' || document.type === 'foreignPassport';
  const draft = isDvs
    ? dvsDrafts[document.type]?.(document, person)
    : document.issuer === 'NZL'
      ? nzDraft(document, person)
      : undefined;
  if (draft === undefined) return { ok: false, reason: 'noIssuer' };
  const missing = draft.needs.filter((field) => document.values[field] === undefined);
  if (missing.length > 0) return { ok: false, reason: 'missing', missing };
  const body = Object.fromEntries(
    Object.entries(draft.body).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  return {
    ok: true,
    request: {
      source: draft.source,
      kind: isDvs ? 'dvs' : 'nz',
      path: `${isDvs ? '/dvs/v1/' : '/infolog/'}${draft.path}`,
      body,
    },
  };
}
