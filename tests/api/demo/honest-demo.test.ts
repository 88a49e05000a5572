import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readActivity } from '#api/checks/activities/queries.ts';
import { expireBusinessEvidence } from '#api/checks/business-verifications/expire-evidence.ts';
import { monitorRegisters } from '#api/checks/business-verifications/register-monitoring-job.ts';
import { endExceptions } from '#api/checks/cdd/expire-exceptions-job.ts';
import { expireEvidence } from '#api/checks/individual-verifications/expiry-job.ts';
import { endOverrides } from '#api/checks/risk-assessments/expire-overrides-job.ts';
import { runMonitoring } from '#api/follow-up/monitoring-runs/run-monitoring-job.ts';
import { syncScheduledReviews } from '#api/follow-up/reviews/schedule-reviews-job.ts';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import { openDueAlerts } from '#api/records/alerts/due-alerts.ts';
import { listPermits } from '#api/records/sanctions-permits/queries.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { seedDemo } from '#demo/demo.ts';
import { type DemoAccount, demoOfficer, demoOwner } from '#demo/demo-accounts.ts';
import { demoCaller } from '#demo/demo-caller.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { relationships } from '#demo/relationships/roster.ts';
import { seedClients } from '#demo/seed-clients.ts';
import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { brokenPeriods } from '#tests/support/api/client-periods.ts';
import { type DemoClient, demoClientsAsAssessed } from '#tests/support/api/demo-clients.ts';
import { publishedList } from '#tests/support/api/required-lists.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';
import { openTestFiles } from '#tests/support/files/document-files.ts';
import {
  startTestRegistryServices,
  type TestRegistryServices,
} from '#tests/support/services/registry-services.ts';
import { testVerifyDeps } from '#tests/support/signing-keys.ts';

const today = '2026-11-02';
const now = () => new Date(`${today}T00:00:00.000Z`);

/** Statuses of clients who were onboarded, including former ones. */
const onboardTransition = ['active', 'dormant', 'exited'];
/** CDD statuses that require every requirement to be met. */
const evidenced = ['readyForReview', 'returned', 'verified', 'exceptionApproved', 'refreshDue'];

describe.each(testEngines)('demo consistency on %s', (engine) => {
  let database: TestDatabase;
  let registers: TestRegistryServices;
  let files: Awaited<ReturnType<typeof openTestFiles>>;
  let clients: DemoClient[];
  /** Clients of the company since it started using Assay. */
  let ours: DemoClient[];

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    registers = await startTestRegistryServices(now);
    files = await openTestFiles();
    await assertSandboxDatabase(database.db, { sandbox: true, now });
    await seedDemo(
      {
        database,
        now,
        sealingKey: { idHmacKey: 'an-id-hmac-key-for-tests-of-32-chars', companyKeys: testCompanyKeys },
        publishedList,
      },
      { files: () => files.files, registries: registers.registries },
    );
    clients = await demoClientsAsAssessed(database, now);
    ours = clients.filter(({ client }) => client.status !== 'exited' || !client.preCommencement);
  }, 600_000);
  afterAll(async () => {
    await registers?.close();
    await files?.close();
    await database?.close();
  });

  /** Rows of a query for inconsistencies. */
  const found = async (text: string, values: unknown[] = []) =>
    (await database.asSuperuser(text, values)).rows;
  const named = (chosen: readonly DemoClient[]) =>
    chosen.map(({ client, missing, blockers }) => [
      client.displayName,
      client.status,
      client.cddStatus,
      ...missing,
      ...blockers,
    ]);
  const states = async (table: string, column = 'status') =>
    (
      await found(`SELECT DISTINCT ${column} AS state FROM assay.${table} WHERE company_id = $1 ORDER BY 1`, [
        demoCompanyId,
      ])
    ).map(({ state }) => String(state));

  test('stores the period of each client value, and an event for every change', async () => {
    expect(await brokenPeriods(database.asSuperuser)).toEqual([]);
    expect(await found(`SELECT kind, value FROM assay.client_periods WHERE cause <> 'event'`)).toEqual([]);
  });

  test('stores the CDD level that the rules compute, for every client of every company', async () => {
    const companies = await found('SELECT DISTINCT company_id AS id FROM assay.clients ORDER BY 1');
    const all = await Promise.all(
      companies.map(({ id }) => demoClientsAsAssessed(database, now, String(id))),
    );
    expect(all.flat().length).toBeGreaterThanOrEqual(clients.length);
    // A draft has none yet, unless it is a party that was verified.
    const differing = all
      .flat()
      .filter(
        ({ client: { cddLevel, status }, level }) => cddLevel !== level && !(status === 'draft' && !cddLevel),
      );
    expect(
      differing.map(({ client: { displayName, status, cddLevel }, level, reasons }) => {
        return [displayName, status, cddLevel, level, ...reasons];
      }),
    ).toEqual([]);
  });

  test('onboards every client of its roster', () => {
    const roster = clients.filter(({ client }) => client.externalId?.startsWith('K-'));
    expect(roster).toHaveLength(relationships.length);
  });

  test('sets no risk level without an approved assessment or a confirmed sanctions match', async () => {
    expect(clients.filter(({ client }) => client.riskLevel !== null).length).toBeGreaterThan(30);
    expect(
      await found(
        `SELECT c.display_name, c.risk_level, r.status, r.final_level FROM assay.clients c
           LEFT JOIN assay.risk_assessments r ON r.company_id = c.company_id AND r.id = c.current_risk_assessment_id
          WHERE (c.risk_level IS NOT NULL OR c.current_risk_assessment_id IS NOT NULL OR c.next_review_due_on IS NOT NULL)
            AND (r.id IS NULL OR r.resource_id <> c.id OR r.status <> 'approved' OR r.final_level IS DISTINCT FROM c.risk_level
              OR r.approved_by IS NULL OR r.approved_by = r.assessed_by)
            AND NOT (c.sanctions_status = 'confirmed' AND c.risk_level = 'high')`,
      ),
    ).toEqual([]);
  });

  test('has no requirement outstanding for verified, ready or onboarded clients', () => {
    const done = ours.filter(
      ({ client: { status, cddStatus } }) =>
        evidenced.includes(cddStatus) || onboardTransition.includes(status),
    );
    expect(done.length).toBeGreaterThan(35);
    const open = done.filter(({ missing }) => missing.length > 0);
    // An exception replaces verification, which stays outstanding.
    expect(open.map(({ client, missing }) => [client.cddStatus, missing])).toEqual([
      ['exceptionApproved', ['Verify the client’s identity.']],
    ]);
    const dealtWith = done.filter(({ client: { status } }) => status === 'active' || status === 'dormant');
    expect(dealtWith.length).toBeGreaterThan(30);
    const stopped = dealtWith.filter(({ client, blockers }) => {
      // A client due for a CDD refresh has only the refresh as blocker of reactivation.
      const allowed = client.cddStatus === 'refreshDue' ? ['client.cddNotDone'] : [];
      return blockers.some((code) => !allowed.includes(code));
    });
    expect(named(stopped)).toEqual([]);
  });

  test('marks only onboarded clients as onboarded', () => {
    const lifecycle = ours.filter(
      ({ client: { status, cddStatus } }) =>
        onboardTransition.includes(status) &&
        !['verified', 'exceptionApproved', 'refreshDue'].includes(cddStatus),
    );
    expect(named(lifecycle)).toEqual([]);
    const started = ours.filter(
      ({ client: { status, relationshipStartedOn } }) =>
        onboardTransition.includes(status) !== (relationshipStartedOn !== null) && status !== 'archived',
    );
    expect(named(started)).toEqual([]);
  });

  test('records former clients with the data of their files alone', async () => {
    const former = clients.filter((client) => !ours.includes(client));
    expect(former.length).toBeGreaterThan(0);
    expect(
      await found(
        `SELECT display_name FROM assay.clients WHERE pre_commencement
            AND NOT (status = 'exited' AND cdd_status = 'notStarted' AND risk_level IS NULL AND sanctions_status = 'notChecked'
                     AND relationship_started_on < relationship_ended_on AND relationship_ended_on < created_at::date)`,
      ),
    ).toEqual([]);
  });

  test('has identities verified by documents or responses for every verified client', async () => {
    expect(
      await found(
        `SELECT c.display_name FROM assay.clients c
          WHERE c.cdd_status IN ('readyForReview', 'verified', 'refreshDue', 'returned') AND c.kind = 'individual'
            AND NOT EXISTS (SELECT FROM assay.individual_verifications v
                              JOIN assay.verification_documents d ON d.verification_id = v.id AND d.company_id = v.company_id
                             WHERE v.company_id = c.company_id AND v.client_id = c.id AND v.status = 'verified'
                               AND v.decided_by IS NOT NULL)
          UNION ALL
         SELECT c.display_name FROM assay.clients c
          WHERE c.cdd_status IN ('readyForReview', 'verified', 'refreshDue', 'returned') AND c.kind = 'business'
            AND NOT EXISTS (SELECT FROM assay.business_verifications v
                             WHERE v.company_id = c.company_id AND v.client_id = c.id AND v.status = 'verified'
                               AND v.decided_by IS NOT NULL)`,
      ),
    ).toEqual([]);
  });

  test('shows exactly the results of screening and findings', async () => {
    expect(
      await found(
        `SELECT c.display_name, c.sanctions_status FROM assay.clients c WHERE c.sanctions_status <> 'notChecked'
            AND NOT EXISTS (SELECT FROM assay.screenings s WHERE s.company_id = c.company_id AND s.client_id = c.id
                               AND s.status IN ('noMatch', 'needsReview', 'resolved') AND 'sanctions' = ANY (s.checks))`,
      ),
    ).toEqual([]);
    expect(
      await found(
        `SELECT c.display_name, c.pep_status, f.content ->> 'pepStatus' AS recorded FROM assay.clients c
           LEFT JOIN assay.client_findings f ON f.company_id = c.company_id AND f.client_id = c.id AND f.subject = 'politicalExposure'
          WHERE c.pep_status <> coalesce(f.content ->> 'pepStatus', 'notChecked')`,
      ),
    ).toEqual([]);
  });

  test('has a permit in effect for part of a confirmed match, approved by two people, with its document', async () => {
    const permits = await found(
      `SELECT p.client_id, c.status, c.sanctions_status, p.recorded_by <> p.approved_by AS by_two, d.purged_at, m.regimes
         FROM assay.sanctions_permits p
         JOIN assay.clients c ON c.id = p.client_id
         JOIN assay.documents d ON d.id = p.document_id AND d.owner_id = p.client_id
         JOIN assay.screening_matches m ON m.client_id = p.client_id AND m.status = 'truePositive'
        WHERE p.company_id = $1 AND p.approved_at IS NOT NULL AND p.withdrawn_at IS NULL AND p.valid_from <= $2 AND p.valid_to >= $2`,
      [demoCompanyId, today],
    );
    expect(permits).toMatchObject([
      {
        status: 'onboarding',
        sanctions_status: 'confirmed',
        by_two: true,
        purged_at: null,
        regimes: ['un'],
      },
    ]);
    const held = clients.find(({ client }) => client.id === permits[0]?.client_id);
    expect(held?.client.riskLevel).toBe('high');
    // Onboarding is still prohibited: the permit allows work to start.
    expect(held?.blockers).toContain('rule.prohibition');
  });

  test('has a permit that awaits the approval of another person than the one who recorded it', async () => {
    const [{ client_id } = {}] = await found(
      'SELECT DISTINCT client_id FROM assay.sanctions_permits WHERE company_id = $1',
      [demoCompanyId],
    );
    const waitingAs = async (account: DemoAccount) => {
      const caller = await demoCaller({ database, now }, account);
      const { permits } = await listPermits.run({ db: database.db, now }, caller, {
        params: { id: String(client_id) },
      });
      return permits
        .filter(({ approved, withdrawn }) => approved === null && withdrawn === null)
        .map(({ number, approvalBlockers }) => [number, ...approvalBlockers.map(({ code }) => code)]);
    };
    expect(await waitingAs(demoOfficer)).toEqual([['INVENTED-2026-011', 'permit.secondPersonNeeded']]);
    expect(await waitingAs(demoOwner)).toEqual([['INVENTED-2026-011']]);
  });

  /** The demo's activities as a member sees them, which a condition selects. */
  async function activitiesWhere(condition: string) {
    const rows = await found(`SELECT id FROM assay.activities a WHERE ${condition} ORDER BY reference`);
    const owner = await demoCaller({ database, now }, demoOwner);
    return Promise.all(
      rows.map(({ id }) => readActivity.run({ db: database.db, now }, owner, { params: { id: String(id) } })),
    );
  }

  test('has work that started under an approved delay of CDD on an unverified customer: due ahead, and overdue', async () => {
    const delayed = await activitiesWhere(
      `delayed_cdd_approved_at IS NOT NULL AND status = 'inProgress' AND EXISTS (
         SELECT FROM assay.activity_parties p JOIN assay.clients c ON c.id = p.client_id
          WHERE p.activity_id = a.id AND p.capacity = 'customer' AND c.cdd_status <> 'verified')`,
    );
    const [ahead, overdue] = delayed;
    expect(delayed).toHaveLength(2);
    for (const { delayedCdd } of delayed)
      expect(delayedCdd?.approval?.by.id).not.toBe(delayedCdd?.recordedBy?.id);
    const step = (activity = ahead) => activity?.progress.steps.find(({ step }) => step === 'parties');
    const onParties = (activity = ahead) =>
      activity?.checklist.map(({ code }) => code).filter((code) => code.startsWith('activity.party'));
    expect(ahead?.delayedCdd?.dueOn).toBe(addDays(today, 11));
    expect(step()?.reason).toBe(`CDD due by ${formatDate(addDays(today, 11))}`);
    expect(onParties()).toEqual([]);
    expect(overdue?.delayedCdd?.dueOn).toBe(addDays(today, -15));
    expect(step(overdue)?.reason).toBe('2 outstanding');
    expect(onParties(overdue)).toEqual(['activity.partyNotVerified', 'activity.partyOutstanding']);
    expect(overdue?.checklist.find(({ code }) => code === 'activity.partyNotVerified')?.text).toContain(
      `Delayed CDD was due on ${formatDate(addDays(today, -15))}.`,
    );
    const customers = delayed.flatMap(({ parties }) => parties.map(({ clientId }) => clientId));
    const outstanding = clients.filter(({ client }) => customers.includes(client.id));
    expect(outstanding.map(({ missing }) => missing)).toEqual(
      customers.map(() => ['Verify the client’s identity.']),
    );
  });

  test('has work in review whose approved assessment is outdated by a value raised since', async () => {
    const outdated = (await activitiesWhere(`status = 'inReview'`)).filter(({ checklist }) =>
      checklist.some(({ code }) => code === 'activity.assessmentOutdated'),
    );
    expect(outdated.map(({ name, checklist }) => [name, checklist[0]?.text])).toEqual([
      [
        'Sale of 27 Invented Parade, Nelson',
        expect.stringContaining('Changed since: Maximum transaction value.'),
      ],
    ]);
    expect(
      await found(
        `SELECT DISTINCT e.reason FROM assay.audit_events v JOIN assay.audit_details e ON e.id = v.detail_id
          WHERE v.action = 'riskAssessment.outdated'`,
      ),
    ).toEqual([{ reason: 'Changed since: Maximum transaction value.' }]);
  });

  test('screened every client against lists that were in use then and are in use now', async () => {
    const rows = await found(
      `SELECT s.id, s.at, l.used_since FROM assay.screenings s
        CROSS JOIN LATERAL jsonb_array_elements(s.lists) AS used
         LEFT JOIN assay.screening_lists n ON n.id = (used ->> 'id')::uuid
         LEFT JOIN assay.screening_list_versions l ON l.list_id = n.id AND l.version = n.current_version
                AND l.version::text = used ->> 'version' AND l.used_since <= s.at`,
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ used_since }) => used_since === null)).toEqual([]);
    expect(await found('SELECT id FROM assay.screenings WHERE lists IS NULL AND run_id IS NULL')).toEqual([]);
  });

  test('states incomplete screening exactly where the lists used were out of date', async () => {
    const incomplete = clients.filter(({ client }) => client.sanctionsStatus === 'incomplete');
    expect(incomplete).toHaveLength(1);
    expect(incomplete[0]?.client).toMatchObject({ status: 'onboarding', cddStatus: 'inProgress' });
    const gaps = incomplete[0]?.client.screeningGaps ?? [];
    expect(gaps.map(({ regime }) => regime)).toEqual(['un', 'nzTerrorism', 'nzRussia', 'dfat']);
    expect(gaps.filter(({ problem }) => problem !== 'stale')).toEqual([]);
    const late = await found(
      `SELECT DISTINCT s.client_id FROM assay.screenings s CROSS JOIN LATERAL jsonb_array_elements(s.lists) AS used
        WHERE used ->> 'checkedAt' IS NOT NULL AND s.at - (used ->> 'checkedAt')::timestamptz > interval '7 days'`,
    );
    expect(late).toEqual([{ client_id: incomplete[0]?.client.id }]);
    // Screenings of other days do not claim a fetch within the outage.
    expect(
      await found(
        `SELECT s.client_id FROM assay.screenings s CROSS JOIN LATERAL jsonb_array_elements(s.lists) AS used
          WHERE (used ->> 'checkedAt')::timestamptz BETWEEN $1::timestamptz - interval '38 days' AND $1::timestamptz - interval '29 days'`,
        [now()],
      ),
    ).toEqual([]);
  });

  test('runs CDD in order, on plausible days', async () => {
    expect(
      await found(
        `SELECT c.display_name, c.created_at, c.relationship_started_on, r.approved_at, s.at AS screened_at
           FROM assay.clients c
           JOIN assay.risk_assessments r ON r.company_id = c.company_id AND r.id = c.current_risk_assessment_id
           JOIN LATERAL (SELECT min(at) AS at FROM assay.screenings s WHERE s.client_id = c.id) AS s ON true
          WHERE NOT (c.created_at <= s.at AND s.at <= r.submitted_at AND r.submitted_at <= r.approved_at
                     AND r.approved_at <= coalesce(c.relationship_started_on + 1, $1::date)::timestamptz
                     AND coalesce(c.relationship_started_on, $1::date) <= $1::date)`,
        [today],
      ),
    ).toEqual([]);
    const young = clients.filter(
      ({ client }) => (client.individual?.dateOfBirth ?? '1900-01-01') > '2008-11-02',
    );
    expect(named(young)).toEqual([]);
    const unborn = clients.filter(
      ({ client }) => (client.business?.incorporatedOn ?? '1900-01-01') > client.createdAt.slice(0, 10),
    );
    expect(named(unborn)).toEqual([]);
  });

  test('has reviews due by the policy, a few of them overdue by days', async () => {
    const late = await found(
      `SELECT c.display_name, c.risk_level, c.next_review_due_on, r.approved_at FROM assay.clients c
         JOIN assay.risk_assessments r ON r.company_id = c.company_id AND r.id = c.current_risk_assessment_id
        WHERE c.next_review_due_on > (r.approved_at AT TIME ZONE 'Pacific/Auckland')::date
                + CASE c.risk_level WHEN 'low' THEN interval '36 months' ELSE interval '12 months' END
           OR c.next_review_due_on < $1::date - 14`,
      [today],
    );
    expect(late).toEqual([]);
    const overdue = clients.filter(
      ({ client }) => client.nextReviewDueOn !== null && client.nextReviewDueOn < today,
    );
    expect(overdue.length).toBeGreaterThan(0);
    expect(overdue.length).toBeLessThan(4);
    const undated = ours.filter(
      ({ client }) => onboardTransition.includes(client.status) && client.nextReviewDueOn === null,
    );
    expect(named(undated)).toEqual([]);
  });

  test('applies enhanced CDD at high risk, and simplified CDD only where permitted', async () => {
    const high = clients.filter(({ client }) => client.riskLevel === 'high');
    expect(high.length).toBeGreaterThan(1);
    expect(named(high.filter(({ client }) => client.cddLevel !== 'enhanced'))).toEqual([]);
    // A local authority, by the officer's finding; nothing of what the level wants is outstanding.
    const simplified = clients.filter(({ client }) => client.cddLevel === 'simplified');
    expect(simplified).toMatchObject([
      { client: { clientType: 'government', status: 'active', cddStatus: 'verified' }, missing: [] },
    ]);
    expect(
      await found(
        `SELECT f.content ->> 'listedClass' AS class, m.login_id FROM assay.client_findings f JOIN assay.members m ON m.id = f.recorded_by
          WHERE f.subject = 'simplified'`,
      ),
    ).toEqual([{ class: 'localAuthority', login_id: 'officer@demo.test' }]);
  });

  test('completes activities only for customers verified, screened and assessed at the time', async () => {
    const completed = await found(
      `SELECT id FROM assay.activities WHERE status = 'completed' AND outcome = 'approved'`,
    );
    expect(completed.length).toBeGreaterThan(7);
    expect(
      await found(
        `SELECT a.name, c.display_name, c.cdd_status, c.sanctions_status, c.risk_level, c.relationship_started_on, a.created_at
           FROM assay.activities a
           JOIN assay.activity_parties p ON p.company_id = a.company_id AND p.activity_id = a.id AND p.capacity <> 'otherParty'
           JOIN assay.clients c ON c.company_id = a.company_id AND c.id = p.client_id
          WHERE a.status = 'completed' AND a.outcome = 'approved'
            AND NOT (c.cdd_status = 'verified' AND c.sanctions_status = 'clear' AND c.pep_status <> 'notChecked'
                     AND c.risk_level IS NOT NULL AND c.relationship_started_on <= a.created_at::date)`,
      ),
    ).toEqual([]);
    expect(
      await found(
        `SELECT a.name FROM assay.activities a
           LEFT JOIN assay.risk_assessments r ON r.company_id = a.company_id AND r.resource_id = a.id AND r.status = 'approved'
          WHERE a.status = 'completed' AND a.outcome = 'approved' AND r.id IS NULL`,
      ),
    ).toEqual([]);
  });

  test('shows each state of the product', async () => {
    expect(await states('clients')).toEqual([
      'active',
      'archived',
      'declined',
      'dormant',
      'draft',
      'exited',
      'onboarding',
    ]);
    expect(await states('clients', 'cdd_status')).toEqual([
      'exceptionApproved',
      'inProgress',
      'notStarted',
      'readyForReview',
      'refreshDue',
      'returned',
      'unableToComplete',
      'verified',
    ]);
    expect(await states('clients', 'sanctions_status')).toEqual([
      'clear',
      'confirmed',
      'incomplete',
      'notChecked',
      'potential',
    ]);
    expect(await states('clients', 'risk_level')).toEqual(['high', 'low', 'medium', 'null']);
    expect(await states('risk_assessments')).toEqual(
      expect.arrayContaining(['approved', 'draft', 'submitted']),
    );
    expect(await states('individual_verifications')).toEqual(['failed', 'needsReview', 'verified']);
    expect(await states('business_verifications')).toEqual(['failed', 'needsReview', 'verified']);
    expect(await states('screening_matches')).toEqual(['falsePositive', 'pending', 'truePositive']);
    expect(await states('document_requests')).toEqual([
      'cancelled',
      'changesRequested',
      'completed',
      'draft',
      'expired',
      'opened',
      'partlySubmitted',
      'sent',
      'submitted',
    ]);
    const waiting =
      await found(`SELECT m.login_id FROM assay.risk_assessments r JOIN assay.members m ON m.id = r.assessed_by
        WHERE r.status = 'submitted' AND r.resource_type = 'clients'`);
    expect(waiting.map(({ login_id }) => login_id)).toContain('staff@demo.test');
  });

  test('leaves the jobs only the alerts that it means to show', async () => {
    const { db } = database;
    await runMonitoring({ db, now, screening: createListEngine({ db }) });
    await syncScheduledReviews(db, { now });
    await expireEvidence({ db, now });
    await expireBusinessEvidence({ db, now });
    await monitorRegisters({ db, now, registries: registers.registries });
    await endExceptions(db, { now });
    await endOverrides(db, { now });
    await openDueAlerts(db, { now });
    const alerts = await found(
      `SELECT type, count(*)::int AS open FROM assay.alerts WHERE company_id = $1 AND status = 'open' GROUP BY type ORDER BY type`,
      [demoCompanyId],
    );
    expect(alerts).toEqual([
      { type: 'delayedCdd', open: 1 },
      { type: 'idExpiring', open: 1 },
      { type: 'reviewDue', open: 2 },
      { type: 'screeningMatch', open: 3 },
    ]);
    const after = (await demoClientsAsAssessed(database, now)).filter(
      ({ client }) => client.cddStatus === 'verified',
    );
    expect(after.length).toBeGreaterThan(30);
    expect(named(after.filter(({ missing }) => missing.length > 0))).toEqual([]);
  });

  test('adds hundreds of clients with consistent histories', async () => {
    const before = new Set(clients.map(({ client }) => client.id));
    await seedClients({ database, now }, { clients: before.size + 300 });
    const filled = (await demoClientsAsAssessed(database, now)).filter(
      ({ client }) => !before.has(client.id),
    );
    expect(filled).toHaveLength(300);
    const statuses = new Set(filled.map(({ client }) => `${client.status} ${client.cddStatus}`));
    expect([...statuses].sort()).toEqual([
      'archived notStarted',
      'declined unableToComplete',
      'draft notStarted',
      'onboarding inProgress',
      'onboarding notStarted',
    ]);
    const claiming = filled.filter(
      ({
        client: { riskLevel, cddLevel, pepStatus, sanctionsStatus, nextReviewDueOn, relationshipStartedOn },
      }) =>
        [riskLevel, cddLevel, nextReviewDueOn, relationshipStartedOn].some((value) => value !== null) ||
        pepStatus !== 'notChecked' ||
        sanctionsStatus !== 'notChecked',
    );
    expect(named(claiming)).toEqual([]);
    const { ok } = await verifyChains(database.db, testVerifyDeps());
    expect(ok).toBe(true);
  });
});
