import { describe, expect, it } from 'vitest';
import type { ClientType } from '#rules/clients/client-types.ts';
import { hasBusinessEvidence, hasIdentityEvidence } from '#rules/verification-pages/decision-evidence.ts';

describe('evidence to decide on', () => {
  it('of a business is its extract, or an accepted document that is independent of its kind', () => {
    const none = { clientType: 'trust', hasExtract: false, submittedEvidence: [] } as const;
    expect(hasBusinessEvidence(none)).toBe(false);
    expect(hasBusinessEvidence({ ...none, hasExtract: true })).toBe(true);
    const proves = (clientType: ClientType, documentType: string | null) =>
      hasBusinessEvidence({ clientType, hasExtract: false, submittedEvidence: [{ documentType }] });
    expect(proves('trust', 'trustDeed')).toBe(true);
    expect(proves('company', 'trustDeed')).toBe(false);
    expect(proves('company', 'registryExtract')).toBe(true);
    // It shows who binds a company, not that there is one.
    expect(proves('company', 'constitution')).toBe(false);
    expect(proves('society', 'constitution')).toBe(true);
    expect(proves('partnership', 'partnershipAgreement')).toBe(true);
    // Its register lists it.
    expect(proves('limitedPartnership', 'partnershipAgreement')).toBe(false);
    expect(proves('estate', 'authority')).toBe(true);
    for (const type of ['proofOfAddress', 'other', 'authority', null])
      expect(proves('trust', type)).toBe(false);
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
