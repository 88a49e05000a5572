import {
  type PepStatus,
  pepStatusLabels,
  type RiskLevel,
  riskLevelLabels,
} from '#rules/clients/client-types.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { type VerificationMethod, verificationMethodLabels } from '#rules/identity-verification/evidence.ts';

/** Basis of a CDD decision, in display order. */
export const basisKinds = ['identity', 'screening', 'risk', 'pep', 'parties'] as const;
export type BasisKind = (typeof basisKinds)[number];

export const basisLabels: Record<BasisKind, string> = {
  identity: 'Identity',
  screening: 'Screening',
  risk: 'Risk',
  pep: 'PEP status',
  parties: 'Related parties',
};

/** One item of evidence. `id`: of its record, if there is one. */
export type BasisLine = { kind: BasisKind; id: string | null; text: string };

/** The newest recorded evidence of each kind. Days in the company's time zone. */
export type BasisFacts = {
  /** `method` null for a business, which is verified by its register or documents. */
  identity: { id: string; method: VerificationMethod | null; on: CalendarDate; by: string } | null;
  screening: { id: string; on: CalendarDate; lists: readonly string[]; isClear: boolean } | null;
  assessment: { id: string; level: RiskLevel; on: CalendarDate; by: string } | null;
  pepStatus: PepStatus;
  pepBasis: string | null;
  parties: readonly { name: string; verified: boolean }[];
};

function formatParties(parties: BasisFacts['parties']): string {
  const names = (verified: boolean) =>
    parties.filter((party) => party.verified === verified).map(({ name }) => name);
  const [verified, others] = [names(true), names(false)];
  return [
    ...(verified.length > 0 ? [`Verified: ${verified.join(', ')}.`] : []),
    ...(others.length > 0 ? [`Not verified: ${others.join(', ')}.`] : []),
  ].join(' ');
}

/** The evidence that a decision on a client's CDD relies on, as lines that a reviewer reads years later. */
export function basisLines(facts: BasisFacts): BasisLine[] {
  const { identity, screening, assessment, pepStatus, pepBasis, parties } = facts;
  const lines: BasisLine[] = [];
  if (identity) {
    const how =
      identity.method === null ? '' : `: ${verificationMethodLabels[identity.method].toLowerCase()}`;
    lines.push({
      kind: 'identity',
      id: identity.id,
      text: `Verified on ${formatDate(identity.on)} by ${identity.by}${how}.`,
    });
  }
  if (screening) {
    const lists = screening.lists.join(', ');
    const result = screening.isClear ? 'no match' : 'matches resolved';
    lines.push({
      kind: 'screening',
      id: screening.id,
      text: `Screened on ${formatDate(screening.on)}, ${result}. Lists: ${lists}.`,
    });
  }
  if (assessment) {
    const level = riskLevelLabels[assessment.level].toLowerCase();
    lines.push({
      kind: 'risk',
      id: assessment.id,
      text: `Assessed as ${level}, approved on ${formatDate(assessment.on)} by ${assessment.by}.`,
    });
  }
  if (pepStatus !== 'notChecked') {
    const basis = pepBasis === null ? '' : `: ${pepBasis}`;
    lines.push({ kind: 'pep', id: null, text: `${pepStatusLabels[pepStatus]}${basis}` });
  }
  if (parties.length > 0) lines.push({ kind: 'parties', id: null, text: formatParties(parties) });
  return lines;
}
