import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { currentChecks } from './current-checks.ts';
import { documentValidity, formatDocumentValidity } from './documents/documents.ts';
import { identityDocumentTypes } from './documents/identity-document-types.ts';
import type { CheckFact, Clause, DocumentFact, MatchedPart, VerificationFacts } from './evidence.ts';
import { type VerificationSource, verificationSource } from './sources.ts';

/** Finding of a clause: whether it is met, and a sentence for the auditor. */
export type Finding = Pick<Clause, 'passed' | 'evidence'>;

export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function documentLabels(documents: readonly Pick<DocumentFact, 'type'>[]): string {
  return listed(documents.map(({ type }) => identityDocumentTypes[type].label));
}

/** Distinct sources whose result matches every one of the parts. */
export function sourcesMatching(facts: VerificationFacts, ...parts: MatchedPart[]): VerificationSource[] {
  const found = currentChecks(facts.checks)
    .filter(({ type, outcome }) => outcome === 'match' && (type === 'issuer' || type === 'dataSource'))
    .filter(({ matched }) => parts.every((part) => matched.includes(part)))
    .flatMap(({ source }) => verificationSource(source) ?? []);
  return [...new Set(found)];
}

/** Number of organisations behind the sources. */
export function independentCount(sources: readonly VerificationSource[]): number {
  return new Set(sources.map(({ keptBy }) => keptBy)).size;
}

export function sourceNames(sources: readonly VerificationSource[]): string {
  return listed(sources.map(({ label }) => label));
}

/** Every issuer requires consent before its register is queried; showing a document to a member implies it. */
export function consentFinding({ consentAt }: VerificationFacts): Finding {
  return consentAt === null
    ? { passed: false, evidence: 'No consent is recorded.' }
    : { passed: true, evidence: `Consent recorded on ${formatDate(consentAt.slice(0, 10))}.` };
}

/** No response contradicts. Unavailable sources are named and do not count. */
export function noContradictionFinding(facts: VerificationFacts): Finding {
  const checks = currentChecks(facts.checks);
  const name = ({ source, type }: CheckFact) => verificationSource(source)?.label ?? checkNames[type];
  const against = checks.filter(
    ({ outcome, unmatched }) => outcome === 'no_match' || (outcome === 'match' && unmatched.length > 0),
  );
  const unclear = checks.filter(({ outcome }) => outcome === 'document_error' || outcome === 'exception');
  const silent = checks.filter(({ outcome }) => outcome === 'source_unavailable');
  const silence = silent.length === 0 ? '' : ` No response (not counted): ${listed(silent.map(name))}.`;
  if (against.length > 0)
    return { passed: false, evidence: `Does not agree: ${listed(against.map(name))}.${silence}` };
  if (unclear.length > 0)
    return { passed: false, evidence: `Inconclusive: ${listed(unclear.map(name))}.${silence}` };
  return { passed: true, evidence: `No source disagrees.${silence}` };
}

const checkNames: Record<CheckFact['type'], string> = {
  issuer: 'the issuer',
  dataSource: 'a data source',
  face: 'the face match',
  liveness: 'the liveness check',
  machineReadableZone: 'the MRZ',
  sighted: 'the sighted document',
};

/** The presenter is the holder: by face match and liveness, or by a member who saw holder and photo together. */
export function bindingFinding(facts: VerificationFacts): Finding {
  const checks = currentChecks(facts.checks);
  const outcome = (type: CheckFact['type']) => checks.find((check) => check.type === type)?.outcome;
  const sighted = facts.documents.find(
    ({ type, originalSighted }) => originalSighted && identityDocumentTypes[type].hasPhoto,
  );
  if (outcome('face') === 'match' && outcome('liveness') === 'match')
    return { passed: true, evidence: 'Liveness is confirmed, and the face matches the document’s photo.' };
  if (outcome('face') === 'no_match' || outcome('liveness') === 'no_match')
    return { passed: false, evidence: 'The face check did not pass.' };
  if (sighted !== undefined) {
    return {
      passed: true,
      evidence: `${identityDocumentTypes[sighted.type].label} compared with the person in front of you.`,
    };
  }
  return {
    passed: false,
    evidence: 'Nothing binds the person to the identity yet: no face check and no meeting in person.',
  };
}

/** The same document under another client is a mistake or a second identity; it must be reviewed. */
export function sameDocumentFinding({ documents }: VerificationFacts): Finding {
  const shared = documents.filter(({ otherClients }) => otherClients > 0);
  if (shared.length === 0) {
    return documents.length === 0
      ? { passed: true, evidence: 'No document is recorded.' }
      : { passed: true, evidence: 'No document is recorded under another client.' };
  }
  return {
    passed: false,
    evidence: `Also recorded under another client: ${listed(shared.map(({ type }) => identityDocumentTypes[type].label))}.`,
  };
}

/** Documents usable on the day. */
export function usableDocuments(facts: VerificationFacts, jurisdiction: Jurisdiction): DocumentFact[] {
  return facts.documents.filter(
    (document) => documentValidity(document, facts.on, jurisdiction) !== 'expired',
  );
}

export function currencyFinding(facts: VerificationFacts, jurisdiction: Jurisdiction): Finding {
  if (facts.documents.length === 0) return { passed: false, evidence: 'No document is recorded.' };
  const standings = facts.documents.map((document) => ({
    standing: documentValidity(document, facts.on, jurisdiction),
    document,
  }));
  const words = standings.map(
    ({ standing, document }) =>
      `${identityDocumentTypes[document.type].label} ${formatDocumentValidity(document.expiresOn, standing)}`,
  );
  return {
    passed: standings.every(({ standing }) => standing !== 'expired'),
    evidence: `${words.join('; ')}.`,
  };
}

/** Recorded statement, made or not. */
export function statedFinding(isStated: boolean): Finding {
  return { passed: isStated, evidence: isStated ? 'Recorded.' : 'Not recorded.' };
}

/** Evaluates a clause against statements of one kind; not met if none is recorded. */
export function recordedFinding<Fact>(fact: Fact | null, find: (fact: Fact) => Finding): Finding {
  return fact === null ? { passed: false, evidence: 'Nothing is recorded yet.' } : find(fact);
}
