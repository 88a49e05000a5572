import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDecisionBasis } from '#contract/cdd/cdd.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { verifyByExtract } from '#tests/support/api/business-evidence.ts';
import {
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
  verifiedIndividual,
  verifyIdentity,
} from '#tests/support/api/due-diligence.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe.each(testEngines)('approvals of clients on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const getBasis = async (id: string) =>
    (await api.request(readDecisionBasis, { params: { id } }, { as: a.staff })).response.basis;

  it('record approver, time, rules and evidence', async () => {
    const id = await individualWithEvidence(api, a, { familyName: 'Approvedson' });
    expect((await getDiligence(api, a.staff, id)).decision).toBeNull();
    const basis = await getBasis(id);
    expect(basis.map(({ kind }) => kind)).toEqual(['identity', 'screening', 'risk', 'pep']);
    expect(basis.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Verified on \d+ \w+ \d{4} by .+: original documents sighted\.$/),
      expect.stringMatching(/^Screened on .+, no match\. Lists: .+\.$/),
      expect.stringMatching(/^Assessed as low, approved on .+ by .+\.$/),
      'Not a PEP: Asked them',
    ]);
    for (const to of ['inProgress', 'readyForReview'] as const) {
      await transitionClientTo(api, a.staff, id, { lifecycle: 'cdd', to });
    }
    const { response } = await transitionClientTo(api, a.owner, id, {
      lifecycle: 'cdd',
      to: 'verified',
      reason: 'Met the client twice',
    });
    expect(response.cddStatus).toBe('verified');
    const { decision, progress, items } = await getDiligence(api, a.staff, id);
    expect(progress.next).toBeNull();
    expect(decision).toMatchObject({
      by: a.owner.name,
      note: 'Met the client twice',
      cddLevel: 'standard',
      basis,
      packs: [expect.stringMatching(/^nz-\d{4}-\d\d-\d\d$/)],
    });
    const kept = items.map(({ code, text, provision, satisfied }) => ({ code, text, provision, satisfied }));
    expect(decision?.itemsDigest).toBe(createHash('sha256').update(canonicalJson(kept)).digest('hex'));
  });

  /** The verifications that an approval of a client would rely on. */
  const getIdentity = async (id: string) =>
    (await getBasis(id)).flatMap((line) => (line.kind === 'identity' ? (line.id ?? []) : []));

  it('rely on evidence of identity through its last day, and then on the newest that has not expired', async () => {
    const id = await individualWithEvidence(api, a, { familyName: 'Twiceseenson' });
    const [first = expect.unreachable()] = await getIdentity(id);
    await verifyIdentity(api, a, id);
    const [second = expect.unreachable()] = await getIdentity(id);
    expect(second).not.toBe(first);
    const { on } = await getDiligence(api, a.staff, id);
    const endOn = (verificationId: string, day: string) =>
      api.database.asSuperuser(
        'UPDATE assay.individual_verifications SET evidence_expires_on = $1 WHERE id = $2',
        [day, verificationId],
      );
    await endOn(second, on);
    expect(await getIdentity(id)).toEqual([second]);
    await endOn(second, addDays(on, -1));
    expect(await getIdentity(id)).toEqual([first]);
    await endOn(first, addDays(on, -1));
    expect(await getIdentity(id)).toEqual([]);
  });

  it('rely on the verification of a business only with proof of it, and until it expires', async () => {
    const { nzbn = '', name: legalName } = api.registers.entity('KŌWHAI BAY TRADING LIMITED');
    const { id } = await create(api, a.staff, businessForm(legalName, { business: { nzbn } }));
    const verification = await verifyByExtract(api, a.staff, id, nzbn);
    expect(await getIdentity(id)).toEqual([verification.id]);
    const { on } = await getDiligence(api, a.staff, id);
    const endOn = (day: string | null) =>
      api.database.asSuperuser(
        'UPDATE assay.business_verifications SET evidence_expires_on = $1 WHERE id = $2',
        [day, verification.id],
      );
    await endOn(on);
    expect(await getIdentity(id)).toEqual([verification.id]);
    await endOn(addDays(on, -1));
    expect(await getIdentity(id)).toEqual([]);
    await endOn(null);
    expect(await getIdentity(id)).toEqual([verification.id]);
    // As decided before evidence was required.
    await api.database.asSuperuser('DELETE FROM assay.registry_extracts WHERE verification_id = $1', [
      verification.id,
    ]);
    expect(await getIdentity(id)).toEqual([]);
  });

  it('cannot be changed or deleted by the API’s own login', async () => {
    const id = await verifiedIndividual(api, a, 'Keptson');
    const { rows } = await api.database.asSuperuser(
      `SELECT has_table_privilege('assay_tenant', 'assay.cdd_decisions', 'UPDATE') AS may_change,
              has_table_privilege('assay_tenant', 'assay.cdd_decisions', 'DELETE') AS may_delete,
              (SELECT count(*)::int FROM assay.cdd_decisions WHERE client_id = $1) AS decisions`,
      [id],
    );
    expect(rows).toEqual([{ may_change: false, may_delete: false, decisions: 1 }]);
  });

  it('are not made while a requirement is outstanding', async () => {
    const id = await individualWithEvidence(api, a, { familyName: 'Openson', without: ['identity'] });
    await transitionClientTo(api, a.staff, id, { lifecycle: 'cdd', to: 'inProgress' });
    const refused = await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to: 'readyForReview' });
    expect(refused.problem.status).toBe(422);
    const { decision, progress } = await getDiligence(api, a.staff, id);
    expect(decision).toBeNull();
    expect(progress.next).toMatchObject({ step: 'identity', text: 'Verify identity' });
    expect(progress.steps.map(({ state }) => state)).toEqual([
      'complete',
      'current',
      'complete',
      'complete',
      'outstanding',
    ]);
    expect((await getBasis(id)).map(({ kind }) => kind)).toEqual(['screening', 'risk', 'pep']);
  });
});
