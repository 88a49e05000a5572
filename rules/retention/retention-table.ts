import type { Certainty, Jurisdiction } from '#rules/legal-provisions.ts';
import { getRetentionRule, type RetainedKind, type RetentionEvent } from './retention-rules.ts';

const kindLabels: Record<RetainedKind, string> = {
  identity: 'Identity, CDD and risk, with analysis and decisions',
  transaction: 'Transactions',
  customerDocument: 'Documents about a service, provided by a client',
  reliedOnCopy: 'Copies of CDD that another entity carried out',
  relianceAssessment: 'Assessments of agreements to rely on another entity',
  creditCheck: 'Credit reporting body’s answers',
  suspicionReport: 'Reports of suspicious activities or matters',
  programme: 'Programme, risk assessments and audits',
};

const eventLabels: Record<RetentionEvent, string> = {
  relationshipEnded: 'the end of the relationship or of the occasional transaction',
  transactionCompleted: 'completion',
  recordMade: 'the day the record is made',
  documentGiven: 'the day the document is received',
  lastService: 'the last designated service',
  reportDecided: 'the report',
  useEnded: 'the end of regular use',
};

const sources: Record<Jurisdiction, { sourceUrl: string; certainty: Certainty }> = {
  NZL: { sourceUrl: 'https://plainlanguagelaw.ackama.com/acts/DLM2140700/', certainty: 'B' },
  AUS: {
    sourceUrl: 'https://www.legislation.gov.au/C2006A00169/2026-07-01/2026-07-01/text',
    certainty: 'A',
  },
};

/** A retention period as a reviewer reads it. */
export type RetentionRow = {
  kind: RetainedKind;
  text: string;
  period: string;
  provision: string;
  certainty: Certainty;
  sourceUrl: string;
};

/** How a country's law names the section, and how sure that is: s49 of New Zealand was read; no Australian section names reports. */
const getCertainty = (kind: RetainedKind, jurisdiction: Jurisdiction): Certainty => {
  if (jurisdiction === 'NZL' && kind === 'transaction') return 'A†';
  return jurisdiction === 'AUS' && kind === 'suspicionReport' ? 'C' : sources[jurisdiction].certainty;
};

/** Least periods of retention under a country's law, by kind of record. Source: NZ ss49 to 51, 54; AU ss107 to 116, 35F. */
export function retentionTable(jurisdiction: Jurisdiction): RetentionRow[] {
  return (Object.keys(kindLabels) as RetainedKind[]).flatMap((kind) => {
    const rule = getRetentionRule(kind, jurisdiction);
    if (rule === undefined) return [];
    const deletion = rule.deletedBy ?? (jurisdiction === 'NZL' ? 'NZ s54' : undefined);
    return [
      {
        kind,
        text: kindLabels[kind],
        period: `${rule.years} years from ${eventLabels[rule.from]}${deletion ? ', then destroyed' : ''}`,
        provision: [rule.provision, ...(deletion && deletion !== rule.provision ? [deletion] : [])].join(
          ', ',
        ),
        certainty: getCertainty(kind, jurisdiction),
        sourceUrl: sources[jurisdiction].sourceUrl,
      },
    ];
  });
}
