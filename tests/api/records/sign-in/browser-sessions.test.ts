import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingEmail } from '#api/integrations/email/transport.ts';
import {
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  readAdminMe,
  readMe,
  renameOwnAccount,
} from '#contract/company/accounts.ts';
import { readPolicies, updatePolicies } from '#contract/company/company-settings.ts';
import { transitionMember } from '#contract/company/members.ts';
import { clientHeader, openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { sendEmails } from '#tests/support/api/document-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('sessions of browsers on %s', (engine) => {
  let test: TestApi;
  let addresses = 0;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  /** Signs in as the web server does, from an address of its own. */
  async function signIn(person: TestPerson, device: string, realm: 'member' | 'admin' = 'member') {
    addresses += 1;
    const ip = `203.0.113.${addresses}`;
    const token = await test.token(person, undefined, 0);
    const body = { loginId: person.loginId, sessionToken: token, realm, device };
    const headers = { 'X-Assay-Client': clientHeader(ip, test.clock.now()) };
    const { response } = await test.request(login, { body }, { headers });
    const secret = response.realm === 'none' ? '' : response.session.secret;
    return { as: { token }, headers: { 'Assay-Session': secret }, ip };
  }
  const me = async (options: Parameters<TestApi['request']>[2]) =>
    (await test.request(readMe, {}, options)).status;
  const listed = async (options: Parameters<TestApi['request']>[2]) =>
    (await test.request(listSessions, {}, options)).response.sessions;

  it('starts one with each sign-in, and stores the hash of its secret alone', async () => {
    const { staff } = test.companies.a;
    const [one, other] = [await signIn(staff, 'Firefox'), await signIn(staff, 'Chrome')];
    expect(one.headers).not.toEqual(other.headers);
    expect([await me(one), await me(other)]).toEqual([200, 200]);
    const { rows } = await test.database.asSuperuser('SELECT * FROM assay.browser_sessions');
    expect(JSON.stringify(rows)).not.toContain(one.headers['Assay-Session']);
    const mine = (await listed(one)).filter(({ device }) => device !== 'Tests');
    expect(mine.map(({ device, address, isCurrent }) => [device, address, isCurrent])).toEqual([
      ['Chrome', other.ip, false],
      ['Firefox', one.ip, true],
    ]);
    // A session opens nothing without the token of its person, nor for another person.
    expect(await me({ headers: one.headers })).toBe(401);
    expect(await me({ as: test.companies.a.owner, headers: one.headers })).toBe(401);
  });

  it('ends one that is idle, or older than the company allows, whatever its token', async () => {
    const { owner } = test.companies.b;
    const { policies, version } = (await test.request(readPolicies, {}, { as: owner })).response;
    const body = { ...policies, version, sessionIdleMinutes: 20, sessionMaxHours: 1 };
    expect((await test.request(updatePolicies, { body }, { as: owner })).status).toBe(200);
    const { headers } = await signIn(owner, 'Firefox');
    const later = async (minutes: number) => {
      await test.clock.advance(minutes * 60);
      return me({ as: owner, headers });
    };
    expect([await later(19), await later(19), await later(19)]).toEqual([200, 200, 200]);
    // An hour after the sign-in.
    expect(await later(4)).toBe(401);
    const idle = await signIn(owner, 'Firefox');
    await test.clock.advance(21 * 60);
    expect(await me({ as: owner, headers: idle.headers })).toBe(401);
    expect((await listed({ as: owner })).map(({ device }) => device)).not.toContain('Firefox');

    const admin = await signIn(test.admin, 'Firefox', 'admin');
    await test.clock.advance(61 * 60);
    const asAdmin = await test.request(readAdminMe, {}, { as: test.admin, headers: admin.headers });
    expect(asAdmin.problem.code).toBe('token.invalid');
  });

  it('is ended by its person alone: here, elsewhere, or everywhere', async () => {
    const { auditor, owner } = test.companies.a;
    const [here, there, third] = [
      await signIn(auditor, 'here'),
      await signIn(auditor, 'there'),
      await signIn(auditor, 'third'),
    ];
    const id = (await listed(here)).find(({ device }) => device === 'there')?.id ?? '';
    const end = (options: Parameters<TestApi['request']>[2]) =>
      test.request(endOneSession, { params: { id }, body: {} }, options);
    expect((await end({ as: owner })).status).toBe(404);
    expect(await me(there)).toBe(200);
    expect((await end(here)).status).toBe(200);
    expect((await end(here)).status).toBe(404);
    expect([await me(here), await me(there), await me(third)]).toEqual([200, 401, 200]);

    expect((await test.request(endSession, { body: {} }, here)).status).toBe(200);
    // Another token of the person does not bring it back.
    expect(await me({ as: third.as, headers: here.headers })).toBe(401);

    expect((await test.request(endAllSessions, { body: {} }, third)).status).toBe(200);
    expect(await me(third)).toBe(401);
    expect(await me({ as: auditor })).toBe(401);
    expect(test.identityService.endedSessions()).toContain(auditor.subject);
    // A token from before starts no new session.
    const old = await test.token(auditor, undefined, 60);
    const body = { loginId: auditor.loginId, sessionToken: old, realm: 'member' as const };
    const headers = { 'X-Assay-Client': clientHeader('203.0.113.200', test.clock.now()) };
    expect((await test.request(login, { body }, { headers })).problem.code).toBe('token.invalid');
    expect(await me(await signIn(auditor, 'anew'))).toBe(200);
  });

  it('ends with a new password, a suspension and a removal', async () => {
    const { a } = test.companies;
    const [staff, leaver] = [await test.addMember(a.id), await test.addMember(a.id)];
    const [old, current] = [await signIn(staff, 'old'), await signIn(staff, 'new')];
    expect((await test.request(endOtherSessions, { body: {} }, current)).status).toBe(200);
    expect([await me({ as: current.as, headers: old.headers }), await me(current)]).toEqual([401, 200]);

    for (const [person, to] of [
      [staff, 'suspended'],
      [leaver, 'removed'],
    ] as const) {
      const session = await signIn(person, 'before');
      const input = { params: { id: person.id }, body: { version: 1, to, reason: 'Left the company' } };
      expect((await test.request(transitionMember, input, { as: a.owner })).status).toBe(200);
      const { rows } = await test.database.asSuperuser(
        'SELECT FROM assay.browser_sessions WHERE subject = $1 AND ended_at IS NULL',
        [person.subject],
      );
      expect([to, rows.length, await me(session)]).toEqual([to, 0, 401]);
    }
  });

  it('are changed by their person, who is told by email', async () => {
    const person = await test.addMember(test.companies.a.id);
    const mails: OutgoingEmail[] = [];
    const mail = {
      async send(one: OutgoingEmail) {
        mails.push(one);
        return { ok: true as const };
      },
      close: () => undefined,
    };
    const subjects = async () => {
      await sendEmails(test, mail);
      return mails.filter(({ to }) => to === person.loginId).map(({ subject }) => subject);
    };
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
    const first = await signIn(person, firefox);
    const here = await signIn(person, firefox.replaceAll('128', '129'));
    // The version of a browser is not another browser.
    expect(await subjects()).toEqual(['Assay: new sign-in from Firefox on Linux']);

    const rename = (name: string) => test.request(renameOwnAccount, { body: { name } }, here);
    expect((await rename(' ')).problem.fields).toHaveProperty('name');
    expect([(await rename('Mere Changed')).status, (await rename('Mere Changed')).status]).toEqual([
      200, 200,
    ]);
    const named = (await test.request(readMe, {}, here)).response.member.name;
    const body = { passwordChanged: true } as const;
    expect((await test.request(endOtherSessions, { body }, here)).status).toBe(200);
    expect([named, await me(here), await me({ as: person })]).toEqual(['Mere Changed', 200, 401]);
    expect((await subjects()).slice(1)).toEqual(['Assay: your password was changed']);
    const [told] = mails.filter(({ to }) => to === person.loginId);
    expect(told?.text).toContain(`from IP address ${first.ip}.`);
    // The link names the company: its reader may be working in another one.
    expect(told?.text).toContain(`/settings/sessions?company=${test.companies.a.id}\n`);
    const { rows } = await test.database.asSuperuser(
      "SELECT action FROM assay.audit_events WHERE resource_id = $1 AND action <> 'member.signedIn' ORDER BY seq",
      [person.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['member.renamed', 'member.passwordChanged']);
  });
});
