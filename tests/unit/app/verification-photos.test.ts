import { describe, expect, it } from 'vitest';
import { verificationsSection } from '#api/views/evidence-packs/render/verification-sections.ts';
import { toVerificationView } from '#app/routes/individual-verifications/verification-view.server.ts';
import type { MemberSession } from '#contract/company/accounts.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';

const session = { company: { timeZone: 'Pacific/Auckland' } } as MemberSession;

/** A verification through a link, without results. */
const verification = {
  method: 'electronicRemote',
  status: 'failed',
  decision: { decision: 'notVerified', reason: 'Another person', by: null, at: '2026-06-05T00:00:00Z' },
  imagesHeldUntil: '2026-06-12T11:59:59.999Z',
  imagesPurgedAt: null,
  imageDeletion: {
    requestedAt: null,
    confirmedAt: null,
    reference: null,
    problem: null,
    nextRequestAt: null,
  },
  documents: [],
  checks: [],
  rules: [],
  timeline: [],
  submittedEvidence: [],
  activity: null,
  consent: null,
  exception: null,
  exceptionApproval: null,
  exceptionMissing: false,
  machineResult: null,
  accreditedService: null,
  reliance: null,
  bureauStatement: null,
  bureauNotice: null,
  linkExpiresAt: null,
  nextTryAt: null,
  verifiedAt: null,
  evidenceExpiresOn: null,
  identityChangedOn: null,
  unmetAtRisk: null,
  startedBy: { id: '1', name: 'A. Member' },
  createdAt: '2026-06-01T00:00:00Z',
} as unknown as IndividualVerification;

const deletion = (more: object) => ({
  imageDeletion: { ...verification.imageDeletion, requestedAt: '2026-06-12T14:00:00Z', ...more },
});
const label = (more: object) =>
  toVerificationView({ ...verification, ...more } as IndividualVerification, session).imagesLabel;

describe('the page about the photos at the provider', () => {
  it('states the day after which they will be deleted, and how it is counted', () => {
    expect(label({})).toBe('Photos will be deleted by the verification provider after 12 Jun 2026');
    expect(label({ status: 'cancelled', decision: null })).toBe(
      'Photos will be deleted by the verification provider after 12 Jun 2026',
    );
    expect(label({ status: 'needsReview', decision: null })).toBe(
      'Photos will be deleted by the verification provider 7 days after the decision; without a decision or another change, after 12 Jun 2026',
    );
  });

  it('states nothing where no photos were taken', () => {
    expect(label({ status: 'sent', decision: null })).toBeNull();
    expect(label({ imageDeletion: null, imagesHeldUntil: null })).toBeNull();
  });

  it('states a deletion only as confirmed, otherwise why it is not', () => {
    const confirmed = { confirmedAt: '2026-06-12T14:00:05Z', reference: 'D-1' };
    expect(label(deletion(confirmed))).toBe(
      'Photos deleted by the verification provider on 13 Jun 2026, 2:00 am, as it confirmed under reference D-1',
    );
    expect(label(deletion({}))).toMatch(
      /^Deletion of the photos was requested on .* and is not confirmed yet$/,
    );
    expect(label(deletion({ problem: 'refused', nextRequestAt: '2026-06-12T14:15:00Z' }))).toBe(
      'Deletion of the photos was requested on 13 Jun 2026, 2:00 am and not confirmed: the verification provider refused the deletion. Next request: 13 Jun 2026, 2:15 am',
    );
  });
});

describe('the section of an evidence pack', () => {
  const section = (more: object) =>
    verificationsSection(
      { individualVerifications: [{ ...verification, ...more }] } as never,
      (instant) => instant ?? '',
    ).html;

  it('states the request and the confirmation, and nothing before', () => {
    expect(section({})).not.toContain('Photos');
    expect(section(deletion({ problem: 'timeout' }))).toContain(
      'was requested on 2026-06-12T14:00:00Z and not confirmed: the verification provider did not respond in time',
    );
    expect(section(deletion({ confirmedAt: '2026-06-12T14:00:05Z', reference: 'D-1' }))).toContain(
      'Photos deleted by the verification provider on 2026-06-12T14:00:05Z, as it confirmed under reference D-1',
    );
  });
});
