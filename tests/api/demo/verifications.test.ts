import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { seedDemoAccounts } from '#demo/demo-company.ts';
import { seedPart } from '#demo/demo-steps.ts';
import { demoVerificationsPart } from '#demo/demo-verifications.ts';
import { seedClients } from '#demo/seed-clients.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';
import { testVerifyDeps } from '#tests/support/signing-keys.ts';

const now = () => new Date();

describe.each(testEngines)('verifications of the demo on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await assertSandboxDatabase(database.db, { sandbox: true, now });
    await seedDemoAccounts({ database, now });
    await seedClients({ database, now }, { clients: 320 });
  });
  afterAll(() => database?.close());

  test('cover every state once, with an audit log that verifies', async () => {
    const key = {
      sealingKey: { idHmacKey: 'an-id-hmac-key-for-tests-of-32-chars', companyKeys: testCompanyKeys },
    };
    await seedPart({ database, now, ...key }, demoVerificationsPart);
    await seedPart({ database, now, ...key }, demoVerificationsPart);
    const { rows } = await database.asSuperuser(
      `SELECT method || ' ' || status AS state, count(*)::int AS total FROM assay.individual_verifications
        GROUP BY 1 ORDER BY 1`,
    );
    expect(Object.fromEntries(rows.map(({ state, total }) => [state, total]))).toEqual({
      'distf needsReview': 1,
      'documentCertified needsReview': 1,
      'documentSighted needsReview': 2,
      'documentSighted verified': 2,
      'electronicInPerson failed': 1,
      'electronicInPerson needsReview': 2,
      'electronicInPerson verified': 1,
      'exception needsReview': 2,
      'reliance verified': 1,
    });
    const same = await database.asSuperuser(
      `SELECT number_hmac FROM assay.verification_documents GROUP BY 1 HAVING count(DISTINCT client_id) > 1`,
    );
    expect(same.rows).toHaveLength(1);
    const { ok } = await verifyChains(database.db, testVerifyDeps());
    expect(ok).toBe(true);
  });
});
