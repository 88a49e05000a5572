import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { countryName } from '#rules/countries.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import {
  documentValidity,
  formatDocumentValidity,
  hasIssuerCheck,
} from '#rules/identity-verification/documents/documents.ts';
import { documentFieldLabel } from '#rules/identity-verification/documents/fields.ts';
import { identityDocumentTypes } from '#rules/identity-verification/documents/identity-document-types.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { SameDocument } from './documents-store.ts';
import { getSameClients, type Judged } from './facts.ts';
import { getDocumentRetentionReason } from './removal.ts';
import type { DocumentRow } from './store.ts';

/** Validity of a document in the company's countries; the stricter law if two apply. */
function getStanding(row: DocumentRow, on: CalendarDate, regulatedIn: readonly Jurisdiction[]) {
  const facts = { type: row.type, expiresOn: row.expires_on };
  const standings = regulatedIn.map((jurisdiction) => documentValidity(facts, on, jurisdiction));
  return standings.find((standing) => standing === 'expired') ?? standings[0] ?? 'undated';
}

/** A document as the wire has it, masked. */
export function presentDocument(
  row: DocumentRow,
  { same, on, company: { regulatedIn }, retained }: Judged,
): IndividualVerification['documents'][number] {
  const standing = getStanding(row, on, regulatedIn);
  const by = { id: row.added_by, name: row.added_by_name };
  return {
    id: row.id,
    type: row.type,
    label: identityDocumentTypes[row.type].label,
    issuer: row.issuer === '' ? '' : (countryName(row.issuer) ?? row.issuer),
    numberMasked: row.number_masked,
    versionOrCardMasked: row.version_masked,
    state: row.state,
    expiresOn: row.expires_on,
    issuedOn: row.issued_on,
    standing,
    statusText: formatDocumentValidity(row.expires_on, standing),
    assurance: row.assurance,
    warnings: row.warnings,
    issuerCheck: {
      available: hasIssuerCheck({ type: row.type, issuer: row.issuer }),
      missing: row.missing_for_issuer.map((field) => ({
        field,
        label: documentFieldLabel(row.type, field),
      })),
    },
    machineReadableZone: row.zone,
    sighted: row.sighted && {
      ...row.sighted,
      metBy: row.sighted.metBy ?? null,
      metOn: row.sighted.metOn ?? null,
      likenessConfirmed: row.sighted.likenessConfirmed ?? false,
      by,
      at: row.added_at,
    },
    certified: row.certified,
    sameDocumentClients: getSameClients(row, same).map((sameClient: SameDocument) => ({
      id: sameClient.client_id,
      displayName: sameClient.display_name,
    })),
    retainedBecause: getDocumentRetentionReason(row, { clients: retained, on, regulatedIn }),
    addedBy: by,
    addedAt: row.added_at,
  };
}
