import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDecisionBasis } from '#contract/cdd/cdd.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
  verifiedIndividual,
} from '#tests/support/api/due-diligence.ts';
import { testEngines } from '#tests/support/database/database.ts';

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
