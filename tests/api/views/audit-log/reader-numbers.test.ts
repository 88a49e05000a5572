import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createClient, readClientHistory } from '#contract/clients/clients.ts';
import { readTeamMember } from '#contract/company/members.ts';
import { listAuditLog, verifyAuditLog } from '#contract/platform/audit.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

/** Events of the client, newest last: pages of 50 end between the withheld ones. */
const recorded = 130;

/** Withheld events are recorded behind these: inside pages, at their borders, several in a row, and at the end of the log. */
const withheldAfter: Readonly<Record<number, readonly string[]>> = {
  1: ['suspicion'],
  29: ['legalHold'],
  30: ['suspicionReport', 'legalHold'],
  31: ['suspicion'],
  79: ['legalHold'],
  80: ['legalHold', 'suspicion', 'suspicion'],
  81: ['suspicionReport'],
  100: ['legalHold'],
  130: ['suspicion', 'legalHold'],
};

describe('numbers of events per reader', () => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let clientId: string;

  const record = (events: readonly { kind: string; id: string; requestId: string }[]) =>
    asTenant(api.database.db, a.id, async (trx) => {
      for (const { kind, id, requestId } of events)
        await recordEvent(trx, api.clock, {
          companyId: a.id,
          actor: { type: 'user', id: a.owner.id, role: 'owner' },
          action: `${kind}.updated`,
          resourceType: kind,
          resourceId: id,
          detail: {},
          requestId,
        });
    });
  const withheld = (kinds: readonly string[]) =>
    kinds.map((kind) => ({ kind, id: clientId ?? a.id, requestId: 'withheld' }));

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    ({ a } = api.companies);
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Invented Officer' });
    await record(withheld(['suspicion', 'legalHold']));
    const body = {
      clientType: 'individual',
      individual: { givenNames: 'Hinemoa', familyName: 'Exampleton' },
      confirmations: ['likelyDuplicates'],
    };
    clientId = (await api.request(createClient, { body: body as never }, { as: a.staff })).response.id;
    for (let index = 1; index <= recorded; index += 1) {
      await record([
        { kind: 'client', id: clientId, requestId: `event ${index}` },
        ...(index === 60 ? [{ kind: 'member', id: a.staff.id, requestId: 'event of a member' }] : []),
        ...withheld(withheldAfter[index] ?? []),
      ]);
    }
  });
  afterAll(() => api?.close());

  type Event = { seq: number; action: string };
  async function readPages<E extends Event>(
    read: (before: number | undefined) => Promise<{ events: E[]; nextBefore: number | null }>,
  ): Promise<E[][]> {
    const pages: E[][] = [];
    for (let before: number | undefined; ; ) {
      const { events, nextBefore } = await read(before);
      pages.push(events);
      if (nextBefore === null) return pages;
      before = nextBefore;
    }
  }
  const logPages = (as: TestPerson, filters = {}) =>
    readPages(async (before) => {
      const query = { ...filters, ...(before === undefined ? {} : { before }) };
      return (await api.request(listAuditLog, { query: query as never }, { as })).response;
    });
  const log = async (as: TestPerson, filters = {}) => (await logPages(as, filters)).flat();
  const historyNumbers = async (as: TestPerson) => {
    const pages = await readPages(async (before) => {
      const query = before === undefined ? {} : { before };
      const params = { id: clientId };
      return (await api.request(readClientHistory, { params, query: query as never }, { as })).response;
    });
    return pages.flat().map(({ seq }) => seq);
  };
  const readPeriods = async (as: TestPerson) =>
    (await api.request(readClientHistory, { params: { id: clientId }, query: {} as never }, { as })).response
      .periods;
  const readChanges = async () => {
    const params = { id: a.staff.id };
    return (await api.request(readTeamMember, { params }, { as: a.owner })).response.changes;
  };
  const countDown = (from: number) => Array.from({ length: from }, (_, index) => from - index);
  const numbersOf = (events: readonly Event[]) => events.map(({ seq }) => seq);

  test('pages of the log number visible events down to 1, and skip or repeat none', async () => {
    const pages = await logPages(a.staff);
    const events = pages.flat();
    expect(pages.slice(0, -1).map(({ length }) => length)).toEqual(pages.slice(0, -1).map(() => 50));
    expect(numbersOf(events)).toEqual(countDown(events.length));
    expect(events.some(({ requestId }) => requestId === 'withheld')).toBe(false);
    expect(
      events.map(({ requestId }) => requestId).filter((requestId) => /^event \d+$/.test(requestId)),
    ).toEqual(countDown(recorded).map((index) => `event ${index}`));
    const seen = await log(officer);
    const hidden = seen.filter(({ requestId }) => requestId === 'withheld');
    expect(hidden).toHaveLength(15);
    expect(numbersOf(seen)).toEqual(countDown(events.length + hidden.length));
  });

  test('log, history, periods and verification show one reader the same numbers', async () => {
    const shown: number[][] = [];
    for (const reader of [a.staff, a.owner, officer]) {
      const events = await log(reader, { record: clientId, kind: 'client' });
      const numbers = await historyNumbers(reader);
      expect(numbers).toEqual(numbersOf(events));
      shown.push(numbers);
      const created = events.find(({ action }) => action === 'client.created');
      const started = (await readPeriods(reader)).flatMap(({ event }) => event ?? []);
      expect(started.length).toBeGreaterThan(0);
      for (const event of started) expect(event).toEqual({ seq: created?.seq, action: 'client.created' });
      if (reader === a.staff) {
        // Only the event of the member comes between.
        expect((numbers[0] ?? 0) - (numbers.at(-1) ?? 0)).toBe(recorded + 1);
      }
      const { response } = await api.request(verifyAuditLog, { query: {} }, { as: reader });
      expect(response.verifiedTo).toBe((await log(reader))[0]?.seq);
    }
    expect(shown[2]).not.toEqual(shown[0]);
  });

  test('changes of a member have the numbers of the log', async () => {
    const changes = await readChanges();
    const events = await log(a.owner, { record: a.staff.id, kind: 'member' });
    expect(changes.some(({ action }) => action === 'member.updated')).toBe(true);
    for (const { seq, action } of changes)
      expect(events.find((event) => event.seq === seq)?.action, `${seq}`).toBe(action);
  });

  test('later withheld events change no number', async () => {
    const read = async () => ({
      log: numbersOf(await log(a.staff)),
      history: await historyNumbers(a.staff),
      periods: await readPeriods(a.staff),
      changes: await readChanges(),
    });
    const before = await read();
    await record(withheld(['suspicion', 'legalHold', 'suspicionReport']));
    expect(await read()).toEqual(before);
    await record([{ kind: 'client', id: clientId, requestId: 'event 131' }]);
    const after = await read();
    expect(after.log).toEqual([before.log.length + 1, ...before.log]);
    expect(after.history).toEqual([before.log.length + 1, ...before.history]);
  });
});
