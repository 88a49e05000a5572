import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSession } from '#contract/company/accounts.ts';
import { addPasskey } from '#contract/company/second-factors.ts';
import { endpoints } from '#contract/endpoints.ts';
import { getPath } from '#tests/support/api/api.ts';
import { samplePicture } from '#tests/support/files/sample-files.ts';
import { findPlaces, inBatches, missingExamples, type Place, type Places, startUrls } from './places.ts';
import { type FilledCompany, fillCompany, marks } from './records.ts';
import { essence, idsIn, readable, showsOf, unknownFor } from './responses.ts';
import { type LeakTestWeb, openLeakTestWeb, type WebResponse } from './web.ts';

/** Routes that someone without a session may open, each with the reason. Every other one belongs to members or to admins. */
const openRoutes: Record<string, string> = {
  '/': 'redirects',
  '/login': 'signs in',
  '/signup': 'signs up',
  '/welcome': 'accepts an invitation, by its secret',
  '/admin/login': 'signs in',
  '/logout': 'signs out',
  '/document_request/:transaction_id': 'for the holder of the link',
  '/document_request/*': 'says that the link is not valid',
  '/calendar/:token': 'for the holder of the secret',
  '/sandbox/components': 'shows invented components, in a sandbox alone',
  '/*': 'says that there is no such page',
  '/moved': 'leads to an address of this site',
};

const isForAdmins = (route: string) => /^\/admin(\/|$)/.test(route) && !(route in openRoutes);
const isForMembers = (route: string) => !isForAdmins(route) && !(route in openRoutes);

let web: LeakTestWeb;
let a: FilledCompany;
let b: FilledCompany;
let places: Places;
let adminPlaces: Places;
let picture: Blob;

beforeAll(async () => {
  web = await openLeakTestWeb();
  const { companies, admin } = web.api;
  picture = new Blob([new Uint8Array(await samplePicture('png'))], { type: 'image/png' });
  a = await fillCompany(web.api, companies.a, { prefix: marks.a, kinds: 'all' });
  b = await fillCompany(web.api, companies.b, { prefix: marks.b, kinds: 'few' });
  places = await findPlaces(web, await web.cookieOf(a.lead), await startUrls(web, a), isForMembers);
  const supported = `/admin/companies/${a.company.id}/support`;
  adminPlaces = await findPlaces(
    web,
    await web.cookieOf(admin, 'admin'),
    [
      ...web.routes.flatMap(({ path }) => (/[:*]/.test(path) ? [] : path)),
      `/admin/companies/${a.company.id}`,
      `${supported}&q=${marks.a}ClientsCreate`,
      `${supported}&client=${a.rows('clients')[0]}`,
    ],
    isForAdmins,
  );
});
afterAll(() => web?.close());

/** The request of client navigation for the data of a page. */
function asData(place: Place): Place {
  const { pathname, search } = new URL(place.url, 'http://web');
  return { ...place, url: `${pathname === '/' ? '/_root' : pathname}.data${search}` };
}

const firstOfEachRoute = (list: readonly Place[]) =>
  list.filter(({ route }, at) => list.findIndex((other) => other.route === route) === at);

/**
 * Places read as data for client navigation, which is all that a page has to show, and posted to as pages. Of each route one is read as a
 * page too, and posted to as data: routes without a page are mostly one place.
 */
const inAllForms = ({ read, posted }: Pick<Places, 'read' | 'posted'>): Place[] => [
  ...firstOfEachRoute(read),
  ...read.map(asData),
  ...posted,
  ...firstOfEachRoute(posted).map(asData),
];

/** One of each route: its guard is the same, whatever the query. */
const oncePerRoute = ({ read, posted }: Places) =>
  inAllForms({ read: firstOfEachRoute(read), posted: firstOfEachRoute(posted) });

interface Asker {
  cookie?: string;
  headers?: Record<string, string>;
  /** Changes each text of the request: its URL, and names and values of the form. */
  change?: (text: string) => string;
  /** The company that a form says it is meant for. */
  company?: string;
}

function bodyOf({ form }: Place, { change = String, company = a.company.id }: Asker) {
  if (form === undefined) return {};
  const body = form.isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of form.fields) {
    // What is entered again must not pass for what was stored.
    const entered = value.replace(new RegExp(`${marks.a}\\w*`, 'g'), 'Entered');
    if (name === 'companyInUse') body.append(name, company);
    else if (name === 'requestKey') body.append(name, crypto.randomUUID());
    else body.append(change(name), change(entered));
  }
  if (body instanceof FormData) body.append('file', picture, 'picture.png');
  return { body };
}

async function send(place: Place, asker: Asker = {}): Promise<WebResponse> {
  const { cookie, headers, change = String } = asker;
  return web.send({
    path: change(place.url),
    method: place.form === undefined ? 'GET' : 'POST',
    ...(cookie === undefined ? {} : { cookie }),
    ...(headers === undefined ? {} : { headers }),
    ...bodyOf(place, asker),
  });
}

/** Everything that a request says, apart from the company that it is meant for. */
const told = ({ url, form }: Place) =>
  [url, ...(form?.fields.filter(([name]) => name !== 'companyInUse').flat() ?? [])].join('\n');

const toText = ({ url, form }: Place) =>
  form === undefined ? `GET ${url}` : `POST ${url} ${JSON.stringify(form.fields.slice(-2))}`;

/** Sends each place, and lists what is wrong about the responses, in the order of the places. */
async function findFaults(
  list: readonly Place[],
  asker: Asker,
  faultsOf: (response: WebResponse, place: Place) => readonly string[] | Promise<readonly string[]>,
): Promise<string[]> {
  const found = new Map<Place, string[]>();
  await inBatches(list, async (place) => {
    const response = await send(place, asker);
    const faults = await faultsOf(response, place);
    found.set(
      place,
      faults.map((fault) => `${toText(place)}: ${response.status} ${fault}`),
    );
  });
  return list.flatMap((place) => found.get(place) ?? []);
}

/** Where a response leads: a page's redirect, or one within data. */
const leadsTo = ({ status, headers, text }: WebResponse): string | undefined => {
  if (status === 302) return headers.get('location') ?? '';
  if (status !== 202) return undefined;
  return JSON.parse(text.split('\n', 1)[0] ?? '[]').find((item: unknown) => String(item).startsWith('/'));
};

// Remix answers for routes that are only posted to, before any guard.
const nothingToRead =
  /^(\{"message":"Unexpected Server Error"\}|\[\{"_1":2,"_4":5\},"root",\{"_3":-5\},"data","[\w/-]+",\{"_3":-5\}\]\s*)$/;

/** What is wrong about a response to someone without access: only sign-in, or nothing there. */
function faultsOfRefusal(response: WebResponse, place: Place): string[] {
  const to = leadsTo(response);
  const isRefused =
    to === undefined
      ? [401, 404].includes(response.status) || nothingToRead.test(response.text)
      : /^\/(admin\/)?login(\?|$)/.test(to);
  return [
    ...(isRefused ? [] : [`is no refusal: ${to ?? response.text.slice(0, 100)}`]),
    ...showsOf(response, a, told(place) + a.company.id),
  ];
}

/**
 * The same for a session that only the API can know to have ended: a form may be found incomplete before the API is asked, and then shows
 * what was posted.
 */
function faultsOfEnded(response: WebResponse, place: Place): string[] {
  const isIncomplete = place.form !== undefined && [400, 422].includes(response.status);
  const isBack =
    place.form !== undefined &&
    leadsTo(response)?.startsWith(`/clients/${place.url.split('/')[3]?.slice(0, 36)}`);
  return isIncomplete || isBack
    ? showsOf(response, a, told(place) + a.company.id)
    : faultsOfRefusal(response, place);
}

it('has an example for each route with path parameters', () => {
  expect(missingExamples(web.routes)).toEqual([]);
});

describe('the lead of company A', () => {
  it('reaches every route of members, and none fails', () => {
    const reached = new Set([...places.read, ...places.posted].map(({ route }) => route));
    expect(
      web.routes.map(({ path }) => path).filter((path) => isForMembers(path) && !reached.has(path)),
    ).toEqual([]);
    const posted = new Set(places.posted.map(({ route }) => route));
    const withAction = web.routes.filter(({ path, hasAction }) => hasAction && isForMembers(path));
    expect(withAction.map(({ path }) => path).filter((path) => !posted.has(path))).toEqual([]);
    // The service that finds addresses is not there.
    const failed = [...places.shown].filter(
      ([url, { status }]) => status >= 500 && !url.startsWith('/address-lookup?'),
    );
    expect(failed.map(([url, { status }]) => `${url}: ${status}`)).toEqual([]);
  });
});

it('shows nothing to someone without a session', async () => {
  const list = [...inAllForms(places), ...inAllForms(adminPlaces)];
  expect(await findFaults(list, {}, faultsOfRefusal)).toEqual([]);
});

it('shows nothing of a company on pages that are open to anyone', async () => {
  const paths = web.routes.map(({ path }) => path);
  expect(Object.keys(openRoutes).filter((path) => !paths.includes(path))).toEqual([]);
  const urls = Object.keys(openRoutes).filter((path) => !/[:*]/.test(path) && path !== '/logout');
  const withRecord = `/login?redirectTo=${encodeURIComponent(`/clients/${a.rows('clients')[0]}`)}`;
  const list = [...urls, '/nowhere', '/welcome?invite=none', withRecord].map((url) => ({ route: url, url }));
  const cookies = [undefined, await web.cookieOf(b.lead)];
  for (const cookie of cookies) {
    const faults = await findFaults(
      [...list, ...list.map(asData)],
      cookie === undefined ? {} : { cookie },
      (response, place) => showsOf(response, a, decodeURIComponent(place.url)),
    );
    expect(faults).toEqual([]);
  }
});

describe('a member of company B', () => {
  /** Ids and marks of company A that a request names. */
  const named = (place: Place) => [
    ...idsIn(told(place)).filter((id) => a.ids.has(id)),
    ...(place.url.match(new RegExp(`${marks.a}\\w*`, 'g')) ?? []),
  ];

  it('is shown nothing of company A', async () => {
    const asker = { cookie: await web.cookieOf(b.lead), company: b.company.id };
    const own = inAllForms({ read: places.read, posted: [] }).filter((place) => named(place).length === 0);
    const faults = await findFaults(own, asker, (response, place) => showsOf(response, a, told(place)));
    expect(faults).toEqual([]);
  });

  it('gets the same response for records of company A as for unknown ones', async () => {
    const asker = { cookie: await web.cookieOf(b.lead), company: b.company.id };
    const list = inAllForms(places).filter((place) => named(place).length > 0);
    const faults = await findFaults(list, asker, async (response, place) => {
      const ids = named(place);
      const change = (text: string) => ids.reduce((now, id) => now.replaceAll(id, unknownFor(id)), text);
      const unknown = await send(place, { ...asker, change });
      const known = new Set([...a.ids, ...b.ids]);
      const expected = ids.reduce(
        (text, id) => text.replaceAll(unknownFor(id), id),
        essence(unknown, new Set([...known, ...ids.map(unknownFor)])),
      );
      const actual = essence(response, known);
      const at = Math.max(
        60,
        [...actual].findIndex((letter, index) => letter !== expected[index]),
      );
      const differs =
        actual === expected
          ? []
          : [
              `not as unknown, ${unknown.status}: ${actual.slice(at - 60, at + 60)} / ${expected.slice(at - 60, at + 60)}`,
            ];
      return [...differs, ...showsOf(response, a, told(place))];
    });
    expect(faults).toEqual([]);
  });
});

/** What only some of a company's members may learn of, as it was written. */
const restricted = {
  suspicion: `${marks.a}SuspicionsRecorded`,
  legalHold: `${marks.a}LegalHoldsPlace`,
  releasedHold: `${marks.a}LegalHoldsRelease`,
};

/** Numbers of documents, which pages mask for everyone: opening one is an act of its own. */
const numbers = ['LA123456', 'DB424242'];

const shownAnywhere = (word: string) =>
  [...places.shown].filter(([, response]) => readable(response).includes(word)).map(([url]) => url);

describe('within company A', () => {
  it('the lead is shown what the others are not, and no full number', () => {
    for (const [name, word] of Object.entries(restricted)) {
      expect([name, shownAnywhere(word).length > 0]).toEqual([name, true]);
    }
    for (const number of numbers) expect([number, shownAnywhere(number)]).toEqual([number, []]);
  });

  it.each(['staff', 'auditor', 'owner'] as const)(
    '%s is shown nothing that the role may not see',
    async (role) => {
      const { [role]: person } = a.company;
      const words = role === 'owner' ? [restricted.suspicion] : Object.values(restricted);
      const shown = new Set<string>();
      // An owner without a designation may see the rest.
      const read =
        role === 'owner'
          ? places.read.filter(({ route }) => /^\/(settings|home|search|clients\/:id$)/.test(route))
          : places.read;
      const faults = await findFaults(
        inAllForms({ read, posted: [] }),
        { cookie: await web.cookieOf(person) },
        (response) => {
          for (const mark of showsOf(response, a)) shown.add(mark);
          return [...words, ...numbers].filter((word) => readable(response).includes(word));
        },
      );
      expect(faults).toEqual([]);
      // The walk is one of pages that show something.
      expect(shown.size).toBeGreaterThan(100);
    },
  );
});

/** Cookies under the names of the other realm: both are signed with the same secret. */
const renamed = (cookie: string, from: string, to: string) => cookie.replaceAll(`${from}`, `${to}`);

describe('a platform admin without a grant', () => {
  it('is shown nothing of members’ routes', async () => {
    const { admin } = web.api;
    const list = oncePerRoute(places);
    const own = await web.cookieOf(admin, 'admin');
    expect(await findFaults(list, { cookie: own }, faultsOfRefusal)).toEqual([]);
    const asMember = renamed(own, 'assay_admin_', 'assay_');
    const faults = await findFaults(list, { cookie: asMember }, (response, place) =>
      response.status === 403
        ? showsOf(response, a, told(place) + a.company.id)
        : faultsOfEnded(response, place),
    );
    expect(faults).toEqual([]);
  });

  it('sees companies and their people, and none of their records', () => {
    const people = new Set([
      a.company.id,
      ...['members', 'support_grants', 'subscriptions', 'plan_requests'].flatMap((table) => a.rows(table)),
    ]);
    const faults = [...adminPlaces.shown].flatMap(([url, response]) =>
      showsOf(response, a, url)
        .filter(
          (shown) =>
            !people.has(shown) && shown !== a.company.name && shown !== `${marks.a}PlatformSupportRequest`,
        )
        .map((shown) => `${url}: ${shown}`),
    );
    expect(faults).toEqual([]);
    expect(
      [...adminPlaces.shown.values()].filter(({ text }) => text.includes(a.company.name)).length,
    ).toBeGreaterThan(1);
  });
});

it('shows nothing of the admins’ routes to a member', async () => {
  const list = inAllForms(adminPlaces);
  const own = await web.cookieOf(b.lead);
  expect(await findFaults(list, { cookie: own }, faultsOfRefusal)).toEqual([]);
  const asAdmin = renamed(own, 'assay_', 'assay_admin_');
  const faults = await findFaults(list, { cookie: asAdmin }, (response, place) =>
    showsOf(response, a, told(place) + a.company.id),
  );
  expect(faults).toEqual([]);
});

describe('a session without access', () => {
  const lead = { role: 'owner', designations: ['complianceOfficer', 'seniorManager'] } as const;
  const newLead = () =>
    web.api.addMember(a.company.id, { role: lead.role, designations: [...lead.designations] });

  const sessions: Record<string, () => Promise<string>> = {
    'with its second factor due': async () => {
      const person = await newLead();
      const body = { ...web.api.identityService.passkeyAnswer(person), label: 'Laptop' };
      expect((await web.api.request(addPasskey, { body }, { as: person })).status).toBe(addPasskey.status);
      return web.cookieOf({ ...person, token: await web.api.token(person) });
    },
    ended: async () => {
      const person = await newLead();
      const cookie = await web.cookieOf(person);
      await web.api.request(endSession, { body: {} }, { as: person });
      return cookie;
    },
    'of a suspended member': async () => {
      const person = await newLead();
      await web.api.database.asSuperuser(`UPDATE assay.members SET status = 'suspended' WHERE id = $1`, [
        person.id,
      ]);
      return web.cookieOf(person);
    },
    'of an auditor whose access has ended': async () =>
      web.cookieOf(
        await web.api.addMember(a.company.id, {
          role: 'auditor',
          accessEndsAt: web.api.clock.now().toISOString(),
        }),
      ),
  };

  it.each(Object.keys(sessions))('%s is shown sign-in alone', async (kind) => {
    const cookie = (await sessions[kind]?.()) ?? '';
    const list = oncePerRoute(places);
    expect(await findFaults(list, { cookie }, faultsOfEnded)).toEqual([]);
  });
});

describe('a client with a link', () => {
  const route = '/document_request/:transaction_id';
  const pageOf = (link: string) => `/document_request/${link}`;
  let asked: Places;
  /** Ids of each request's items, then of the files given for them, by its page. */
  const own = new Map<string, string[]>();

  beforeAll(async () => {
    asked = await findPlaces(web, undefined, a.links.map(pageOf), (each) => each === route);
    for (const [at, link] of a.links.entries()) {
      const { rows } = await web.api.database.asSuperuser(
        `WITH items AS (SELECT id::text FROM assay.document_request_items WHERE request_id = $1)
         SELECT id FROM items UNION ALL
         SELECT id::text FROM assay.documents WHERE owner_id::text = $1::text OR owner_id::text IN (SELECT id FROM items)`,
        [a.rows('document_requests')[at]],
      );
      own.set(
        pageOf(link),
        rows.map(({ id }) => String(id)),
      );
    }
  });

  const itemsOf = ({ url }: Place) => own.get(url.replace(/(\.data)?(\?.*)?$/, '')) ?? [];

  it('is shown the request alone: no other, and nothing of what the company does with it', async () => {
    // What the request says, and what the client has told.
    const theirs = ['DocumentRequestsCreate', 'DocumentRequestsEdit', 'PublicRequestsSubmitDetails'].map(
      (call) => marks.a + call,
    );
    // The data has more than the page shows.
    const faults = await findFaults([...asked.read, ...asked.read.map(asData)], {}, (response, place) =>
      showsOf(response, a).filter((shown) => ![...theirs, ...itemsOf(place), a.company.name].includes(shown)),
    );
    expect(faults).toEqual([]);
    const open = [...asked.shown.values()].filter(
      ({ status, text }) => status === 200 && text.includes(theirs[0] ?? ''),
    );
    expect(open.length).toBeGreaterThan(3);
  });

  it('gets the same response for items of another request as for unknown ones', async () => {
    const withItems = [...asked.read, ...asked.read.map(asData), ...asked.posted].filter((place) =>
      itemsOf(place).some((id) => told(place).includes(id)),
    );
    // Also where a page has no link to an item.
    const list = [
      ...withItems,
      ...a.links.flatMap((link) => {
        const [item = ''] = own.get(pageOf(link)) ?? [];
        return [{ route, url: `${pageOf(link)}?item=${item}` }];
      }),
    ];
    const faults: string[] = [];
    await inBatches(list, async (place) => {
      const items = itemsOf(place);
      const [other = ''] =
        [...own.values()].find((ids) => ids.length > 0 && !ids.some((id) => items.includes(id))) ?? [];
      const asOther = (text: string) => items.reduce((now, id) => now.replaceAll(id, other), text);
      const asUnknown = (text: string) =>
        items.reduce((now, id) => now.replaceAll(id, unknownFor(other)), text);
      const known = new Set([...a.ids, unknownFor(other)]);
      const foreign = await send(place, { change: asOther });
      const unknown = await send(place, { change: asUnknown });
      if (essence(foreign, known) !== essence(unknown, known).replaceAll(unknownFor(other), other)) {
        faults.push(`${toText(place)}: ${foreign.status}, and ${unknown.status} if unknown`);
      }
    });
    expect(faults).toEqual([]);
    expect(list.length).toBeGreaterThan(8);
  });

  it('is shown nothing with a link that is not right', async () => {
    const [link = ''] = a.links;
    const altered = `${link.slice(0, -2)}${link.endsWith('AA') ? 'BB' : 'AA'}`;
    const list = [altered, link.slice(1), `${link}A`, `${link}/more`, altered.toLowerCase()].map((each) => ({
      route,
      url: pageOf(each),
    }));
    const faults = await findFaults([...list, ...list.map(asData)], {}, (response) => showsOf(response, a));
    expect(faults).toEqual([]);
  });

  it('opens no route of members with it', async () => {
    const link = a.links.find((each) => (own.get(pageOf(each)) ?? []).length > 0) ?? '';
    const headers = { Authorization: `Bearer ${link}`, Referer: pageOf(link) };
    const list = [...oncePerRoute(places), ...oncePerRoute(adminPlaces)];
    expect(await findFaults(list, { headers }, faultsOfRefusal)).toEqual([]);
  });
});

describe('the address of a calendar', () => {
  it('shows dates without a name, and nothing if it is not right', async () => {
    const [calendar, altered] = [a.calendarToken, unknownFor(a.calendarToken)].map((token) => ({
      route: '/calendar/:token',
      url: `/calendar/${token}.ics`,
    })) as [Place, Place];
    const response = await send(calendar);
    expect([response.status, showsOf(response, a).filter((shown) => shown.startsWith(marks.a))]).toEqual([
      200,
      [],
    ]);
    expect((await send(altered)).status).toBe(404);
    expect(showsOf(await send(altered), a)).toEqual([]);
  });
});

describe('the API behind the web’s port', () => {
  it('accepts no endpoint of members without a token, nor with the cookies of pages', async () => {
    const cookie = await web.cookieOf(a.lead);
    const closed = endpoints.filter(({ caller }) => caller !== 'open');
    const faults: string[] = [];
    await inBatches(closed, async (endpoint) => {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(names.map((name) => [name, a.rows('clients')[0]]));
      for (const headers of [new Headers(), new Headers({ Cookie: cookie })]) {
        const response = await web.request(getPath(endpoint, { params }), {
          method: endpoint.method,
          headers,
        });
        const expected = endpoint.caller === 'recipient' ? 404 : 401;
        if (response.status !== expected) faults.push(`${endpoint.id}: ${response.status}`);
        faults.push(...showsOf(response, a).map((shown) => `${endpoint.id}: ${shown}`));
      }
    });
    expect(faults).toEqual([]);
  });
});
