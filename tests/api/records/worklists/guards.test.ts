import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  enrolClient,
  enrolClients,
  enrolFilteredClients,
  transitionEnrolment,
} from '#contract/monitoring/enrolments.ts';
import {
  archiveWorklist,
  createWorklist,
  setDefaultWorklist,
  updateWorklist,
  type Worklist,
} from '#contract/monitoring/worklists.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { aWorklist, copyClients, everyDay } from '#tests/support/api/monitoring.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';

describe('worklist guards', () => {
  let api: TestApi;
  let company: TestCompany;
  let first: Worklist;
  let second: Worklist;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    company = await api.addCompany('Guarded Limited');
    first = await aWorklist(api, company);
    second = await aWorklist(api, company, { name: 'Second' });
  });

  const asOwner = () => ({ as: company.owner });
  const create = (name: string) => api.request(createWorklist, { body: { ...everyDay, name } }, asOwner());
  const update = ({ id, version }: Worklist, form: object) =>
    api.request(updateWorklist, { params: { id }, body: { ...everyDay, ...form, version } }, asOwner());
  const makeDefault = ({ id, version }: Worklist) =>
    api.request(setDefaultWorklist, { params: { id }, body: { version } }, asOwner());
  const archive = ({ id, version }: Worklist) =>
    api.request(archiveWorklist, { params: { id }, body: { version } }, asOwner());
  const enrol = (id: string, worklistId: number) =>
    api.request(enrolClient, { params: { id }, body: { worklistId } }, asOwner());

  it('reject a name used by another worklist, also concurrently', async () => {
    const taken = { name: ['Another worklist has this name. Use another name.'] };
    expect((await create('Second')).problem.fields).toEqual(taken);
    expect((await update(first, { name: 'Second' })).problem.fields).toEqual(taken);
    expect((await update(second, { name: 'Second', threshold: 60 })).status).toBe(200);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => create('At once')));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  it('reject a decision at an earlier version', async () => {
    const changed = (await update(second, { name: 'Second', threshold: 60 })).response;
    for (const { problem } of [
      await update(second, { name: 'Third' }),
      await makeDefault(second),
      await archive(second),
    ]) {
      expect(problem).toMatchObject({
        code: 'record.versionConflict',
        current: { version: changed.version },
      });
    }
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, (_, index) => update(changed, { name: 'Second', threshold: 50 + index })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('make the default worklist the default once', async () => {
    const { response: chosen } = await makeDefault(second);
    const again = await makeDefault(chosen);
    expect(again.response).toEqual(chosen);
    const { rows } = await api.database.asSuperuser(
      `SELECT seq FROM assay.audit_events WHERE chain = $1 AND action = 'worklist.defaultSet' AND resource_id = $2`,
      [company.id, String(second.id)],
    );
    expect(rows).toHaveLength(1);
  });

  it('leave an archived worklist unchanged', async () => {
    const archived = (await archive(second)).response;
    const message = 'This worklist is archived and can no longer be changed.';
    for (const { problem } of [
      await update(archived, { name: 'Second' }),
      await makeDefault(archived),
      await archive(archived),
    ]) {
      expect(problem.detail).toBe(message);
    }
    const client = await addClient(api, company, 'Archived', { status: 'active' });
    const choose = { worklistId: ['Select a worklist from the list'] };
    expect((await enrol(client, archived.id)).problem.fields).toEqual(choose);
    const many = { clientIds: [client], worklistId: archived.id };
    expect((await api.request(enrolClients, { body: many }, asOwner())).problem.fields).toEqual(choose);
    const filtered = { filters: {}, confirmedTotal: 1, worklistId: archived.id };
    const { problem } = await api.request(enrolFilteredClients, { body: filtered as never }, asOwner());
    expect(problem.fields).toEqual(choose);
  });

  it('reject archiving the default worklist, and one with enrolled clients', async () => {
    expect((await archive(first)).problem.detail).toContain('Make another one the default first');
    await enrol(await addClient(api, company, 'Enrolled', { status: 'active' }), second.id);
    expect((await archive(second)).problem.detail).toContain('still has enrolled clients');
  });

  it('reject enrolling another company’s client, an ended relationship, or a grown filter', async () => {
    const own = await addClient(api, company, 'Own', { status: 'active' });
    const ended = await addClient(api, company, 'Ended', { status: 'exited' });
    const other = await addClient(api, api.companies.b, 'Other', { status: 'active' });
    expect((await enrol(other, first.id)).problem.code).toBe('record.notFound');
    expect((await enrol(ended, first.id)).problem.detail).toContain('The relationship has ended');
    const enrolMany = (clientIds: string[]) =>
      api.request(enrolClients, { body: { clientIds, worklistId: first.id } }, asOwner());
    expect((await enrolMany([own, other])).problem.code).toBe('record.notFound');
    expect((await enrolMany([own, ended])).response).toMatchObject({
      enrolled: 1,
      notEnrolled: [{ id: ended }],
    });
    const body = { filters: {}, confirmedTotal: 1, worklistId: second.id };
    const { problem } = await api.request(enrolFilteredClients, { body: body as never }, asOwner());
    expect(problem.fields?.filters?.[0]).toContain('The filter has 2 clients now');
    await copyClients(api, own, 499, 1);
    const tooMany = { ...body, confirmedTotal: 501 };
    const refused = await api.request(enrolFilteredClients, { body: tooMany as never }, asOwner());
    expect(refused.problem.fields?.filters?.[0]).toContain('At most 500 clients at once');
  });

  it('change an enrolment’s status once, as its lifecycle allows', async () => {
    const client = await addClient(api, company, 'Moved', { status: 'active' });
    const { id, version } = (await enrol(client, first.id)).response;
    const transition = (to: 'active' | 'paused' | 'ended', at = version) =>
      api.request(transitionEnrolment, { params: { id }, body: { version: at, to } }, asOwner());
    expect((await transition('active')).problem.code).toBe('request.invalid');
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => transition('paused')));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await transition('ended')).problem.code).toBe('record.versionConflict');
    expect((await transition('ended', version + 1)).status).toBe(200);
  });
});
