import { Form, Link } from '@remix-run/react';
import { countries, countryName } from '#rules/countries.ts';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { FieldErrors, type FormField } from '../../components/forms/field.tsx';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import type { CountryListAnswer, CountryListShown } from './country-lists.server.ts';

const formId = 'list';

/** Columns of ticks, as many as there is room for. */
const ticksClass = 'mt-2 columns-[200px] gap-x-4';

/** A list of countries to tick and untick, with the day and the source that it was compared with. */
export function CountryListForm({
  list,
  today,
  requestKey,
  answer,
}: {
  list: CountryListShown;
  today: string;
  requestKey: string;
  answer: CountryListAnswer | undefined;
}) {
  const typed = answer?.typed;
  const ticked = new Set<string>(typed?.countries ?? list.countries);
  // Where each country stands does not change while the form is worked on: only what is kept decides it.
  const onList = new Set<string>(list.countries);
  const field = (name: 'asAt' | 'source' | 'note' | 'countries', kept?: string): FormField => ({
    id: `${formId}-${name}`,
    name,
    errors: answer?.errors[name],
    initialValue: name === 'countries' ? undefined : (typed?.[name] ?? kept),
  });
  const href = `/templates?view=countries&list=${list.key}`;
  const tick = ({ code, name }: (typeof countries)[number]) => (
    <label key={code} className="grid break-inside-avoid grid-cols-[18px_1fr] gap-2 py-0.5 font-normal">
      <input type="checkbox" name="countries" value={code} defaultChecked={ticked.has(code)} />
      <span>{name}</span>
    </label>
  );
  const others = countries.filter(({ code }) => !onList.has(code));
  const isAdding = others.some(({ code }) => ticked.has(code));
  return (
    <Form method="post" action={href} className="mt-4 grid max-w-[860px] gap-6" preventScrollReset>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={typed?.version ?? list.version} />
      <ErrorSummary formId={formId} errors={answer?.errors ?? {}} reply={answer} />
      {answer?.stale ? <StaleRecord {...answer.stale} keptAt="in the meantime" reloadHref={href} /> : null}
      <fieldset
        id={`${formId}-countries`}
        className="panel p-4"
        tabIndex={-1}
        aria-describedby={answer?.errors.countries ? `${formId}-countries-error` : undefined}
      >
        <legend className="sr-only">Countries</legend>
        <h2>On the list</h2>
        <FieldErrors field={field('countries')} />
        {list.countries.length === 0 ? (
          <p className="mt-1 text-ink-soft">No country yet. Add those that belong on it below.</p>
        ) : (
          <>
            <p className="hint">Untick a country to take it off.</p>
            <div className={ticksClass}>
              {list.countries
                .map((code) => ({ code, name: countryName(code) }))
                .sort((a, b) => a.name.localeCompare(b.name, 'en'))
                .map(tick)}
            </div>
          </>
        )}
        <details className="mt-4 border-t border-line pt-3" open={isAdding || list.countries.length === 0}>
          <summary className="font-semibold text-accent">Add countries</summary>
          <p className="hint mt-1">Tick every country that belongs on the list too.</p>
          <div className={ticksClass}>{others.map(tick)}</div>
        </details>
      </fieldset>
      <TextInput
        field={field('asAt', today)}
        label="As at"
        hint={`The day on which you compared the list with its source. It stands beside every answer that uses the list; until now ${list.asAtText}.`}
        type="date"
        max={today}
        className="max-w-form [&_input]:max-w-60"
      />
      <TextInput
        field={field('source', list.source)}
        label="Source"
        hint="What you compared it with: the address of a page, or the name of a document"
        optional
        maxLength={300}
        autoComplete="off"
        className="max-w-form"
      />
      <TextArea
        field={field('note')}
        label="Note"
        hint="Why countries came or went, for whoever reads the history"
        optional
        maxLength={500}
        className="max-w-form"
      />
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy="Saving…">Save the list</SubmitButton>
        <Link to="/templates?view=countries">Back to the lists</Link>
      </div>
    </Form>
  );
}
