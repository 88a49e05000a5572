import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { Badge, openBadge, overdueBadge, resolvedBadge } from '../../../components/badge.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton, useActionInCompany } from '../../../components/forms/submit.tsx';
import { FileInput } from '../../../components/forms/text-input.tsx';
import { Card, EntryList } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { RequiredLists } from './required-lists.tsx';
import { ListChanges, ListNotes, ListVersions } from './screening-list-versions.tsx';
import {
  handleListsAction,
  type ListVersionView,
  type ListView,
  loadLists,
} from './screening-lists.server.ts';

export const meta = settingsMeta('lists');

export const loader = settingsLoader('lists', loadLists);

export const action = asMember(handleListsAction);

export const ErrorBoundary = ErrorInLayout;

type Loaded = Awaited<ReturnType<typeof loadLists>>;
type Overview = Extract<Loaded, { kind: 'lists' }>;

/** Screening lists: the platform's, and the company's internal ones. */
export default function ListsView() {
  const view = useLoaderData<typeof loader>();
  if (view.kind === 'versions') return <ListVersions view={view} />;
  if (view.kind === 'changes') return <ListChanges view={view} />;
  return (
    <div className="grid gap-8">
      <RequiredLists required={view.required} />
      <OperatorLists overview={view} />
      <OwnList overview={view} />
    </div>
  );
}

function OperatorLists({ overview: { operators, service } }: { overview: Overview }) {
  return (
    <section aria-labelledby="lists-heading" className="grid gap-3">
      <h2 id="lists-heading">Active lists</h2>
      <p className="max-w-prose text-ink-soft">
        Maintained by your Assay operator and shared by all companies. A new version becomes active once fully
        imported; a failed import changes nothing.
      </p>
      {service ? (
        <p className="notice notice-warning max-w-prose">
          Screening goes through an outside service, {service.name} at {service.address}, in place of the
          lists below.
        </p>
      ) : null}
      {operators.length === 0 ? (
        <p className="notice notice-warning max-w-prose">
          No list imported yet. Screening is unavailable until one is imported or you upload your own.
        </p>
      ) : (
        <EntryList>
          {operators.map((list) => (
            <li key={list.id} className="p-4">
              <ListFacts list={list} />
            </li>
          ))}
        </EntryList>
      )}
    </section>
  );
}

/** A list's name, active version and status. */
function ListFacts({ list }: { list: ListView }) {
  const { inUse, failure, checked } = list;
  return (
    <div className="grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="grid content-start gap-1">
        <h3 className="text-base font-semibold">{list.name}</h3>
        <p>
          {inUse ? (
            <>
              <Badge by={resolvedBadge}>Active, version {inUse.version}</Badge>
              {inUse.since ? <span className="hint"> since {inUse.since}</span> : null}
            </>
          ) : (
            <Badge by={openBadge}>Not active</Badge>
          )}
        </p>
        {inUse ? (
          <p className="flex flex-wrap gap-x-4">
            <Link to={list.versionsHref}>
              Versions<span className="sr-only"> of {list.name}</span>
            </Link>
            <Link to={inUse.changesHref}>
              Latest changes<span className="sr-only"> in {list.name}</span>
            </Link>
          </p>
        ) : null}
      </div>
      <div className="grid content-start gap-2">
        {inUse ? <VersionFacts version={inUse} checked={checked} current={list.current} /> : null}
        {list.isStale ? (
          <p className="notice notice-warning">
            <Badge by={overdueBadge}>Not up to date</Badge> The list was not compared with its source for more
            than 7 days.
          </p>
        ) : null}
        <ListProblems list={list} />
        {list.isReaderTried ? null : (
          <p className="hint">
            Implemented from the published format; not yet tested with the publisher’s own file.
          </p>
        )}
        {failure ? (
          <p className="notice notice-warning [overflow-wrap:anywhere]">
            <Badge by={overdueBadge}>Last import failed</Badge> {failure.at}: {failure.text}
            {inUse ? ' The active version is unchanged.' : ''}
          </p>
        ) : null}
        {inUse ? <ListNotes notes={inUse.notes} /> : null}
      </div>
    </div>
  );
}

/** Why screenings against a list are incomplete, each with what ends it. */
function ListProblems({ list: { isOwn, isOlderReading, inUse, notFetched } }: { list: ListView }) {
  return (
    <>
      {isOlderReading ? (
        <p className="notice notice-warning">
          <Badge by={overdueBadge}>Read by an older reader</Badge> Screenings are incomplete until the list is
          read again.{' '}
          {isOwn
            ? 'Upload it again.'
            : 'Lists with a source are fetched again within the hour. If this one is not, ask your Assay operator to import it.'}
        </p>
      ) : null}
      {inUse?.unreadRows ? (
        <p className="notice notice-warning">
          <Badge by={overdueBadge}>Not read whole</Badge> {inUse.unreadRows} could not be read. Screenings are
          incomplete until {isOwn ? 'you upload a corrected list' : 'a corrected list is imported'}.
        </p>
      ) : null}
      {notFetched ? (
        <p className="notice notice-warning [overflow-wrap:anywhere]">
          <Badge by={overdueBadge}>Not fetched</Badge> The list could not be updated since {notFetched.since}:{' '}
          {notFetched.reason}. Screenings are incomplete until it is. Assay tries again every hour.
        </p>
      ) : null}
    </>
  );
}

function VersionFacts({
  version,
  checked,
  current,
}: {
  version: ListVersionView;
  checked: string | null;
  current: string | null;
}) {
  return (
    <DescriptionList
      facts={[
        { label: 'Entries', value: version.entities },
        { label: 'Published', value: version.published ?? 'Not stated' },
        { label: 'Last rescreened', value: checked ?? version.received },
        ...(current === null ? [] : [{ label: 'Last found current', value: current }]),
      ]}
    />
  );
}

function OwnList({ overview }: { overview: Overview }) {
  const result = useActionData<typeof action>();
  const { own, mayChange } = overview;
  const errors = result && 'error' in result ? { file: [result.error] } : {};
  return (
    <section aria-labelledby="own-list-heading" className="grid gap-3">
      <h2 id="own-list-heading">Internal list</h2>
      <p className="max-w-prose text-ink-soft">
        Your company’s own watchlist, visible only to your company and included in every screening.
      </p>
      <ErrorSummary formId="own-list" errors={errors} reply={result} />
      {own?.held ? (
        <HeldVersion held={own.held} mayChange={mayChange} requestKey={overview.requestKey} />
      ) : null}
      {own?.inUse || own?.failure ? (
        <Card>
          <ListFacts list={own} />
        </Card>
      ) : (
        <p className="text-ink-soft">No internal list.</p>
      )}
      {mayChange ? (
        <Upload requestKey={overview.requestKey} hasList={own?.inUse != null} />
      ) : (
        <p className="hint">An owner or the compliance officer can upload one.</p>
      )}
    </section>
  );
}

/** A version that may be truncated, with the buttons to activate or discard it. */
function HeldVersion({
  held,
  mayChange,
  requestKey,
}: {
  held: ListVersionView;
  mayChange: boolean;
  requestKey: string;
}) {
  return (
    <Form method="post" className="notice notice-warning grid gap-3" aria-labelledby="held-heading">
      <h3 id="held-heading" className="font-semibold">
        Version {held.version} is pending confirmation
      </h3>
      <ListNotes notes={held.notes} />
      <p>
        {held.entities}: {held.changes}. Received {held.received}.{' '}
        <Link to={held.changesHref}>
          View changes<span className="sr-only"> in version {held.version}</span>
        </Link>
      </p>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={held.version} />
      {mayChange ? (
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="secondary" name="decision" value="use" busy="Activating…">
            Activate this version
          </SubmitButton>
          <SubmitButton variant="danger" name="decision" value="discard" busy="Discarding…">
            Discard version
          </SubmitButton>
        </div>
      ) : null}
    </Form>
  );
}

function Upload({ requestKey, hasList }: { requestKey: string; hasList: boolean }) {
  const action = useActionInCompany();
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      className="grid max-w-form gap-3"
      aria-label={hasList ? 'Upload new version' : 'Upload list'}
    >
      <RequestKeyInput value={requestKey} />
      <FileInput
        field={{ id: 'own-list-file', name: 'file', key: requestKey }}
        label={hasList ? 'Complete list file' : 'List file'}
        hint={
          <>
            CSV or XLSX, 20 MB at most, with a column of names.{' '}
            <a href="/settings/list-template.csv" download>
              Download the template
            </a>
            . A new file replaces the active version. Entries missing from it count as removed.
          </>
        }
        required
        accept=".csv,.xlsx,.xml,text/csv"
      />
      <div>
        <SubmitButton variant={hasList ? 'secondary' : 'primary'} busy="Uploading…">
          {hasList ? 'Upload new version' : 'Upload list'}
        </SubmitButton>
      </div>
    </Form>
  );
}
