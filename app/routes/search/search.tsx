import type { MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { searchEverything } from '#contract/views/search.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { hasOpenRecords } from '#rules/permissions.ts';
import { getMatch } from '../../components/activities/client-matches.server.ts';
import { Button } from '../../components/button.tsx';
import type { SearchGroup, SearchPageData } from '../../components/layout/search-results.ts';
import { EntryList } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { asMember } from '../../session/session.server.ts';
import { findPlaces } from './places.server.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Search') }];

type Found = EndpointResponse<typeof searchEverything>;

const maxTextLength = 200;

/** Records of each kind as hits, with links to the lists that search further. */
function recordGroups(found: Found, q: string, activities: string): SearchGroup[] {
  const query = new URLSearchParams({ q });
  return [
    {
      title: 'Clients',
      hits: found.clients.map((client) => ({ ...getMatch(client), href: `/clients/${client.id}` })),
      all: { href: `/clients?${query}`, label: 'Search all clients' },
    },
    {
      title: activities,
      hits: found.activities.map(({ id, reference, name, status, sanctions }) => ({
        href: `/activities/${id}`,
        name: `${reference} ${name}`,
        detail: activityLifecycle.labels[status],
        sanctions,
      })),
      all: { href: `/activities?${query}`, label: `Search all ${activities.toLowerCase()}` },
    },
    {
      title: 'People',
      hits: found.people.map(({ id, name }) => ({
        href: `/clients?responsible=${id}`,
        name,
        detail: 'Clients of this relationship owner',
      })),
      all: null,
    },
    {
      title: 'Templates',
      hits: found.templates.map(({ id, name, resourceType }) => ({
        href: `/risk_assessment_templates/${id}/edit/${resourceType}`,
        name,
        detail: resourceType === 'clients' ? 'For clients' : `For ${activities.toLowerCase()}`,
      })),
      all: null,
    },
  ];
}

const none: Found = { clients: [], activities: [], people: [], templates: [] };

export const loader = asMember(async ({ api, me, url }): Promise<SearchPageData> => {
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, maxTextLength);
  if (q === '') return { q, groups: [], problem: null };
  const session = await me();
  const { company } = session;
  const found = hasOpenRecords(company) ? await api.submit(searchEverything, { query: { q } }) : null;
  const { pages, actions } = findPlaces(session, q);
  const groups = [
    ...recordGroups(found?.ok ? found.value : none, q, toActivityNoun(company.sector).pluralTitle),
    { title: 'Pages', hits: pages, all: null },
    { title: 'Actions', hits: actions, all: null },
  ];
  const problem = found && !found.ok ? (found.problem.fields?.q?.join(' ') ?? found.problem.title) : null;
  return { q, groups: groups.filter(({ hits }) => hits.length > 0), problem };
});

export default function Search() {
  const { q, groups, problem } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Search</h1>
      <Form
        method="get"
        action="/search"
        role="search"
        aria-label="Search again"
        className="mt-4 flex max-w-form gap-2"
      >
        <input
          key={q}
          type="search"
          name="q"
          aria-label="Search clients, people, pages and actions"
          defaultValue={q}
          maxLength={maxTextLength}
          autoComplete="off"
        />
        <Button variant="primary">Search</Button>
      </Form>
      {problem ? (
        <p className="field-error mt-3" role="alert">
          {problem}
        </p>
      ) : null}
      <Results q={q} groups={groups} />
    </>
  );
}

function Results({ q, groups }: Pick<SearchPageData, 'q' | 'groups'>) {
  if (q === '') {
    return (
      <p className="hint mt-4">
        Type a name, number or reference, or the name of a page or an action. Ctrl+K or ⌘K opens the search
        from any page.
      </p>
    );
  }
  if (groups.length === 0) {
    return <p className="mt-4">Nothing found for “{q}”. Try fewer words, or another spelling.</p>;
  }
  return (
    <div className="mt-4 grid max-w-form gap-5">
      {groups.map(({ title, hits, all }) => (
        <section key={title} aria-label={title}>
          <div className="mb-1.5 flex items-baseline justify-between gap-3">
            <h2>{title}</h2>
            {all ? (
              <a href={all.href} className="text-sm">
                {all.label}
              </a>
            ) : null}
          </div>
          <EntryList data-routed-links>
            {hits.map(({ href, name, detail, sanctions }) => (
              <li key={href} className="px-3 py-2">
                <a href={href} className="font-semibold">
                  {name}
                </a>
                <SanctionsTag tag={sanctions ?? null} /> <span className="hint">{detail}</span>
              </li>
            ))}
          </EntryList>
        </section>
      ))}
    </div>
  );
}
