import type { CalendarDate } from '#rules/calendar-dates.ts';
import { normaliseName } from '#rules/names.ts';
import type { DocumentFieldName } from '#rules/verification/document-types.ts';
import type { CheckedDocument } from '#rules/verification/documents.ts';
import type { VerificationSourceCode } from '#rules/verification/sources.ts';

/** Who is checked, as recorded. */
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

/** Lines of at most 27 characters, at most four, broken between words as the card does. */
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

function dvsDraft(document: CheckedDocument, person: CheckedPerson): Draft | undefined {
  const { values } = document;
  const names = (most: { given: number; family: number }) => ({
    GivenName: cut(person.givenNames, most.given),
    FamilyName: cut(person.familyName, most.family),
    BirthDate: person.dateOfBirth,
  });
  const short = names({ given: 20, family: 40 });
  const long = names({ given: 49, family: 49 });
  switch (document.type) {
    case 'auPassport':
      return {
        source: 'auPassport',
        path: 'passport',
        needs: ['number', 'gender'],
        body: { ...long, PassportNumber: values.number, Gender: values.gender },
      };
    case 'auDriverLicence':
      return {
        source: 'auDriverLicence',
        path: 'driverLicence',
        needs: ['number', 'cardNumber', 'state'],
        body: {
          ...short,
          MiddleName: person.middleNames ? cut(person.middleNames, 20) : undefined,
          LicenceNumber: values.number,
          CardNumber: values.cardNumber,
          StateOfIssue: values.state,
        },
      };
    case 'medicare': {
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
    case 'birthCertificate':
      return {
        source: 'auBirth',
        path: 'birthCertificate',
        needs: ['number', 'state'],
        body: {
          ...long,
          RegistrationNumber: values.number,
          RegistrationState: values.state,
          RegistrationYear: values.registrationYear,
          CertificateNumber: values.certificateNumber,
        },
      };
    case 'citizenshipCertificate':
      return {
        source: 'auCitizenship',
        path: 'citizenCertificate',
        needs: ['number'],
        body: { ...long, StockNumber: values.number, AcquisitionDate: values.acquiredOn },
      };
    case 'immiCard':
      return {
        source: 'auImmiCard',
        path: 'immiCard',
        needs: ['number'],
        body: { ...long, ImmiCardNumber: values.number },
      };
    case 'foreignPassport':
      return {
        source: 'auVisa',
        path: 'visa',
        needs: ['number', 'issuer'],
        body: { ...long, PassportNumber: values.number, CountryOfIssue: values.issuer },
      };
    case 'nameChange':
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
    default:
      return undefined;
  }
}

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
 * What to send for a document, to the register that issued it. `missing`: fields that this register needs and the document lacks;
 * `noIssuer`: nobody answers for documents of this kind. Source: protocols 5.1, 5.2.
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
    ? dvsDraft(document, person)
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
