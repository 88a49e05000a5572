import { data, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { changeTemplate, listTemplates } from '#contract/risk/risk-templates.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { textIn, throwFieldErrors } from '../../components/forms/parse-form.server.ts';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { loadCountryLists, saveCountryLists } from './country-lists/country-lists.server.ts';
import { CountryListsView } from './country-lists/country-lists-view.tsx';
import { ArchiveQuestion, TemplateTable } from './template-table.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === 'countries' ? pageTitle('Country lists', 'Templates') : pageTitle('Templates') },
];

async function loadTemplates({ api, me, url }: MemberArgs) {
  const isArchive = url.searchParams.get('archived') === 'true';
  const [session, { templates }] = await Promise.all([
    me(),
    api.call(listTemplates, { query: isArchive ? { archived: true } : {} }),
  ]);
  const confirmed = url.searchParams.get('confirm') === 'archive' ? url.searchParams.get('template') : null;
  const listed = templates.filter(({ archivedAt }) => (archivedAt !== null) === isArchive);
  return {
    view: 'templates' as const,
    groups: resourceTypes.map((resourceType) => ({
      resourceType,
      templates: listed
        .filter((template) => template.resourceType === resourceType)
        .map((template) => ({
          ...template,
          publishedLabel: template.published?.publishedAt
            ? formatDay(template.published.publishedAt, session.company.timeZone)
            : null,
        })),
    })),
    isArchive,
    toArchive: listed.find(({ id }) => id === confirmed) ?? null,
    mayWrite: may(session, 'templates.write'),
    requestKey: newRequestKey(),
  };
}

const isCountries = (url: URL) => url.searchParams.get('view') === 'countries';

export const loader = asMember(async (args) =>
  isCountries(args.url) ? loadCountryLists(args) : loadTemplates(args),
);

const submits = screenForms<MemberArgs>()({
  page: () => '/templates',
  rejected: ({ problem, status }) =>
    problem === undefined
      ? throwFieldErrors()
      : data({ message: problem.detail ?? `${problem.title}.` }, { status }),
});

const changes = (text: string) =>
  submits({
    endpoint: changeTemplate,
    params: (_args, form) => ({ id: textIn(form, 'template') }),
    accepted: text,
  });

const changeOne = onSubmit(
  formActions(
    {
      makeDefault: changes('New assessments use this template now.'),
      archive: changes('Template archived.'),
      restore: changes('Template restored.'),
    },
    { field: 'change' },
  ),
);

export const action = asMember(async (args) =>
  isCountries(args.url) ? saveCountryLists(args) : changeOne(args),
);

export default function Templates() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isCountries = loaded.view === 'countries';
  return (
    <>
      <h1>{loaded.view === 'templates' && loaded.isArchive ? 'Archived templates' : 'Templates'}</h1>
      <p className="mt-1 text-ink-soft">
        The questions and scoring of risk assessments. An assessment remains on the version it was started
        with.
      </p>
      <ViewTabs
        label="Templates"
        tabs={[
          { to: '/templates', label: 'Templates', isCurrent: !isCountries },
          { to: '/templates?view=countries', label: 'Country lists', isCurrent: isCountries },
        ]}
      />
      {answer && 'message' in answer ? (
        <div className="mt-4">
          <WarningBox id="refused" kind="danger" heading="No change made" reply={answer}>
            <p>{answer.message}</p>
          </WarningBox>
        </div>
      ) : null}
      {loaded.view === 'countries' ? (
        <CountryListsView {...loaded} answer={answer && 'typed' in answer ? answer : undefined} />
      ) : (
        <AllTemplates {...loaded} />
      )}
    </>
  );
}

function AllTemplates({
  groups,
  isArchive,
  toArchive,
  mayWrite,
  requestKey,
}: Awaited<ReturnType<typeof loadTemplates>>) {
  return (
    <>
      {toArchive ? <ArchiveQuestion template={toArchive} requestKey={requestKey} /> : null}
      {groups.map((group) => (
        <TemplateTable key={group.resourceType} {...group} {...{ isArchive, mayWrite, requestKey }} />
      ))}
      <p className="mt-4">
        {isArchive ? (
          <Link to="/templates">Back to active templates</Link>
        ) : (
          <Link to="/templates?archived=true">Archived templates</Link>
        )}
      </p>
    </>
  );
}
