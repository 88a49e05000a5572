import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Client } from '#contract/clients/client-record.ts';
import type { documentInput } from '#contract/individual-verifications/verification-inputs.ts';
import { isCountry } from '#rules/countries.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import {
  type CheckedDocument,
  checkDocument,
  formatDocumentFingerprint,
  maskNumber,
} from '#rules/identity-verification/documents/documents.ts';
import type {
  DocumentFieldName,
  IdentityDocumentType,
} from '#rules/identity-verification/documents/identity-document-types.ts';
import { identityDocumentTypes } from '#rules/identity-verification/documents/identity-document-types.ts';
import type { CheckOutcome, MatchedPart } from '#rules/identity-verification/evidence.ts';
import { compareDocument, type DocumentComparison } from '#rules/identity-verification/mrz/comparison.ts';
import { type MachineReadableZone, readMrz } from '#rules/identity-verification/mrz/mrz.ts';
import { refereeTypes } from '#rules/identity-verification/referees.ts';
import type {
  VerificationChecksTable,
  VerificationDocumentsTable,
} from '../../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../../kernel/http/api-error.ts';
import { fingerprint, type SealedPlace, type SealingKey, seal, unseal } from './encryption.ts';
import type { DocumentRow } from './store.ts';

export type DocumentInput = z.output<typeof documentInput>;

/** Compares a document's MRZ with the recorded person. */
export function compareWithRecord(zone: MachineReadableZone, { individual }: Client): DocumentComparison {
  return compareDocument(zone, {
    givenNames: individual?.givenNames ?? '',
    middleNames: individual?.middleNames ?? null,
    familyName: individual?.familyName ?? '',
    otherNames: individual?.otherNames ?? [],
    dateOfBirth: individual?.dateOfBirth ?? null,
  });
}

/** The type and the fields that a document's lines fill in. */
export function suggestedBy(zone: MachineReadableZone): {
  type: IdentityDocumentType;
  fields: Partial<Record<DocumentFieldName, string>>;
} {
  const isPassport = zone.documentCode.startsWith('P');
  const type: IdentityDocumentType = !isPassport
    ? 'nationalIdentityCard'
    : zone.issuer === 'NZL'
      ? 'nzPassport'
      : zone.issuer === 'AUS'
        ? 'auPassport'
        : 'foreignPassport';
  const has = (name: DocumentFieldName) =>
    identityDocumentTypes[type].fields.some((field) => field.name === name);
  return {
    type,
    fields: {
      number: zone.documentNumber,
      ...(zone.expiresOn !== null && has('expiresOn') ? { expiresOn: zone.expiresOn } : {}),
      ...(has('issuer') && isCountry(zone.issuer) ? { issuer: zone.issuer } : {}),
      ...(has('gender') ? { gender: zone.sex } : {}),
    },
  };
}

/** Possible dates of birth for an MRZ; several if the century is ambiguous. */
export function birthCandidates({ birthDate }: MachineReadableZone): CalendarDate[] {
  if (birthDate.kind === 'known') return [birthDate.date];
  return birthDate.kind === 'ambiguous' ? [...birthDate.candidates] : [];
}

/** Parses the MRZ of a document; a field error if a check digit is wrong or it names another document. */
function readZone(input: DocumentInput, on: CalendarDate): MachineReadableZone | null {
  const lines = input.machineReadableLines?.trim() ?? '';
  if (lines === '') return null;
  const at = 'machineReadableLines';
  if (!identityDocumentTypes[input.type].hasMachineReadableZone)
    throw invalid('A document of this type has no MRZ. Leave this blank.', at);
  const read = readMrz(lines, on);
  if (!read.ok) throw apiError('request.invalid', { fields: { [at]: read.problems } });
  const typed = input.fields.number?.replace(/[\s-]/g, '').toUpperCase();
  if (typed && typed !== read.zone.documentNumber)
    throw invalid(
      'These lines have another document number than the one above. Check both against the document.',
      at,
    );
  const isOwnPassport = { nzPassport: 'NZL', auPassport: 'AUS' } as const;
  const issuer = isOwnPassport[input.type as keyof typeof isOwnPassport] ?? input.fields.issuer;
  if (issuer && isCountry(read.zone.issuer) && issuer !== read.zone.issuer)
    throw invalid('The MRZ is of another country’s document. Select its type above.', at);
  return read.zone;
}

function checkDays({ certified, sighted }: DocumentInput, on: CalendarDate): void {
  if (sighted?.metOn !== undefined && sighted.metOn > on)
    throw invalid('Enter a date in the past', 'sighted.metOn');
  if (certified !== undefined && certified.certifiedOn > on)
    throw invalid('Enter a date in the past', 'certified.certifiedOn');
}

/** An acceptable document, with the checks of its MRZ and of the member who sighted it. */
export interface PreparedDocument {
  document: CheckedDocument;
  zone: MachineReadableZone | null;
  comparison: DocumentComparison | null;
}

/**
 * Validates a document as entered, with blank fields filled from its MRZ.
 * @throws `request.invalid` at `fields.number`, `machineReadableLines`, `certified.certifiedOn` or `sighted.metOn`
 */
export function prepareDocument(
  input: DocumentInput,
  { client, on }: { client: Client; on: CalendarDate },
): PreparedDocument {
  const zone = readZone(input, on);
  checkDays(input, on);
  const fields = { ...input.fields };
  if (zone !== null) {
    for (const [name, value] of Object.entries(suggestedBy(zone).fields)) {
      const field = name as DocumentFieldName;
      if (!fields[field]?.trim()) fields[field] = value;
    }
  }
  const checked = checkDocument(input.type, fields, on);
  if (!checked.ok) {
    const fields: Record<string, string[]> = {};
    for (const { field, message } of checked.problems) {
      const name = `fields.${field}`;
      fields[name] = [...(fields[name] ?? []), message];
    }
    throw apiError('request.invalid', { fields });
  }
  const comparison = zone && compareWithRecord(zone, client);
  if (comparison && zone && input.bornOn !== undefined && !birthCandidates(zone).includes(input.bornOn)) {
    throw invalid('The lines allow no such day of birth.', 'bornOn');
  }
  return { document: checked.document, zone, comparison };
}

/** Prefixes error fields with `document`, where this form has them. */
export async function belowDocument<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = error as { code?: string; details?: { fields?: Record<string, string[]> } };
    if (problem.code !== 'request.invalid' || problem.details?.fields === undefined) throw error;
    const fields = Object.entries(problem.details.fields).map(
      ([name, messages]) => [name === '' ? '' : `document.${name}`, messages] as const,
    );
    throw apiError('request.invalid', { fields: Object.fromEntries(fields) });
  }
}

interface Place {
  companyId: string;
  verificationId: string;
  clientId: string;
  round: number;
  at: Date;
  by: string;
}

/** Where a document's full number is sealed. */
export const sealPlace = (companyId: string, id: string): SealedPlace => ({
  companyId,
  place: `${companyId} verification_documents ${id}`,
});

/** Row of a prepared document: masked, fingerprinted, and encrypted while a check may need it. */
export async function documentRow(
  trx: Trx,
  key: SealingKey,
  { companyId, verificationId, clientId, round, at, by }: Place,
  { document, zone, comparison }: PreparedDocument,
  { sighted, certified }: DocumentInput,
): Promise<Insertable<VerificationDocumentsTable> & { id: string }> {
  const id = uuidv7({ msecs: at.getTime() });
  const { number, version, cardNumber, state, issuedOn } = document.values;
  const identity = formatDocumentFingerprint(document);
  const second = version ?? cardNumber;
  return {
    company_id: companyId,
    id,
    verification_id: verificationId,
    client_id: clientId,
    round,
    type: document.type,
    issuer: document.issuer,
    number_masked: number === undefined ? null : maskNumber(number),
    number_hmac: identity === null ? null : fingerprint(key, companyId, identity),
    version_masked: second === undefined ? null : maskNumber(second),
    state: state ?? null,
    expires_on: document.expiresOn,
    issued_on: issuedOn ?? null,
    assurance: document.assurance,
    warnings: JSON.stringify(document.warnings),
    missing_for_issuer: document.missingForIssuer,
    zone:
      comparison && zone
        ? JSON.stringify({
            name: comparison.name,
            dateOfBirth: comparison.dateOfBirth,
            notes: comparison.notes,
            checkedDigits: zone.checks.length,
          })
        : null,
    sighted: sighted ? JSON.stringify(sighted) : null,
    certified: certified ? JSON.stringify(certified) : null,
    sealed: await seal(trx, key, sealPlace(companyId, id), document),
    added_at: at.toISOString(),
    added_by: by,
  };
}

/** The document as entered, for querying its issuer; undefined once deleted. */
export async function openDocument(
  trx: Trx,
  key: SealingKey,
  row: DocumentRow,
): Promise<CheckedDocument | undefined> {
  return row.sealed === null
    ? undefined
    : unseal<CheckedDocument>(trx, key, sealPlace(row.company_id, row.id), row.sealed);
}

type NewCheck = Pick<
  Insertable<VerificationChecksTable>,
  'type' | 'outcome' | 'matched' | 'unmatched' | 'detail'
>;

function zoneCheck({ name, dateOfBirth, notes }: DocumentComparison): NewCheck {
  const differs = name === 'differs' || dateOfBirth === 'differs';
  const agrees = name === 'match' && dateOfBirth === 'match';
  const outcome: CheckOutcome = differs ? 'no_match' : agrees ? 'match' : 'exception';
  const parts = (wanted: 'match' | 'differs'): MatchedPart[] => [
    ...(name === wanted ? (['name'] as const) : []),
    ...(dateOfBirth === wanted ? (['dob'] as const) : []),
  ];
  return {
    type: 'machineReadableZone',
    outcome,
    matched: parts('match'),
    unmatched: parts('differs'),
    detail: notes.length === 0 ? 'Every check digit agrees.' : notes.join(' '),
  };
}

/**
 * A member's comparison of the original or a certified copy with the record and the person. Only what was compared matches; a document
 * without a comparison counts neither for nor against.
 */
function sightedCheck({ type, sighted, certified }: DocumentInput): NewCheck | null {
  if (sighted === undefined || (!sighted.originalSighted && certified === undefined)) return null;
  const { originalSighted, showsName: name, showsDateOfBirth: birth, likenessConfirmed } = sighted;
  const isFaceCompared = originalSighted && likenessConfirmed && identityDocumentTypes[type].hasPhoto;
  const isDifferent = name === false || birth === false;
  if (!isDifferent && name === null) return null;
  return {
    type: 'sighted',
    outcome: isDifferent ? 'no_match' : 'match',
    matched: [
      ...(name ? (['name'] as const) : []),
      ...(birth ? (['dob'] as const) : []),
      ...(isFaceCompared ? (['face'] as const) : []),
    ],
    unmatched: [
      ...(name === false ? (['name'] as const) : []),
      ...(birth === false ? (['dob'] as const) : []),
    ],
    detail:
      certified === undefined
        ? 'Original sighted.'
        : `Copy certified by ${certified.refereeName}, ${refereeTypes[certified.refereeType]}.`,
  };
}

/** Checks made when a document is recorded: its MRZ against the record, and what a member sighted. */
export function getDocumentChecks(
  place: Place,
  documentId: string,
  { comparison }: PreparedDocument,
  input: DocumentInput,
): Insertable<VerificationChecksTable>[] {
  return [comparison && zoneCheck(comparison), sightedCheck(input)]
    .filter((check) => check !== null)
    .map((check) => ({
      ...check,
      company_id: place.companyId,
      id: uuidv7({ msecs: place.at.getTime() }),
      verification_id: place.verificationId,
      round: place.round,
      source: null,
      document_id: documentId,
      reference: null,
      at: place.at.toISOString(),
    }));
}

/** "New Zealand passport ••••••56". */
export function formatDocument({
  type,
  number_masked: number,
}: Pick<DocumentRow, 'type' | 'number_masked'>): string {
  return [identityDocumentTypes[type].label, number].filter(Boolean).join(' ');
}
