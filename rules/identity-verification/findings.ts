import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { currentChecks } from './current-checks.ts';
import { documentValidity, formatDocumentValidity } from './documents/documents.ts';
import { identityDocumentTypes } from './documents/identity-document-types.ts';
import type { CheckFact, DocumentFact, Finding, MatchedPart, VerificationFacts } from './evidence.ts';
import { refereeTypes } from './referees.ts';
import type { ClauseDefinition } from './rule-definition.ts';
import { type VerificationSource, verificationSource } from './sources.ts';

export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function documentLabels(documents: readonly Pick<DocumentFact, 'type'>[]): string {
  return listed(documents.map(({ type }) => identityDocumentTypes[type].label));
}

/** Who certified the copies, each with its kind of referee. */
export function certifiers(documents: readonly Pick<DocumentFact, 'certified'>[]): string {
  const names = documents.flatMap(({ certified }) =>
    certified === null ? [] : [`${certified.refereeName} (${refereeTypes[certified.refereeType]})`],
  );
  return listed([...new Set(names)]);
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

/** Photo documents whose originals were sighted with the person present. */
export function photosSeen({ documents }: VerificationFacts): DocumentFact[] {
  return documents.filter(
    ({ type, originalSighted }) => originalSighted && identityDocumentTypes[type].hasPhoto,
  );
}

/** Every issuer requires consent before its register is queried; showing a document to a member implies it. */
export function consentFinding({ consentAt }: VerificationFacts): Finding {
  return consentAt === null
    ? { passed: false, evidence: 'No consent is recorded.' }
    : { passed: true, evidence: `Consent recorded on ${formatDate(consentAt.slice(0, 10))}.` };
}

/** Whether a source has responded: one that was unavailable says nothing about the person. */
export function hasResponse({ checks }: VerificationFacts): boolean {
  return checks.some(({ outcome }) => outcome !== 'source_unavailable');
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
  const agreeing = checks.filter(({ outcome }) => outcome === 'match');
  return agreeing.length === 0
    ? { passed: false, evidence: `No source has responded yet.${silence}` }
    : { passed: true, evidence: `Agrees: ${listed([...new Set(agreeing.map(name))])}.${silence}` };
}

const checkNames: Record<CheckFact['type'], string> = {
  issuer: 'the issuer',
  dataSource: 'a data source',
  face: 'the face match',
  liveness: 'the liveness check',
  machineReadableZone: 'the MRZ',
  sighted: 'the sighted document',
};

/** The presenter is the holder: by face match and liveness, or by a member who compared the photo with the person at a meeting. */
export function bindingFinding(facts: VerificationFacts): Finding {
  const checks = currentChecks(facts.checks);
  const outcome = (type: CheckFact['type']) => checks.find((check) => check.type === type)?.outcome;
  const photos = photosSeen(facts);
  const compared = photos.filter(({ likenessConfirmed }) => likenessConfirmed);
  if (outcome('face') === 'match' && outcome('liveness') === 'match')
    return { passed: true, evidence: 'Liveness is confirmed, and the face matches the document’s photo.' };
  if (outcome('face') === 'no_match' || outcome('liveness') === 'no_match')
    return { passed: false, evidence: 'The face check did not pass.' };
  if (compared.length > 0) {
    return {
      passed: true,
      evidence: `Photo compared with the person who was present: ${documentLabels(compared)}.`,
    };
  }
  if (photos.length > 0) {
    return {
      passed: false,
      evidence: `The photo has not been compared with the person: ${documentLabels(photos)}.`,
    };
  }
  return {
    passed: false,
    evidence: 'Nothing binds the person to the identity yet: no face check and no meeting in person.',
  };
}

function sameDocumentFinding({ documents }: VerificationFacts): Finding {
  const shared = documents.filter(({ otherClients }) => otherClients > 0);
  return shared.length === 0
    ? { passed: true, evidence: `Not recorded under another client: ${documentLabels(documents)}.` }
    : { passed: false, evidence: `Also recorded under another client: ${documentLabels(shared)}.` };
}

/**
 * The same document under another client is a mistake or a second identity; it must be reviewed. Applies once a document is recorded:
 * without one nothing was compared.
 */
export function sameDocumentClause(provision: string): ClauseDefinition {
  return {
    code: 'sameDocument',
    text: 'The same document is not used by another client.',
    provision,
    applies: ({ documents }) => documents.length > 0,
    find: sameDocumentFinding,
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
