import { parsePage, postedFields } from '#tests/support/app/html.ts';
import type { FilledCompany } from './records.ts';
import type { LeakTestWeb, WebResponse } from './web.ts';

/** A page or resource with its query, or a form of it as one of its buttons posts it. */
export interface Place {
  /** The route's path in `app/routes.ts`. */
  route: string;
  /** From the root on. */
  url: string;
  /** What is posted; absent where the place is read. */
  form?: { fields: readonly (readonly [name: string, value: string])[]; isMultipart: boolean };
}

/** Where company A's records are, as its lead finds them. */
export interface Places {
  read: readonly Place[];
  posted: readonly Place[];
  /** What the lead was shown, by URL. */
  shown: ReadonlyMap<string, WebResponse>;
}

/** Rows of a table whose ids stand in the URLs of a route. */
interface Example {
  table: string;
  /** SQL of the URL. */
  url: string;
  /** Rows to open; each may be in another state, with forms of its own. */
  rows?: number;
}

/**
 * URLs of every route with path parameters. Each is opened, and its links and forms lead on; without one, the test says where to open it.
 * Pages below a client's page need none: they are opened for each client that is, unless one is enough.
 */
const examples: Record<string, Example | 'elsewhere'> = {
  '/clients/:id': 'elsewhere',
  '/clients/:id/edit': { table: 'clients', url: `'/clients/' || id || '/edit'` },
  '/clients/:id/merge': { table: 'clients', url: `'/clients/' || id || '/merge'` },
  '/activities/:id': { table: 'activities', url: `'/activities/' || id`, rows: 4 },
  '/activities/:id/edit': { table: 'activities', url: `'/activities/' || id || '/edit'` },
  '/activities/:id/non-cooperation/:clientId': {
    table: 'non_cooperation_records',
    url: `'/activities/' || activity_id || '/non-cooperation/' || client_id`,
  },
  '/activities/:id/arrangements/:clientId': {
    table: 'property_arrangements',
    url: `'/activities/' || activity_id || '/arrangements/' || client_id`,
  },
  '/clients/:id/risk_assessments/create': {
    table: 'clients',
    url: `'/clients/' || id || '/risk_assessments/create'`,
  },
  '/clients/:resourceId/risk_assessments/:riskAssessmentId': {
    table: 'risk_assessments',
    url: `'/clients/' || resource_id || '/risk_assessments/' || id`,
    rows: 4,
  },
  '/activities/:id/risk_assessments/create': {
    table: 'activities',
    url: `'/activities/' || id || '/risk_assessments/create'`,
  },
  // Of an activity and of an assessment, which need not belong together to be another company's.
  '/activities/:resourceId/risk_assessments/:riskAssessmentId': {
    table: 'risk_assessments',
    url: `'/activities/' || (SELECT min(id::text) FROM assay.activities WHERE company_id = $1) || '/risk_assessments/' || id`,
  },
  '/clients/:clientId/individual_verifications/:verificationId': {
    table: 'individual_verifications',
    url: `'/clients/' || client_id || '/individual_verifications/' || id`,
    rows: 8,
  },
  '/clients/:clientId/kyb_verifications/:verificationId': {
    table: 'business_verifications',
    url: `'/clients/' || client_id || '/kyb_verifications/' || id`,
    rows: 4,
  },
  '/risk_assessment_templates/create/:resourceType': 'elsewhere',
  '/risk_assessment_templates/:id/edit/:resourceType': {
    table: 'risk_templates',
    url: `'/risk_assessment_templates/' || id || '/edit/clients'`,
  },
  '/documents/of/:ownerType/:ownerId': { table: 'clients', url: `'/documents/of/client/' || id` },
  '/documents/:id/removal': { table: 'documents', url: `'/documents/' || id || '/removal'` },
  '/documents/:id/download': { table: 'documents', url: `'/documents/' || id || '/download'` },
  '/documents/:id/preview': { table: 'documents', url: `'/documents/' || id || '/preview'` },
  '/documents/:id/thumbnail': { table: 'documents', url: `'/documents/' || id || '/thumbnail'` },
  '/evidence-packs/:scope/:scopeId': { table: 'clients', url: `'/evidence-packs/client/' || id` },
  '/document_request/:transaction_id': 'elsewhere',
  '/document_request/*': 'elsewhere',
  '/calendar/:token': 'elsewhere',
  '/monitoring/alerts/:id': { table: 'alerts', url: `'/monitoring/alerts/' || id` },
  '/monitoring/worklists/:id': { table: 'worklists', url: `'/monitoring/worklists/' || id` },
  '/monitoring/reviews/:id': { table: 'reviews', url: `'/monitoring/reviews/' || id` },
  // No page, whatever is named.
  '/monitoring/*': { table: 'alerts', url: `'/monitoring/' || id` },
  '/settings/*': { table: 'alerts', url: `'/settings/' || id` },
  '/admin/companies/:id': 'elsewhere',
  '/admin/companies/:id/support': 'elsewhere',
  '/*': 'elsewhere',
};

/** Returns true for a page of its own below a client's page. */
const isBelowClient = (path: string) => /^\/clients\/:id\/[a-z-]+$/.test(path);

/** Queries of routes that answer only with one. */
const queries: Record<string, (of: FilledCompany) => string> = {
  '/search': ({ mark }) => `q=${mark}ClientsCreate`,
  '/clients': ({ mark }) => `q=${mark}ClientsCreate`,
  '/activities': ({ mark }) => `q=${mark}ActivitiesCreate`,
  '/activities/client-search': ({ mark }) => `q=${mark}ClientsCreate`,
  '/clients/export.csv': ({ mark }) => `q=${mark}ClientsCreate`,
  '/address-lookup': () => 'country=NZL&q=1+Sample',
  '/clients/create': () => 'type=company',
  '/clients/import-refused.csv': ({ rows }) => `import=${rows('client_imports')[0]}`,
  '/settings/law-change-clients.csv': ({ rows }) => `change=${rows('law_changes')[0]}`,
  '/risk_assessment_templates/create/:resourceType': ({ rows }) => `copy=${rows('risk_templates')[0]}`,
};

/** Whose values select another page, rather than rows or an order of one. */
const selecting = new Set(['view', 'tab', 'step', 'type']);

/** Which only narrow a list or order it. */
const narrowing = new Set(['sort', 'kind', 'status', 'cdd', 'responsible', 'risk', 'state', 'who']);

const isRecordId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What two URLs of the same page have in common, whatever records they name. */
function shapeOf(route: string, url: string): string {
  const query = [...new URL(url, 'http://web').searchParams]
    .filter(([name, value]) => !narrowing.has(name) || isRecordId.test(value))
    .map(([name, value]) => (selecting.has(name) ? `${name}=${value}` : name));
  return [route, ...new Set(query)].sort().join(' ');
}

/** The route of a path: the one with the most literal segments, as Remix ranks them. */
function routeOf(routes: readonly { path: string }[], url: string): string | undefined {
  const segments = new URL(url, 'http://web').pathname.split('/').filter(Boolean);
  const fitting = routes.filter(({ path }) => {
    const words = path.split('/').filter(Boolean);
    const fits = words.every(
      (word, at) =>
        word === '*' || (segments[at] !== undefined && (word.startsWith(':') || word === segments[at])),
    );
    return fits && (words.at(-1) === '*' || words.length === segments.length);
  });
  const literals = (path: string) => path.split('/').filter((word) => /^[^:*]/.test(word)).length;
  return fitting.sort((one, other) => literals(other.path) - literals(one.path))[0]?.path;
}

/** Calls a function for each item, a few at a time. */
export async function inBatches<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  size = 6,
): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await run(item);
  };
  await Promise.all(Array.from({ length: size }, work));
}

/** Same-site links of a page. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/\shref="(\/[^"#]*)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

function formsIn(html: string, url: string): { url: string; form: NonNullable<Place['form']> }[] {
  // Scripts hold the page's data again, and take most of the time to parse.
  const page = parsePage(html.replace(/<script[\s\S]*?<\/script>/g, ''));
  return [...page.querySelectorAll('form')]
    .filter((form) => form.getAttribute('method')?.toLowerCase() === 'post')
    .flatMap((form) => {
      const id = form.getAttribute('id');
      const outside = id ? [...page.querySelectorAll(`button[form="${id}"]`)] : [];
      const buttons = [...form.querySelectorAll('button'), ...outside].filter(
        (button) => button.getAttribute('type') !== 'button',
      );
      const fields = postedFields(form);
      const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
      const presses = (buttons.length > 0 ? buttons : [undefined]).map((button) => {
        const name = button?.getAttribute('name');
        return {
          url: button?.getAttribute('formaction') ?? form.getAttribute('action') ?? url,
          pressed: name ? [[name, button?.getAttribute('value') ?? ''] as const] : [],
        };
      });
      return presses.map(({ url: action, pressed }) => {
        const target = new URL(action || url, new URL(url, 'http://web'));
        return {
          url: target.pathname + target.search,
          form: { fields: [...fields, ...pressed], isMultipart },
        };
      });
    });
}

/** What two forms have in common that do the same with other records. */
function formShape({ route, form }: Place): string {
  const names = (form?.fields ?? []).map(([name, value]) =>
    /^(intent|panel|move|lifecycle|act|change|decision|to)$/.test(name)
      ? // Buttons of an editor name the question or option after the verb.
        `${name}=${isRecordId.test(value) ? '' : value.split(/[^a-zA-Z]/, 1)[0]}`
      : name.split(/[^a-zA-Z]/, 1)[0],
  );
  return [route, ...new Set(names)].sort().join(' ');
}

/** Routes with path parameters that have no example, and examples of routes that are gone. */
export function missingExamples(routes: LeakTestWeb['routes']): string[] {
  const paths = routes.map(({ path }) => path);
  const needed = paths.filter((path) => /[:*]/.test(path));
  return [
    ...needed
      .filter((path) => !(path in examples) && !isBelowClient(path))
      .map((path) => `${path}: add an example`),
    ...Object.keys(examples)
      .filter((path) => !needed.includes(path))
      .map((path) => `${path} is gone`),
  ];
}

/** Follows links and forms from every route as a person, visiting each page once, and each example. */
export async function findPlaces(
  web: LeakTestWeb,
  cookie: string | undefined,
  start: readonly string[],
  isFollowed: (route: string) => boolean,
): Promise<Places> {
  const read: Place[] = [];
  const posted = new Map<string, Place>();
  const shown = new Map<string, WebResponse>();
  const shapes = new Set<string>();
  const urls = new Set<string>();
  let found: Place[] = [];
  const add = (url: string, isExample = false) => {
    const route = routeOf(web.routes, url);
    if (route === undefined || !isFollowed(route) || urls.has(url)) return;
    const shape = shapeOf(route, url);
    if (shapes.has(shape) && !isExample) return;
    shapes.add(shape);
    urls.add(url);
    found.push({ route, url });
  };
  for (const url of start) add(url, true);
  while (found.length > 0) {
    const batch = found;
    found = [];
    const pages = new Map<Place, WebResponse>();
    await inBatches(batch, async (place) =>
      pages.set(place, await web.send({ path: place.url, ...(cookie === undefined ? {} : { cookie }) })),
    );
    // In the order of the batch: what is found must not depend on which response came first.
    for (const place of batch) {
      const response = pages.get(place) as WebResponse;
      read.push(place);
      shown.set(place.url, response);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      for (const link of linksIn(response.text)) add(link);
      for (const { url, form } of formsIn(response.text, place.url)) {
        const route = routeOf(web.routes, url);
        if (route === undefined) continue;
        const made = { route, url, form };
        const shape = formShape(made);
        if (!posted.has(shape)) posted.set(shape, made);
      }
    }
  }
  for (const { path, hasAction } of web.routes) {
    const place = read.find(({ route }) => route === path);
    const isPosted = [...posted.values()].some(({ route }) => route === path);
    // A route whose form is on no page yet.
    if (hasAction && !isPosted && place)
      posted.set(path, { ...place, form: { fields: [], isMultipart: false } });
  }
  return { read, posted: [...posted.values()], shown };
}

/** Tables with a client's records: a client of each is opened, so that each panel of the page is met. */
async function clientUrls({ database }: LeakTestWeb['api'], companyId: string): Promise<string[]> {
  const { rows: tables } = await database.asSuperuser(
    `SELECT table_name FROM information_schema.columns WHERE table_schema = 'assay' AND column_name IN ('client_id', 'company_id')
        AND data_type = 'uuid' GROUP BY table_name HAVING count(*) = 2 ORDER BY table_name`,
  );
  const { rows } = await database.asSuperuser(
    tables
      .map(
        ({ table_name }) =>
          `SELECT min(client_id::text) AS id FROM assay.${table_name} WHERE company_id = '${companyId}'`,
      )
      .join(' UNION '),
  );
  return rows.flatMap(({ id }) => (id === null ? [] : `/clients/${String(id)}`)).sort();
}

/** URLs from which the places of a company are found: every route, with the examples of those that have path parameters. */
export async function startUrls(web: LeakTestWeb, of: FilledCompany): Promise<string[]> {
  const { company } = of;
  const clients = await clientUrls(web.api, company.id);
  const found = [...clients];
  for (const [path, query] of Object.entries(queries)) {
    found.push(`${path.replace(':resourceType', 'clients')}?${query(of)}`);
  }
  for (const { path } of web.routes) {
    const example = examples[path];
    if (example === undefined && isBelowClient(path)) {
      found.push(...clients.map((client) => path.replace('/clients/:id', client)));
      continue;
    }
    if (example === undefined) found.push(path);
    if (example === undefined || example === 'elsewhere') continue;
    const { rows } = await web.api.database.asSuperuser(
      `SELECT ${example.url} AS url FROM assay.${example.table} WHERE company_id = $1 ORDER BY 1 LIMIT ${example.rows ?? 1}`,
      [company.id],
    );
    if (rows.length === 0) throw new Error(`Company A has no ${example.table}, which ${path} needs.`);
    found.push(...rows.map(({ url }) => String(url)));
  }
  return found;
}
