import { data, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { changeTemplate, listTemplates } from '#contract/risk-templates.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { loadCountryLists, saveCountryLists } from './country-lists.server.ts';
import { CountryListsView } from './country-lists-view.tsx';
import { ArchiveQuestion, TemplateTable } from './template-table.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.view === 'countries' ? 'Lists of countries' : 'Templates'} – Assay` },
];

async function loadTemplates({ api, me, url }: MemberArgs) {
  const isArchive = url.searchParams.get('archived') === 'true';
  const [session, { templates }] = await Promise.all([
    me(),
    api.call(listTemplates, { query: isArchive ? { archived: true } : {} }),
  ]);
  const confirmed = url.searchParams.get('confirm') === 'archive' ? url.searchParams.get('template') : null;
  const shown = templates.filter(({ archivedAt }) => (archivedAt !== null) === isArchive);
  return {
    view: 'templates' as const,
    groups: resourceTypes.map((resourceType) => ({
      resourceType,
      templates: shown
        .filter((template) => template.resourceType === resourceType)
        .map((template) => ({
          ...template,
          publishedText: template.published?.publishedAt
            ? dayText(template.published.publishedAt, session.company.timeZone)
            : null,
        })),
    })),
    isArchive,
    toArchive: shown.find(({ id }) => id === confirmed) ?? null,
    mayWrite: may(session, 'templates.write'),
    requestKey: newRequestKey(),
  };
}

const isCountries = (url: URL) => url.searchParams.get('view') === 'countries';

export const loader = asMember(async (args) =>
  isCountries(args.url) ? loadCountryLists(args) : loadTemplates(args),
);

const doneTexts = {
  makeDefault: 'New assessments use this template now.',
  archive: 'The template is archived.',
  restore: 'The template is back.',
};

async function changeOne({ api, request }: MemberArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, changeTemplate.body);
  if (submission.status !== 'success') throw Response.json({ code: 'request.malformed' }, { status: 400 });
  const id = String(form.get('template'));
  const sent = await api.submit(changeTemplate, {
    params: { id },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) {
    return redirectWithFlash('/templates', { kind: 'success', text: doneTexts[submission.value.change] });
  }
  return data({ sentence: sent.problem.detail ?? `${sent.problem.title}.` }, { status: sent.problem.status });
}

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
        What a risk assessment asks and how it scores. An assessment keeps the version that it was made with.
      </p>
      <ViewTabs
        label="What assessments are made with"
        tabs={[
          { to: '/templates', label: 'Templates', isCurrent: !isCountries },
          { to: '/templates?view=countries', label: 'Lists of countries', isCurrent: isCountries },
        ]}
      />
      {answer && 'sentence' in answer ? (
        <div className="mt-4">
          <AttentionBox id="refused" kind="danger" heading="That was not done" reply={answer}>
            <p>{answer.sentence}</p>
          </AttentionBox>
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
          <Link to="/templates">Back to the templates in use</Link>
        ) : (
          <Link to="/templates?archived=true">Archived templates</Link>
        )}
      </p>
    </>
  );
}
