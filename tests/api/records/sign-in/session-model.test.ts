import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newSignInNonce } from '#api/records/sign-in/sign-in-nonces.ts';
import {
  browserSessionHeader,
  checkSession,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  login,
  readAdminMe,
  readMe,
  signup,
} from '#contract/company/accounts.ts';
import { type CompanyPolicies, readPolicies, updatePolicies } from '#contract/company/company-settings.ts';
import {
  addPasskey,
  confirmSession,
  startPasskeyCheck,
  verifySecondFactor,
} from '#contract/company/second-factors.ts';
import {
  addSsoDomain,
  readSingleSignOn,
  saveSingleSignOn,
  verifySsoDomain,
} from '#contract/company/single-sign-on.ts';
import type { Endpoint, EndpointRequest } from '#contract/endpoint.ts';
import {
  clientHeader,
  type Outcome,
  openTestApi,
  type TestApi,
  type TestCompany,
  type TestPerson,
  testWebSecret,
} from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import type { TokenProblem } from '#tests/support/services/identity-service.ts';
import { isSoak } from '#tests/support/soak.ts';
import * as model from './session-model.ts';

const domain = 'sequences.example';
const provider = {
  protocol: 'oidc' as const,
  issuer: 'https://login.example.test/tenant',
  clientId: 'assay',
  clientSecret: 'a-client-secret-of-the-test',
  authorizationUrl: 'https://login.example.test/authorize',
  tokenUrl: 'https://login.example.test/token',
  userInfoUrl: 'https://login.example.test/userinfo',
  jwksUrl: 'https://login.example.test/keys',
};

/** How a person signs in: the kind of the attempt by the method that the token then names. */
const attemptKinds = { pwd: 'password', email: 'code', fed: 'sso' } as const;
const ways = ['pwd', 'email', 'fed'] as const;

/**
 * Who calls: the two browsers of the person, a thief with all that browser A ever held, who has had the service renew its tokens too, and
 * somebody with tokens alone.
 */
const callers = ['a', 'b', 'thief', 'attacker'] as const;

/** Tokens that a sign-in of the person does not bring about. */
const oddities = [
  'noNonce',
  'forgedNonce',
  'laterNonce',
  'invitation',
  'replacedApp',
  'passkeyAlone',
  'otherKey',
  'expired',
  'refreshToken',
  'otherPerson',
  'otherCompany',
] as const;

const waits = [5, 60, 61, 15 * 60, 16 * 60, 20 * 60 + 1, 60 * 60, 61 * 60, 13 * 3600] as const;
const calls = ['me', 'adminMe', 'policies', 'end', 'endOthers', 'endAll', 'signUp', 'addPasskey'] as const;
const proofs = ['fresh', 'held', 'code', 'replacedApp', 'otherPerson'] as const;
/** In place of the token's own nonce: that of an attempt, and of an invitation. */
const acceptances = ['none', 'none', 'attempt', 'own', 'others'] as const;

type Step =
  | { do: 'signIn'; browser: 'a' | 'b'; by: (typeof ways)[number] }
  /** Signs in at the identity service, and not yet at the API. */
  | { do: 'begin'; by: (typeof ways)[number] }
  /** As the web does it, before it goes on in the browser. */
  | { do: 'renew'; browser: 'a' | 'b' }
  /** As whoever has the refresh token can. */
  | { do: 'refresh'; token: number }
  | { do: 'make'; odd: (typeof oddities)[number] }
  | {
      do: 'login';
      token: number;
      realm: 'member' | 'admin';
      accepted: (typeof acceptances)[number];
      times: 1 | 2;
    }
  | { do: 'wait'; seconds: number }
  | { do: 'call'; what: (typeof calls)[number]; by: (typeof callers)[number]; pick: number }
  | { do: 'endOne'; target: number; by: (typeof callers)[number]; pick: number }
  | { do: 'confirm'; proof: (typeof proofs)[number]; by: (typeof callers)[number]; pick: number }
  | {
      do: 'verify';
      proof: 'passkey' | 'strange' | 'code' | 'usedCode';
      by: (typeof callers)[number];
      pick: number;
    }
  | { do: 'check'; session: number };

/** Counted from the newest. */
const nth = fc.nat({ max: 11 });
const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const does = <const T extends string>(name: T) => fc.constant(name);
/** More often those who may. */
const by = one([...callers, 'a', 'b', 'thief'] as const);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const browser = one(['a', 'b'] as const);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  weighted(3, fc.record({ do: does('signIn'), browser, by: one(ways) })),
  weighted(1, fc.record({ do: does('begin'), by: one(ways) })),
  weighted(3, fc.record({ do: does('renew'), browser })),
  weighted(2, fc.record({ do: does('refresh'), token: nth })),
  weighted(3, fc.record({ do: does('make'), odd: one(oddities) })),
  weighted(
    7,
    fc.record({
      do: does('login'),
      token: nth,
      realm: one(['member', 'member', 'admin'] as const),
      accepted: one(acceptances),
      times: one([1, 2] as const),
    }),
  ),
  weighted(5, fc.record({ do: does('wait'), seconds: one(waits) })),
  weighted(9, fc.record({ do: does('call'), what: one(calls), by, pick: nth })),
  weighted(2, fc.record({ do: does('endOne'), target: nth, by, pick: nth })),
  weighted(6, fc.record({ do: does('confirm'), proof: one(proofs), by, pick: nth })),
  weighted(
    4,
    fc.record({
      do: does('verify'),
      proof: one(['passkey', 'strange', 'code', 'usedCode'] as const),
      by,
      pick: nth,
    }),
  ),
  weighted(1, fc.record({ do: does('check'), session: nth })),
);

const wait = (seconds: number): Step => ({ do: 'wait', seconds });
const call = (what: (typeof calls)[number], who: (typeof callers)[number] = 'a'): Step => ({
  do: 'call',
  what,
  by: who,
  pick: 0,
});
const signInA: Step = { do: 'signIn', browser: 'a', by: 'pwd' };
/** Stays signed in, in steps of 50 minutes. */
const stayFor = (minutes: number): Step[] =>
  Array.from({ length: minutes / 50 }, (): Step[] => [
    wait(50 * 60),
    { do: 'renew', browser: 'a' },
    call('me'),
  ]).flat();

/**
 * Ends of browser A's session, or what it has to do before it goes on, after which its token began the session anew until November 2026. The
 * token itself is valid for another moment.
 */
const ends: Record<string, Step[]> = {
  idle: [signInA, wait(30 * 60), { do: 'renew', browser: 'a' }, call('me'), wait(60 * 60)],
  absolute: [signInA, ...stayFor(700), wait(20 * 60)],
  'ended by the other browser': [
    signInA,
    { do: 'signIn', browser: 'b', by: 'pwd' },
    { do: 'endOne', target: 1, by: 'b', pick: 0 },
  ],
  'proof due': [signInA, wait(16 * 60), call('policies')],
};

const presentation: Omit<Extract<Step, { do: 'login' }>, 'token'> = {
  do: 'login',
  realm: 'member',
  accepted: 'none',
  times: 1,
};

/** Each end, then POST /login with every token that there was, as it was and renewed. */
const formerBreaks: Step[][] = Object.values(ends).map((steps) => [
  ...steps,
  { ...presentation, token: 0 },
  { ...presentation, token: 1 },
  { do: 'refresh', token: 1 },
  { ...presentation, token: 0 },
  call('me'),
  call('policies', 'thief'),
  call('endOthers', 'attacker'),
  call('signUp', 'attacker'),
]);

const signInB: Step = { do: 'signIn', browser: 'b', by: 'pwd' };
const begin: Step = { do: 'begin', by: 'pwd' };

/** What random sequences come to too seldom: each is refused by one rule alone. */
const narrow: Step[][] = [
  // A sign-in from before the others were ended, and one that was ended before it was presented.
  [begin, wait(5), signInA, call('endOthers'), { ...presentation, token: 1 }],
  [signInA, begin, call('end', 'attacker'), { ...presentation, token: 0 }],
  // That with which a session ended the others goes on in it alone.
  [signInA, begin, call('endOthers', 'thief'), { ...presentation, token: 0 }],
  // A password entered a while ago, and not presented since.
  [signInA, begin, wait(61), { do: 'confirm', proof: 'held', by: 'thief', pick: 0 }],
  [signInA, { do: 'confirm', proof: 'replacedApp', by: 'a', pick: 0 }],
  // A passkey that was registered at the identity service alone.
  [
    signInA,
    call('addPasskey'),
    signInB,
    { do: 'verify', proof: 'strange', by: 'b', pick: 0 },
    call('me', 'b'),
  ],
];

/** What the person does themselves. */
const wholeWay: Step[] = [
  signInA,
  call('me'),
  call('policies'),
  wait(16 * 60),
  call('policies'),
  { do: 'confirm', proof: 'fresh', by: 'a', pick: 0 },
  call('policies'),
  call('addPasskey'),
  { do: 'signIn', browser: 'b', by: 'fed' },
  call('me', 'b'),
  call('policies', 'b'),
  { do: 'verify', proof: 'code', by: 'b', pick: 0 },
  call('policies', 'b'),
  wait(16 * 60),
  call('policies', 'b'),
  { do: 'verify', proof: 'usedCode', by: 'b', pick: 0 },
  { do: 'verify', proof: 'passkey', by: 'b', pick: 0 },
  call('policies', 'b'),
  call('endAll', 'b'),
  call('me'),
];

/** What the sequences have to bring about. */
const wanted = [
  'login: ok',
  'login: token.invalid',
  'login: login.noAccount',
  'me: session.secondFactor',
  'adminMe: role.forbidden',
  'policies: ok',
  'policies: session.confirm',
  'policies: session.secondFactor',
  'addPasskey: ok',
  'confirm fresh: ok',
  'confirm held: request.invalid',
  'confirm replacedApp: request.invalid',
  'endOne: ok',
  'endAll: ok',
  'endOthers: ok',
  'endOthers: token.invalid',
  'signUp: signup.exists',
  'signUp: token.invalid',
  'verify passkey: ok',
  'verify code: ok',
  'verify strange: request.invalid',
];

/** `nth` newest; undefined of none. */
const newest = <T>(list: readonly T[], nth: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (nth % list.length)];

describe.each(testEngines)('sessions, whatever is called in which order, on %s', (engine) => {
  let test: TestApi;
  let company: TestCompany;
  let policies: CompanyPolicies;
  let addresses = 0;
  const movedDate = globalThis.Date;
  /** How often each answer came, by what was done. */
  const answers = new Map<string, number>();

  /** Time stands still but for the steps that wait, so that the model knows it to the second. */
  const seconds = () => Date.now() / 1000;
  const pass = (more: number) => vi.setSystemTime(Date.now() + more * 1000);

  beforeAll(async () => {
    vi.setSystemTime(Math.ceil(seconds()) * 1000);
    test = await openTestApi(engine);
    company = await test.addCompany('Sequence Partners');
    const as = company.owner;
    const { id } = (await test.request(addSsoDomain, { body: { domain } }, { as })).response;
    const { domains, version } = (await test.request(readSingleSignOn, {}, { as })).response;
    test.txtRecords.set(
      `_assay.${domain}`,
      domains.map(({ recordValue }) => recordValue ?? ''),
    );
    expect((await test.request(verifySsoDomain, { params: { id }, body: {} }, { as })).status).toBe(200);
    const sso = { ...provider, version, mode: 'optional' };
    expect((await test.request(saveSingleSignOn, { body: sso as never }, { as })).status).toBe(200);
    policies = (await test.request(readPolicies, {}, { as })).response;
  });
  afterAll(async () => {
    await test?.close();
    vi.useRealTimers();
    // In place of the machine's, for the files that follow in this worker.
    globalThis.Date = movedDate;
  });

  /** An owner with an address at the company's domain. */
  async function addOwner(): Promise<TestPerson> {
    const person = await test.addMember(company.id, { role: 'owner' });
    const loginId = `${person.id}@${domain}`;
    await test.database.asSuperuser('UPDATE assay.members SET login_id = $2 WHERE id = $1', [
      person.id,
      loginId,
    ]);
    test.identityService.addUser({ userId: person.subject, loginIds: [loginId], name: person.name });
    return { ...person, loginId };
  }

  interface Browser {
    token: model.Token;
    session: model.Session;
  }

  /** One person's sequence: what is known of it, and how steps are done. */
  async function openSequence() {
    const [person, other] = [await addOwner(), await test.addMember(company.id)];
    const world = model.newWorld(seconds());
    const browsers: Partial<Record<'a' | 'b', Browser>> = {};
    /** What browser A held at some time. */
    const copied: model.Session[] = [];
    const uses: Record<'factor' | 'attempt' | 'login', number[]> = { factor: [], attempt: [], login: [] };
    const done: string[] = [];

    /** Whether a limit of ten uses leaves room; the limits are no part of the model. */
    function hasRoom(limit: keyof typeof uses, windowSeconds = 660): boolean {
      uses[limit] = uses[limit].filter((at) => at > seconds() - windowSeconds);
      if (uses[limit].length >= 8) return false;
      uses[limit].push(seconds());
      return true;
    }

    function send<E extends Endpoint>(
      endpoint: E,
      input: EndpointRequest<E>,
      { token, session }: Partial<model.Credentials> = {},
    ): Promise<Outcome<E>> {
      addresses += 1;
      const ip = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
      const headers = {
        'X-Assay-Client': clientHeader(ip, test.clock.now()),
        [browserSessionHeader]: session?.secret ?? '',
      };
      return test.request(endpoint, input, { ...(token ? { as: { token: token.jwt } } : {}), headers });
    }

    /** Notes what was answered; it is what the model says. */
    function expectAnswer(what: string, expected: model.Answer, outcome: Outcome<Endpoint>): void {
      const isDone = outcome.status < 300;
      const answer = isDone ? 'ok' : outcome.problem.code;
      done.push(`${what}: ${answer}`);
      answers.set(`${what}: ${answer}`, (answers.get(`${what}: ${answer}`) ?? 0) + 1);
      if (answer !== expected) expect({ done, expected }).toEqual({ done, expected: answer });
    }

    const nonceAt = (boundTo: model.Nonce['boundTo'], text: string, isGenuine = true): model.Nonce => ({
      text,
      issuedAt: seconds(),
      boundTo,
      isGenuine,
      isUsed: false,
    });
    const invitationNonce = (of: model.Holder) =>
      nonceAt(
        of,
        newSignInNonce(
          { webSecret: testWebSecret, now: test.clock.now },
          (of === 'person' ? person : other).subject,
        ),
      );

    /** Counts an attempt, as the web does before it calls the identity service. */
    async function attempt(way: (typeof ways)[number]): Promise<model.Nonce> {
      const { response } = await send(login, { body: { kind: attemptKinds[way], loginId: person.loginId } });
      if (!('nonce' in response)) throw new Error('An attempt signed somebody in');
      return nonceAt('nobody', response.nonce);
    }

    interface Minted {
      methods?: readonly string[];
      holder?: model.Holder;
      isOfOtherCompany?: boolean;
      fault?: TokenProblem;
    }

    /** A token as the identity service would issue it now. */
    async function mint(nonce: model.Nonce | undefined, more: Minted = {}): Promise<model.Token> {
      const { methods = ['pwd'], holder = 'person', isOfOtherCompany = false, fault } = more;
      const { subject } = holder === 'person' ? person : other;
      const tenant = isOfOtherCompany ? test.companies.b.id : company.id;
      const dct = methods.includes('fed') ? tenant : undefined;
      const jwt = await test.identityService.token(subject, fault, 0, [...methods], dct, nonce?.text ?? '');
      const isExpired = fault === 'expired';
      const token: model.Token = {
        jwt,
        issuedAt: seconds(),
        expiresAt: seconds() + (isExpired ? -60 : 3600),
        holder,
        methods,
        isOfOtherCompany,
        nonce,
        isForged: fault !== undefined && !isExpired,
      };
      world.tokens.push(token);
      return token;
    }

    /** The same sign-in's next token. */
    const refresh = (token: model.Token) => mint(token.nonce, token);

    const oddTokens: Record<(typeof oddities)[number], () => Promise<model.Token>> = {
      noNonce: () => mint(undefined),
      forgedNonce: () => {
        const webSecret = 'another-secret-than-that-of-the-web';
        return mint(nonceAt('nobody', newSignInNonce({ webSecret, now: test.clock.now }), false));
      },
      async laterNonce() {
        const { text } = await attempt('pwd');
        const later = `${Math.floor(seconds()) + 30}${text.slice(text.indexOf('.'))}`;
        return mint(nonceAt('nobody', later, false));
      },
      invitation: () => mint(invitationNonce('person')),
      replacedApp: async () => mint(await attempt('pwd'), { methods: ['pwd', 'totp', 'mfa'] }),
      passkeyAlone: async () => mint(await attempt('pwd'), { methods: ['webauthn', 'mfa'] }),
      otherKey: async () => mint(await attempt('pwd'), { fault: 'otherKey' }),
      expired: async () => mint(await attempt('pwd'), { fault: 'expired' }),
      refreshToken: async () => mint(await attempt('pwd'), { fault: 'refresh' }),
      otherPerson: async () => mint(await attempt('pwd'), { holder: 'other' }),
      otherCompany: async () => mint(await attempt('fed'), { methods: ['fed'], isOfOtherCompany: true }),
    };

    /** POST /login. @returns the session that it began */
    async function logIn(
      token: model.Token,
      { realm = 'member', accepted }: { realm?: 'member' | 'admin'; accepted?: model.Nonce | undefined } = {},
    ): Promise<model.Session | undefined> {
      const expected = model.login(world, token, { realm, accepted });
      const body = {
        loginId: person.loginId,
        sessionToken: token.jwt,
        realm,
        device: `sequence ${world.sessions.length}`,
        ...(accepted === undefined ? {} : { nonce: accepted.text }),
      };
      const outcome = await send(login, { body });
      expectAnswer('login', expected, outcome as Outcome<Endpoint>);
      if (outcome.status !== 200 || outcome.response.realm !== 'member') return undefined;
      const { secret } = outcome.response.session;
      const { rows } = await test.database.asSuperuser(
        'SELECT id FROM assay.browser_sessions WHERE subject = $1 AND device = $2',
        [person.subject, body.device],
      );
      return model.startSession(world, { id: String(rows[0]?.id), secret });
    }

    function credentialsOf(who: (typeof callers)[number], pick: number): model.Credentials | undefined {
      if (who === 'a' || who === 'b') return browsers[who];
      const token = newest(world.tokens, pick);
      if (token === undefined) return undefined;
      // All combinations of the newest few of each.
      return { token, session: who === 'thief' ? newest(copied, pick >> 1) : undefined };
    }

    async function version(): Promise<number> {
      const { rows } = await test.database.asSuperuser('SELECT version FROM assay.companies WHERE id = $1', [
        company.id,
      ]);
      return Number(rows[0]?.version);
    }

    async function makeCall(what: (typeof calls)[number], as: model.Credentials): Promise<void> {
      const expect_ = async <E extends Endpoint>(expected: model.Answer, sent: Promise<Outcome<E>>) => {
        const outcome = await sent;
        expectAnswer(what, expected, outcome as Outcome<Endpoint>);
        return outcome;
      };
      switch (what) {
        case 'me':
          return void (await expect_(model.enter(world, as), send(readMe, {}, as)));
        case 'adminMe':
          return void (await expect_(model.enter(world, as, { isAdmins: true }), send(readAdminMe, {}, as)));
        case 'policies': {
          const body = { ...policies.policies, version: await version() };
          const expected = model.enter(world, as, { recentProof: true });
          return void (await expect_(expected, send(updatePolicies, { body }, as)));
        }
        case 'end':
          return void (await expect_(model.endOwn(world, as), send(endSession, { body: {} }, as)));
        case 'endOthers':
          return void (await expect_(model.endOthers(world, as), send(endOtherSessions, { body: {} }, as)));
        case 'endAll':
          return void (await expect_(model.endAll(world, as), send(endAllSessions, { body: {} }, as)));
        case 'signUp': {
          const body = {
            name: 'Another Name',
            companyName: 'Another Company',
            billingCountryCode: 'NZL' as const,
            loginId: person.loginId,
          };
          return void (await expect_(model.signUp(world, as), send(signup, { body }, as)));
        }
        case 'addPasskey': {
          if (!hasRoom('factor')) return;
          const answer = test.identityService.passkeyAnswer(person);
          const expected = model.addPasskey(world, as, answer.response);
          const sent = send(addPasskey, { body: { ...answer, label: 'Laptop' } }, as);
          const outcome = await expect_(expected, sent);
          if (outcome.status === 201) world.codes = outcome.response.recoveryCodes ?? world.codes;
        }
      }
    }

    async function proofToken(proof: (typeof proofs)[number], pick: number): Promise<model.Token> {
      const held = newest(world.tokens, pick);
      if (proof === 'held' && held !== undefined) return held;
      if (proof === 'replacedApp' || proof === 'otherPerson') return oddTokens[proof]();
      const way = proof === 'code' ? 'email' : 'pwd';
      return mint(await attempt(way), { methods: [way] });
    }

    async function verifyFactor(
      as: model.Credentials,
      proof: Extract<Step, { do: 'verify' }>['proof'],
    ): Promise<void> {
      if (!hasRoom('factor')) return;
      if (proof === 'code' || proof === 'usedCode') {
        const code = (proof === 'code' ? world.codes[0] : world.usedCodes[0]) ?? 'aaaaa-aaaaa';
        const expected = model.verify(world, as, { code });
        const body = { method: 'recovery', code } as const;
        return expectAnswer(
          `verify ${proof}`,
          expected,
          (await send(verifySecondFactor, { body }, as)) as Outcome<Endpoint>,
        );
      }
      const strange = test.identityService.passkeyAnswer(person);
      const isStrange = proof === 'strange' || world.passkey === undefined;
      const started = isStrange ? undefined : await send(startPasskeyCheck, { body: {} }, as);
      // Which only tells what the passkey is to answer, and is refused with the rest.
      if (started !== undefined)
        expect(started.status < 300).toBe(model.enter(world, as, { beforeSecondFactor: true }) === 'ok');
      const answer = isStrange
        ? strange
        : {
            transactionId: (started?.status ?? 500) < 300 ? (started?.response.transactionId ?? '') : 'none',
            response: world.passkey ?? '',
          };
      const expected = model.verify(world, as, isStrange ? { isStrange: true } : {});
      const body = { method: 'passkey', ...answer } as const;
      expectAnswer(
        `verify ${proof}`,
        expected,
        (await send(verifySecondFactor, { body }, as)) as Outcome<Endpoint>,
      );
    }

    async function step(next: Step): Promise<void> {
      world.now = seconds();
      switch (next.do) {
        case 'wait':
          pass(next.seconds);
          done.push(`wait ${next.seconds}`);
          return;
        case 'signIn': {
          if (!hasRoom('attempt', 120) || !hasRoom('login', 120)) return;
          const token = await mint(await attempt(next.by), { methods: [next.by] });
          const session = await logIn(token);
          if (session === undefined) throw new Error('An honest person is not signed in');
          browsers[next.browser] = { token, session };
          if (next.browser === 'a') copied.push(session);
          return;
        }
        case 'begin':
          if (hasRoom('attempt', 120)) await mint(await attempt(next.by), { methods: [next.by] });
          return;
        case 'renew': {
          const held = browsers[next.browser];
          if (held === undefined || !(await isSaidOpen(held.session))) return;
          held.token = await refresh(held.token);
          return;
        }
        case 'refresh': {
          const token = newest(world.tokens, next.token);
          if (token !== undefined && !token.isForged) await refresh(token);
          return;
        }
        case 'make':
          if (hasRoom('attempt', 120)) await oddTokens[next.odd]();
          return;
        case 'login': {
          const token = newest(world.tokens, next.token);
          if (token === undefined) return;
          const accepted =
            next.accepted === 'none' || !hasRoom('attempt', 120)
              ? undefined
              : next.accepted === 'attempt'
                ? await attempt('pwd')
                : invitationNonce(next.accepted === 'own' ? 'person' : 'other');
          for (let time = 0; time < next.times; time += 1)
            if (hasRoom('login', 120)) await logIn(token, { realm: next.realm, accepted });
          return;
        }
        case 'check': {
          const session = newest(world.sessions, next.session);
          if (session !== undefined) await isSaidOpen(session);
          return;
        }
        default: {
          const as = credentialsOf(next.by, next.pick);
          if (as === undefined) return;
          if (next.do === 'call') return makeCall(next.what, as);
          if (next.do === 'verify') return verifyFactor(as, next.proof);
          if (next.do === 'endOne') {
            const target = newest(world.sessions, next.target);
            if (target === undefined) return;
            const expected = model.endOne(world, as, target);
            const outcome = await send(endOneSession, { params: { id: target.id }, body: {} }, as);
            return expectAnswer('endOne', expected, outcome as Outcome<Endpoint>);
          }
          if (!hasRoom('factor') || !hasRoom('attempt', 120)) return;
          const proof = await proofToken(next.proof, next.pick);
          const expected = model.confirm(world, as, proof);
          const outcome = await send(confirmSession, { body: { sessionToken: proof.jwt } }, as);
          return expectAnswer(`confirm ${next.proof}`, expected, outcome as Outcome<Endpoint>);
        }
      }
    }

    async function isSaidOpen(session: model.Session): Promise<boolean> {
      const { response } = await send(checkSession, { body: { secret: session.secret } });
      done.push(`check: ${response.isOpen}`);
      expect({ done, ...response }).toEqual({ done, isOpen: model.isOpen(world, session) });
      return response.isOpen;
    }

    /** Nothing gets past an end, there are no sessions but those that a sign-in began, and the person gets in. */
    async function expectSoundEnd(): Promise<void> {
      world.now = seconds();
      const { rows } = await test.database.asSuperuser(
        "SELECT id, ended_at IS NOT NULL AS is_ended FROM assay.browser_sessions WHERE subject = $1 AND device <> 'Tests' ORDER BY device",
        [person.subject],
      );
      const known = world.sessions.map(({ id, isEnded }) => ({ id, is_ended: isEnded }));
      const sorted = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort();
      expect({ done, sessions: sorted(rows) }).toEqual({ done, sessions: sorted(known) });

      const bare = await mint(undefined);
      for (const session of world.sessions.filter((each) => !model.isOpen(world, each))) {
        const outcomes = await Promise.all(
          [...Object.values(browsers), { token: bare }].map(({ token }) =>
            send(readMe, {}, { token, session }),
          ),
        );
        expect({ done, statuses: outcomes.map(({ status }) => status) }).toEqual({
          done,
          statuses: outcomes.map(() => 401),
        });
      }

      // Past the windows of all limits.
      pass(700);
      await step({ do: 'signIn', browser: 'b', by: 'pwd' });
      const as = browsers.b as Browser;
      if (world.passkey !== undefined) {
        await makeCall('me', as);
        await verifyFactor(as, 'passkey');
      }
      await makeCall('me', as);
      await makeCall('policies', as);
      expect(done.slice(-2)).toEqual(['me: ok', 'policies: ok']);
    }

    return { world, browsers, done, step, refresh, logIn, attempt, mint, expectSoundEnd, send };
  }

  async function play(steps: readonly Step[]): Promise<readonly string[]> {
    const sequence = await openSequence();
    for (const step of steps) await sequence.step(step);
    await sequence.expectSoundEnd();
    return sequence.done;
  }

  it.each(
    Object.keys(ends).flatMap((end) => (['same', 'refreshed'] as const).map((which) => ({ end, which }))),
  )('do not begin anew with the $which token: $end', async ({ end, which }) => {
    const sequence = await openSequence();
    for (const step of ends[end] ?? []) await sequence.step(step);
    const { token, session } = sequence.browsers.a as Browser;
    const sent = which === 'same' ? token : await sequence.refresh(token);
    const count = sequence.world.sessions.length;
    sequence.world.now = seconds();
    expect(await sequence.logIn(sent)).toBeUndefined();
    expect(sequence.done.at(-1)).toBe('login: token.invalid');
    expect(sequence.world.sessions).toHaveLength(count);
    // With a token that has not expired.
    const live = await sequence.refresh(token);
    const me = await sequence.send(readMe, {}, { token: live, session });
    const change = { ...policies.policies, version: 1 };
    const changed = await sequence.send(updatePolicies, { body: change }, { token: live, session });
    expect([me.status, changed.problem.code]).toEqual(
      end === 'proof due' ? [200, 'session.confirm'] : [401, 'token.invalid'],
    );
    for (const endpoint of [endSession, endOtherSessions])
      expect((await sequence.send(endpoint, { body: {} }, { token: live })).status).toBe(401);
    await sequence.expectSoundEnd();
  });

  it('begin, go on and are proved by the person themselves', async () => {
    const done = await play(wholeWay);
    expect(done.filter((each) => !each.startsWith('check'))).toEqual([
      'login: ok',
      'me: ok',
      'policies: ok',
      'wait 960',
      'policies: session.confirm',
      'confirm fresh: ok',
      'policies: ok',
      'addPasskey: ok',
      'login: ok',
      'me: session.secondFactor',
      'policies: session.secondFactor',
      'verify code: ok',
      'policies: ok',
      'wait 960',
      'policies: session.confirm',
      'verify usedCode: request.invalid',
      'verify passkey: ok',
      'policies: ok',
      'endAll: ok',
      'me: token.invalid',
      // In the end, as after every sequence.
      'login: ok',
      'me: session.secondFactor',
      'verify passkey: ok',
      'me: ok',
      'policies: ok',
    ]);
  });

  it('as the model says, after any sequence', async () => {
    answers.clear();
    const numRuns = isSoak ? 500 : 60;
    const startedAt = performance.now();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Step[]>([], [], [call('addPasskey')]),
        fc.noBias(fc.array(anyStep, { minLength: 12, maxLength: 25, size: 'max' })),
        async (start, steps) => {
          await play([signInA, ...start, signInB, ...steps]);
        },
      ),
      {
        numRuns,
        endOnFailure: true,
        examples: [...formerBreaks, ...narrow, wholeWay].map((steps) => [[], steps]),
      },
    );
    const counted = [...answers].sort(([one], [two]) => one.localeCompare(two));
    const sum = counted.reduce((all, [, count]) => all + count, 0);
    if (isSoak) {
      const took = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${numRuns} sequences, ${sum} answers in ${took} s on ${engine}`);
      for (const [what, count] of counted) console.log(`${String(count).padStart(6)}  ${what}`);
    }
    expect(wanted.filter((answer) => !answers.has(answer))).toEqual([]);
  });
});
