import { describe, expect, it } from 'vitest';
import { hasBusinessEvidence, hasIdentityEvidence } from '#rules/verification-pages/decision-evidence.ts';

describe('evidence to decide on', () => {
  it('of a business is an extract, entered ownership, or a document that shows either', () => {
    const none = { hasExtract: false, holdings: [], controls: [], submittedEvidence: [] };
    expect(hasBusinessEvidence(none)).toBe(false);
    expect(hasBusinessEvidence({ ...none, hasExtract: true })).toBe(true);
    expect(hasBusinessEvidence({ ...none, holdings: [{}] })).toBe(true);
    expect(hasBusinessEvidence({ ...none, controls: [{}] })).toBe(true);
    const submitted = (documentType: string | null) => ({ ...none, submittedEvidence: [{ documentType }] });
    expect(hasBusinessEvidence(submitted('trustDeed'))).toBe(true);
    expect(hasBusinessEvidence(submitted('proofOfAddress'))).toBe(false);
    expect(hasBusinessEvidence(submitted(null))).toBe(false);
  });

  it('of an identity is a document that was sighted or certified, or a check with a result', () => {
    const none = { documents: [], checks: [] };
    const document = { certified: null, sighted: null };
    expect(hasIdentityEvidence({ ...none, documents: [document] })).toBe(false);
    const sighted = (originalSighted: boolean) => ({ ...document, sighted: { originalSighted } });
    expect(hasIdentityEvidence({ ...none, documents: [sighted(false)] })).toBe(false);
    expect(hasIdentityEvidence({ ...none, documents: [sighted(true)] })).toBe(true);
    expect(hasIdentityEvidence({ ...none, documents: [{ ...document, certified: {} }] })).toBe(true);
    expect(hasIdentityEvidence({ ...none, checks: [{ outcome: 'source_unavailable' }] })).toBe(false);
    expect(hasIdentityEvidence({ ...none, checks: [{ outcome: 'no_match' }] })).toBe(true);
  });
});
