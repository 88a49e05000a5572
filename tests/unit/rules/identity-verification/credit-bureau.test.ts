import { expect, it } from 'vitest';
import type { CheckFact } from '#rules/identity-verification/evidence.ts';
import { check, document, evaluate, facts, failing } from './facts.ts';

const id = 'au.reasonableGrounds';
const said = { informed: true, agreed: true, alternativeOffered: true };
const notice = { sentOn: '2026-11-20', bureauName: 'Invented Bureau', alternativeOffered: true };

function withBureau(bureau: Partial<CheckFact>, more: Parameters<typeof facts>[0] = {}) {
  const faces = facts().checks.filter(({ type }) => type === 'face' || type === 'liveness');
  const bureauCheck = check({ type: 'dataSource', source: 'auCreditBureau', documentId: null, ...bureau });
  return facts({
    documents: [document({ type: 'auPassport' })],
    checks: [check({ source: 'auPassport' }), bureauCheck, ...faces],
    bureauStatement: said,
    ...more,
  });
}

const ofBureau = (given: ReturnType<typeof facts>) =>
  evaluate(id, given).clauses.filter(({ provision }) => /AU s35[AC]/.test(provision));

it('requires no statements where no credit reporting body is used', () => {
  expect(ofBureau(facts())).toEqual([]);
});

it('requires information, express agreement and an alternative before the check', () => {
  const matched = { outcome: 'match' as const, matched: ['name', 'dob'] as const };
  expect(ofBureau(withBureau(matched)).map(({ code, passed }) => [code, passed])).toEqual([
    ['bureauInformed', true],
    ['bureauAgreed', true],
    ['bureauAlternative', true],
  ]);
  const fails = (missing: object) =>
    failing(id, withBureau(matched, { bureauStatement: { ...said, ...missing } }));
  expect(fails({ informed: false })).toEqual(['bureauInformed']);
  expect(fails({ agreed: false })).toEqual(['bureauAgreed']);
  expect(fails({ alternativeOffered: false })).toEqual(['bureauAlternative']);
  expect(failing(id, withBureau(matched, { bureauStatement: null }))).toHaveLength(3);
});

it('requires a written notice where the identity was not confirmed, and none without a response', () => {
  const refused = { outcome: 'no_match' as const, matched: [], unmatched: ['name'] as const };
  expect(failing(id, withBureau(refused))).toEqual(['bureauNotice', 'noContradiction']);
  expect(failing(id, withBureau(refused, { bureauNotice: notice }))).toEqual(['noContradiction']);
  expect(
    failing(id, withBureau(refused, { bureauNotice: { ...notice, alternativeOffered: false } })),
  ).toContain('bureauNotice');
  const partly = { outcome: 'match' as const, matched: ['name'] as const, unmatched: ['address'] as const };
  expect(failing(id, withBureau(partly))).toContain('bureauNotice');
  expect(failing(id, withBureau({ outcome: 'source_unavailable', matched: [] }))).toEqual([]);
});
