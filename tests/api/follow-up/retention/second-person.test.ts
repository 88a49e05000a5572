import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockTeam } from '#api/records/team/team-store.ts';
import { confirmDocumentRemoval, removeDocument } from '#contract/documents/documents.ts';
import { confirmDestruction, exportCertificates, readRetention } from '#contract/views/retention.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { dayFromNow } from '#tests/support/api/document-requests.ts';
import { runWhileLocked } from '#tests/support/api/held-rows.ts';
import { addClient, dueClient } from '#tests/support/api/retention.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';
import { upload } from '../../records/documents/support.ts';
import { changeAccess, moveMember, reinvite } from '../../records/team/support.ts';

const hour = 3600;

describe.each(testEngines)('the second person for a destruction on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api?.close());

  /** A company whose owner and compliance officer may confirm, with a record that is due. */
  async function getCompany() {
    const company = await api.addCompany('Second Person Sample');
    const officer = await api.addMember(company.id, { designations: ['complianceOfficer'] });
    return { company, officer, due: await dueClient(api, company) };
  }

  const confirm = (id: string, as: TestPerson) =>
    api.request(confirmDestruction, { params: { id }, body: { understood: true } }, { as });
  const getProblem = async (id: string, as: TestPerson) => {
    const { status, problem } = await confirm(id, as);
    expect(status).toBe(422);
    return problem.detail;
  };
  const change = (company: TestCompany, person: TestPerson, changes: object) =>
    changeAccess(api, company, person, changes);
  const move = (company: TestCompany, person: TestPerson, to: 'suspended' | 'removed') =>
    moveMember(api, company, person, to);

  test('is another person: one who was removed and invited again cannot confirm her own request', async () => {
    const { company, officer, due } = await getCompany();
    expect((await confirm(due.id, officer)).response).toEqual({ outcome: 'confirmed', againFrom: null });
    const memberId = await reinvite(api, company, officer);
    expect(await getProblem(due.id, officer)).toContain('You have already confirmed. Another owner');
    // The page names her as the one who confirmed, so that it does not offer it again.
    const { response } = await api.request(readRetention, { query: {} }, { as: officer });
    expect(response.due[0]?.confirmed?.by.id).toBe(memberId);
    // Nor by writing to the table.
    const written = api.database.asSuperuser(
      `UPDATE assay.destructions SET destroyed_by = $2, destroyed_at = confirmed_at + interval '1 hour', item_counts = '{}', digest = repeat('0', 64)
        WHERE id = $1`,
      [due.id, memberId],
    );
    await expect(written).rejects.toMatchObject({ code: '23514' });
    expect((await confirm(due.id, company.owner)).response.outcome).toBe('destroyed');
  });

  test('is compared by address where the person was removed before their account was retained', async () => {
    const { company, officer, due } = await getCompany();
    await confirm(due.id, officer);
    await reinvite(api, company, officer);
    await api.database.asSuperuser('UPDATE assay.members SET former_identity_user_id = NULL WHERE id = $1', [
      officer.id,
    ]);
    expect(await getProblem(due.id, officer)).toContain('You have already confirmed');
  });

  test.each<[string, (company: TestCompany, officer: TestPerson) => Promise<void>]>([
    ['the designation', (company, officer) => change(company, officer, { designations: [] })],
    [
      'the role',
      (company, officer) =>
        change(company, officer, { role: 'auditor', designations: [], accessEndsOn: dayFromNow(api, 90) }),
    ],
    ['the access, by a suspension', (company, officer) => move(company, officer, 'suspended')],
    ['the access, by a removal', (company, officer) => move(company, officer, 'removed')],
  ])('counts for 24 hours after the loss of %s, before the request or after', async (_, take) => {
    for (const isFirst of [true, false]) {
      const { company, officer, due } = await getCompany();
      const { owner } = company;
      if (isFirst) {
        await take(company, officer);
        await api.clock.advance(hour);
        const { response } = await confirm(due.id, owner);
        const waits = Date.parse(response.againFrom ?? '') - api.clock.now().getTime();
        expect(Math.abs(waits - 24 * hour * 1000)).toBeLessThan(60_000);
      } else {
        await confirm(due.id, owner);
        // Alone a day after the request, with the other one's right gone for an hour.
        await api.clock.advance(24 * hour);
        expect(await getProblem(due.id, owner)).toContain('Another owner or compliance officer must confirm');
        await take(company, officer);
        await api.clock.advance(hour);
        const problem = await getProblem(due.id, owner);
        expect(problem).toMatch(
          /someone else could confirm until \d.*once no one else could for 24 hours\.$/,
        );
      }
      await api.clock.advance(22 * hour);
      expect(await getProblem(due.id, owner)).toMatch(/confirm again from \d/i);
      await api.clock.advance(2 * hour + 60);
      expect((await confirm(due.id, owner)).response).toEqual({ outcome: 'destroyed', againFrom: null });
    }
  });

  test('counts for 24 hours after the last day of access has passed, and after it was brought forward', async () => {
    const { company, officer, due } = await getCompany();
    const { owner } = company;
    const ends = new Date(api.clock.now().getTime() + 20 * hour * 1000).toISOString();
    await api.database.asSuperuser('UPDATE assay.members SET access_ends_at = $2 WHERE id = $1', [
      officer.id,
      ends,
    ]);
    await api.database.asSuperuser('DELETE FROM assay.former_member_access WHERE member_id = $1', [
      officer.id,
    ]);
    await confirm(due.id, owner);
    await api.clock.advance(25 * hour);
    expect(await getProblem(due.id, owner)).toContain('someone else could confirm until');
    await api.clock.advance(18 * hour);
    expect(await getProblem(due.id, owner)).toContain('someone else could confirm until');
    await api.clock.advance(2 * hour);
    expect((await confirm(due.id, owner)).response.outcome).toBe('destroyed');
  });

  test('counts if the right was given and taken while the request waited', async () => {
    const { company, officer, due } = await getCompany();
    const { owner } = company;
    await change(company, officer, { designations: [] });
    await api.clock.advance(25 * hour);
    expect((await confirm(due.id, owner)).response.againFrom).not.toBeNull();
    await api.clock.advance(20 * hour);
    await change(company, officer, { designations: ['complianceOfficer'] });
    await change(company, officer, { designations: [] });
    await api.clock.advance(10 * hour);
    expect(await getProblem(due.id, owner)).toContain('someone else could confirm until');
    await api.clock.advance(14 * hour + 60);
    expect((await confirm(due.id, owner)).response.outcome).toBe('destroyed');
  });

  test('is not the same person’s former membership, and the certificate of one person says so', async () => {
    const company = await api.addCompany('Rejoined Sample');
    const officer = await api.addMember(company.id, { designations: ['complianceOfficer'] });
    const due = await dueClient(api, company);
    expect((await confirm(due.id, officer)).status).toBe(200);
    const memberId = await reinvite(api, company, officer);
    // The owner gives the ownership up to the one who rejoined: nobody else may confirm.
    await change(company, officer, { role: 'owner' });
    await changeAccess(api, company, company.owner, { role: 'member' }, officer);
    expect(await getProblem(due.id, officer)).toContain('someone else could confirm until');
    await api.clock.advance(24 * hour + 60);
    expect((await confirm(due.id, officer)).response.outcome).toBe('destroyed');
    const { response } = await api.request(readRetention, { query: {} }, { as: officer });
    expect(response.certificates[0]).toMatchObject({
      confirmedBy: { id: memberId },
      destroyedBy: { id: memberId },
    });
    const csv = await api.request(exportCertificates, {}, { as: officer });
    expect(csv.text).toContain('None eligible: confirmed twice');
  });

  test('counts also if the right is being given at that moment: the confirmation waits for it', async () => {
    const { company, officer, due } = await getCompany();
    await change(company, officer, { designations: [] });
    await api.clock.advance(25 * hour);
    await confirm(due.id, company.owner);
    await api.clock.advance(25 * hour);
    const confirmed = await runWhileLocked(
      api,
      company.id,
      async (trx) => {
        await lockTeam(trx, company.id);
        await trx
          .updateTable('members')
          .set({ designations: ['complianceOfficer'], updated_at: api.clock.now().toISOString() })
          .where('id', '=', officer.id)
          .execute();
      },
      () => confirm(due.id, company.owner),
    );
    expect(confirmed.problem.detail).toContain('Another owner or compliance officer must confirm');
  });

  test('is another person for the removal of a document too', async () => {
    const { company, officer } = await getCompany();
    const { id: clientId } = await addClient(api, company);
    await api.database.asSuperuser(
      `UPDATE assay.clients SET relationship_started_on = '2020-01-31' WHERE id = $1`,
      [clientId],
    );
    const owner = { ownerType: 'client', ownerId: clientId } as const;
    const file = { name: 'deed.pdf', bytes: samplePdf(['(deed)']) };
    const id = (await upload(api, company.staff, owner, [file])).response.documents[0]?.document?.id ?? '';
    const asked = { params: { id }, body: { version: 1, reason: 'Of another person' } };
    expect((await api.request(removeDocument, asked, { as: officer })).status).toBe(200);
    await reinvite(api, company, officer);
    const again = { params: { id }, body: { version: 2 } };
    const own = await api.request(confirmDocumentRemoval, again, { as: officer });
    expect(own.problem.detail).toContain('You requested this removal');
    expect((await api.request(confirmDocumentRemoval, again, { as: company.owner })).status).toBe(200);
  });
});
