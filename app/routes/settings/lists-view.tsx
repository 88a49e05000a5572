import { Form, Link } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { Marked, openMark, overdueMark, settledMark } from '../../components/mark.tsx';
import type { answerLists, loadLists, ShownList, ShownVersion } from './lists.server.ts';
import { ListChanges, ListNotes, ListVersions } from './lists-versions.tsx';
import { useAnswer, useShown } from './view-data.ts';

type Loaded = Awaited<ReturnType<typeof loadLists>>;
type Overview = Extract<Loaded, { kind: 'lists' }>;

/** Lists that people and bodies are screened against: the operator's, and the company's own. */
export default function ListsView() {
  const shown = useShown<typeof loadLists>();
  if (shown.kind === 'versions') return <ListVersions shown={shown} />;
  if (shown.kind === 'changes') return <ListChanges shown={shown} />;
  return (
    <div className="grid gap-8">
      <OperatorLists overview={shown} />
      <OwnList overview={shown} />
    </div>
  );
}

function OperatorLists({ overview: { operators, service } }: { overview: Overview }) {
  return (
    <section aria-labelledby="lists-heading" className="grid gap-3">
      <h2 id="lists-heading">Lists in use</h2>
      <p className="max-w-prose text-ink-soft">
        Kept by whoever runs Assay for you, the same for every company. A new version is in use as soon as all
        of it has been read; one that cannot be read changes nothing.
      </p>
      {service ? (
        <p className="notice notice-attention max-w-prose">
          Screening goes through an outside service, {service.name} at {service.address}, in place of the
          lists below.
        </p>
      ) : null}
      {operators.length === 0 ? (
        <p className="notice notice-attention max-w-prose">
          No list has been brought in yet. Nobody can be screened until there is one, or you upload your own.
        </p>
      ) : (
        <ul className="panel divide-y divide-line">
          {operators.map((list) => (
            <li key={list.id} className="p-4">
              <ListFacts list={list} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A list's name, the version in use and where it stands. */
function ListFacts({ list }: { list: ShownList }) {
  const { inUse, failure, checked } = list;
  return (
    <div className="grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="grid content-start gap-1">
        <h3 className="text-base font-semibold">{list.name}</h3>
        <p>
          {inUse ? (
            <Marked by={settledMark}>In use, version {inUse.version}</Marked>
          ) : (
            <Marked by={openMark}>Not in use yet</Marked>
          )}
        </p>
        {inUse ? (
          <p className="flex flex-wrap gap-x-4">
            <Link to={list.versionsHref}>
              Versions<span className="sr-only"> of {list.name}</span>
            </Link>
            <Link to={inUse.changesHref}>
              What changed last<span className="sr-only"> in {list.name}</span>
            </Link>
          </p>
        ) : null}
      </div>
      <div className="grid content-start gap-2">
        {inUse ? <VersionFacts version={inUse} checked={checked} /> : null}
        {failure ? (
          <p className="notice notice-attention [overflow-wrap:anywhere]">
            <Marked by={overdueMark}>The last attempt, {failure.at}, came to nothing.</Marked> {failure.text}
            {inUse ? ' The version in use stayed.' : ''}
          </p>
        ) : null}
        {inUse ? <ListNotes notes={inUse.notes} /> : null}
      </div>
    </div>
  );
}

function VersionFacts({ version, checked }: { version: ShownVersion; checked: string | null }) {
  const facts = [
    ['Entries', version.entities],
    ['Published', version.published ?? 'The list does not say'],
    ['In use since', version.since ?? ''],
    ['Last compared', checked ?? version.received],
  ] as const;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="tabular-nums [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function OwnList({ overview }: { overview: Overview }) {
  const answer = useAnswer<typeof answerLists>();
  const { own, mayChange } = overview;
  const errors = answer && 'error' in answer ? { file: [answer.error] } : {};
  return (
    <section aria-labelledby="own-list-heading" className="grid gap-3">
      <h2 id="own-list-heading">Your own list</h2>
      <p className="max-w-prose text-ink-soft">
        People and bodies that your company watches for itself. Nobody outside your company sees it. Everybody
        you screen is compared with it as well.
      </p>
      <ErrorSummary formId="own-list" errors={errors} reply={answer} />
      {own?.held ? (
        <HeldVersion held={own.held} mayChange={mayChange} requestKey={overview.requestKey} />
      ) : null}
      {own?.inUse || own?.failure ? (
        <div className="panel p-4">
          <ListFacts list={own} />
        </div>
      ) : (
        <p className="text-ink-soft">You have no list of your own.</p>
      )}
      {mayChange ? (
        <Upload requestKey={overview.requestKey} hasList={own?.inUse != null} />
      ) : (
        <p className="hint">An owner or the compliance officer can upload one.</p>
      )}
    </section>
  );
}

/** A version that looks cut off, and the two ways on. */
function HeldVersion({
  held,
  mayChange,
  requestKey,
}: {
  held: ShownVersion;
  mayChange: boolean;
  requestKey: string;
}) {
  return (
    <Form method="post" className="notice notice-attention grid gap-3" aria-labelledby="held-heading">
      <h3 id="held-heading" className="font-semibold">
        Version {held.version} is held back
      </h3>
      <ListNotes notes={held.notes} />
      <p>
        {held.entities}: {held.changes}. Received {held.received}.{' '}
        <Link to={held.changesHref}>
          See what it changes<span className="sr-only"> in version {held.version}</span>
        </Link>
      </p>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={held.version} />
      {mayChange ? (
        <div className="flex flex-wrap gap-3">
          <SubmitButton look="secondary" name="decision" value="use" busy="Putting it into use…">
            Use this version
          </SubmitButton>
          <SubmitButton look="danger" name="decision" value="discard" busy="Throwing it away…">
            Throw it away
          </SubmitButton>
        </div>
      ) : null}
    </Form>
  );
}

function Upload({ requestKey, hasList }: { requestKey: string; hasList: boolean }) {
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="grid max-w-form gap-3"
      aria-label={hasList ? 'Upload a new version' : 'Upload your list'}
    >
      <RequestKeyInput value={requestKey} />
      <div className="grid gap-1">
        <label htmlFor="own-list-file">{hasList ? 'The whole list as it is now' : 'The list'}</label>
        <p id="own-list-file-hint" className="hint">
          CSV or XLSX, 20 MB at most, with a column of names.{' '}
          <a href="/settings/list-template.csv" download>
            Download the template
          </a>
          . A new file replaces the one in use; entries that are not in it any more count as removed.
        </p>
        <input
          key={requestKey}
          id="own-list-file"
          name="file"
          type="file"
          required
          accept=".csv,.xlsx,.xml,text/csv"
          aria-describedby="own-list-file-hint"
          className="w-full min-w-0"
        />
      </div>
      <div>
        <SubmitButton look={hasList ? 'secondary' : 'primary'} busy="Reading…">
          {hasList ? 'Upload a new version' : 'Upload the list'}
        </SubmitButton>
      </div>
    </Form>
  );
}
