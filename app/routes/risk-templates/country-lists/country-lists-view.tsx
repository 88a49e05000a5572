import { Link } from '@remix-run/react';
import { ButtonLink } from '../../../components/button.tsx';
import { Card, Panel } from '../../../components/panel.tsx';
import { CountryListForm } from './country-list-form.tsx';
import type { CountryListResult, CountryListView, loadCountryLists } from './country-lists.server.ts';
import { ShippedCountries } from './shipped-countries.tsx';

type Shown = Awaited<ReturnType<typeof loadCountryLists>>;

/** Country lists used for scoring: all of them, or one to edit with its history. */
export function CountryListsView({
  lists,
  chosen,
  history,
  mayWrite,
  today,
  requestKey,
  answer,
}: Shown & { answer: CountryListResult | undefined }) {
  if (chosen === null) {
    return (
      <>
        <p className="mt-4 max-w-[860px] text-ink-soft">
          Country questions and CDD rules use these lists. Changes apply from when they are saved; approved
          assessments retain the lists they were scored with. Countries on the lists of the FATF are supplied
          with Assay; your company adds countries, and removes only those that it added.
        </p>
        <div className="mt-4 grid gap-4">
          {lists.map((list) => (
            <List key={list.key} list={list} mayWrite={mayWrite} />
          ))}
        </div>
      </>
    );
  }
  return (
    <>
      <p className="mt-4 mb-2 text-sm">
        <Link to="/templates?view=countries">Country lists</Link>
      </p>
      <h2 id={`list-${chosen.key}`} className="text-xl">
        {chosen.label}
      </h2>
      {mayWrite ? (
        <CountryListForm
          key={`${chosen.key} ${chosen.version}`}
          list={chosen}
          today={today}
          requestKey={requestKey}
          answer={answer}
        />
      ) : (
        <div className="mt-4">
          <List list={chosen} mayWrite={false} isAlone />
        </div>
      )}
      {history ? <History listKey={chosen.key} {...history} /> : null}
    </>
  );
}

function List({
  list,
  mayWrite,
  isAlone = false,
}: {
  list: CountryListView;
  mayWrite: boolean;
  /** On the list's own page, under its name. */
  isAlone?: boolean;
}) {
  const { key, label, asAtLabel, plenaryMissing, count, shipped, ownNames, source, note, saved } = list;
  const href = `/templates?view=countries&list=${key}`;
  return (
    <Card as="section" className="grid gap-3" aria-labelledby={`list-${key}`}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          {isAlone ? null : <h2 id={`list-${key}`}>{label}</h2>}
          <p className={isAlone ? undefined : 'text-ink-soft'}>
            {count === 1 ? 'One country' : `${count} countries`}, as at {asAtLabel}
          </p>
        </div>
        {isAlone ? null : (
          <ButtonLink to={href}>
            {mayWrite ? 'Edit' : 'History'}
            <span className="sr-only">
              {mayWrite ? '' : ' of'} {label}
            </span>
          </ButtonLink>
        )}
      </div>
      {plenaryMissing ? (
        <p className="notice notice-warning">
          {plenaryMissing} plenary not yet entered: the list is current to {asAtLabel}. The FATF updates its
          lists in February, June and October. Check the source.
        </p>
      ) : null}
      <div>
        <ShippedCountries {...shipped} />
      </div>
      <div>
        <h3>Added by your company</h3>
        {ownNames.length === 0 ? (
          <p className="text-ink-soft">No countries</p>
        ) : (
          <ul className="columns-[180px] gap-x-4">
            {ownNames.map((name) => (
              <li key={name} className="break-inside-avoid">
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      <SourceLine text={source} />
      {note ? <p className="hint max-w-[860px] whitespace-pre-line">{note}</p> : null}
      {saved ? <p className="hint">Saved by {saved}</p> : null}
    </Card>
  );
}

/** A URL as a link, any other text as it is. */
function Source({ text }: { text: string }) {
  return /^https?:\/\/\S+$/.test(text) ? (
    <a href={text} rel="noreferrer" className="break-all">
      {text}
    </a>
  ) : (
    text
  );
}

function SourceLine({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="text-sm">
      <span className="text-ink-soft">Source: </span>
      <Source text={text} />
    </p>
  );
}

function History({
  listKey,
  entries,
  shipped,
  isFirstPage,
  nextBefore,
}: NonNullable<Shown['history']> & { listKey: string }) {
  const href = `/templates?view=countries&list=${listKey}`;
  return (
    <Panel id="history" title="History" className="mt-6 max-w-[860px]">
      {entries.length === 0 ? (
        <p className="text-ink-soft">Your company has not changed the list.</p>
      ) : (
        <ol className="grid gap-4">
          {entries.map((entry) => (
            <li
              key={entry.version}
              className="grid gap-1 border-l-2 border-line pl-3 [overflow-wrap:anywhere]"
            >
              <p>
                <span className="font-semibold">
                  As at {entry.asAt}: {entry.own.length === 0 ? 'no country' : entry.own.join(', ')} added by
                  your company
                </span>{' '}
                <span className="text-ink-soft">
                  {entry.savedBy} · {entry.savedAt}
                </span>
              </p>
              <Named label="Added" names={entry.added} />
              <Named label="Removed" names={entry.removed} />
              {entry.added.length + entry.removed.length === 0 ? (
                <p className="text-sm">The same countries</p>
              ) : null}
              <SourceLine text={entry.source} />
              {entry.note ? <p className="hint whitespace-pre-line">{entry.note}</p> : null}
            </li>
          ))}
        </ol>
      )}
      <p className="flex gap-4 empty:hidden">
        {isFirstPage ? null : <Link to={`${href}#history`}>Newest</Link>}
        {nextBefore === null ? null : <Link to={`${href}&before=${nextBefore}#history`}>Older</Link>}
      </p>
      <h3 className="mt-4">Supplied with Assay</h3>
      <ol className="mt-2 grid gap-4">
        {shipped.map((state) => (
          <li key={state.asAt} className="grid gap-1 border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
            <p className="font-semibold">
              From {state.asAt}: {state.count} countries
            </p>
            <Named label="Added" names={state.added} />
            <Named label="Removed" names={state.removed} />
            <SourceLine text={state.source} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Named({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="text-sm">
      <span className="text-ink-soft">{label}: </span>
      {names.join(', ')}
    </p>
  );
}
