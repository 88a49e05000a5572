import { Form, Link } from '@remix-run/react';
import { countries, countryName } from '#rules/countries.ts';
import { AffectedClients } from '../../../components/affected-clients/affected-clients.tsx';
import { Tick } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { FieldErrors, type FormField } from '../../../components/forms/field.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { VersionConflict } from '../../../components/forms/version-conflict.tsx';
import { Card } from '../../../components/panel.tsx';
import type { CountryListResult, CountryListView } from './country-lists.server.ts';
import { ShippedCountries } from './shipped-countries.tsx';

const formId = 'list';

/** As many columns as fit. */
const ticksClass = 'mt-2 columns-[200px] gap-x-4';

/** Edits a country list: its countries, and the date and source it was checked against. */
export function CountryListForm({
  list,
  today,
  requestKey,
  answer,
}: {
  list: CountryListView;
  today: string;
  requestKey: string;
  answer: CountryListResult | undefined;
}) {
  const typed = answer?.typed;
  const field = (name: 'asAt' | 'source' | 'note' | 'countries', saved?: string): FormField => ({
    id: `${formId}-${name}`,
    name,
    errors: answer?.errors[name],
    initialValue: name === 'countries' ? undefined : (typed?.[name] ?? saved),
  });
  const href = `/templates?view=countries&list=${list.key}`;
  return (
    <Form method="post" action={href} className="mt-4 grid max-w-[860px] gap-6" preventScrollReset>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={typed?.version ?? list.version} />
      <ErrorSummary formId={formId} errors={answer?.errors ?? {}} reply={answer} />
      {answer?.stale ? (
        <VersionConflict {...answer.stale} savedAt="in the meantime" reloadHref={href} />
      ) : null}
      <CountryTicks list={list} typed={typed?.countries} field={field('countries')} />
      <TextInput
        field={field('asAt', today)}
        label="As at"
        hint={`The date you compared the list with its source. It is shown beside every answer that uses the list. Currently ${list.asAtLabel}.`}
        type="date"
        max={today}
        className="max-w-form [&_input]:max-w-60"
      />
      <TextInput
        field={field('source', list.source)}
        label="Source"
        hint="URL or document you checked against"
        optional
        maxLength={300}
        autoComplete="off"
        className="max-w-form"
      />
      <TextArea
        field={field('note')}
        label="Note"
        hint="Reason for the change, saved in the history"
        optional
        maxLength={500}
        className="max-w-form"
      />
      <AffectedClients affected={answer?.affected} />
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy="Saving…">Save the list</SubmitButton>
        <SubmitButton variant="secondary" name="intent" value="preview" busy="Checking clients…">
          Preview affected clients
        </SubmitButton>
        <Link to="/templates?view=countries">Back to the lists</Link>
      </div>
    </Form>
  );
}

const byName = (codes: CountryListView['countries']) =>
  codes.map((code) => ({ code, name: countryName(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * Shipped countries, which stay; those that the company added, to untick; and below them all others. A country stays in its group
 * while the form is edited.
 */
function CountryTicks({
  list,
  typed,
  field,
}: {
  list: CountryListView;
  /** Codes as posted, when saving was rejected. */
  typed: readonly string[] | undefined;
  field: FormField;
}) {
  const { shipped, ownCountries } = list;
  const ticked = new Set<string>(typed ?? ownCountries);
  const tick = ({ code, name }: (typeof countries)[number]) => (
    <Tick
      key={code}
      name="countries"
      value={code}
      defaultChecked={ticked.has(code)}
      className="break-inside-avoid"
    >
      {name}
    </Tick>
  );
  const others = countries.filter(({ code }) => !list.countries.includes(code));
  const isAdding = others.some(({ code }) => ticked.has(code));
  return (
    <Card
      as="fieldset"
      id={field.id}
      tabIndex={-1}
      aria-describedby={field.errors ? `${field.id}-error` : undefined}
    >
      <legend className="sr-only">Countries</legend>
      <FieldErrors field={field} />
      <ShippedCountries {...shipped} />
      {shipped.countries.map((code) => (
        <input key={code} type="hidden" name="countries" value={code} />
      ))}
      <h3 className="mt-4 border-t border-line pt-3">Added by your company</h3>
      {ownCountries.length === 0 ? (
        <p className="mt-1 text-ink-soft">No countries. Add them below.</p>
      ) : (
        <>
          <p className="hint">Untick a country to remove it.</p>
          <div className={ticksClass}>{byName(ownCountries).map(tick)}</div>
        </>
      )}
      <details className="mt-4 border-t border-line pt-3" open={isAdding}>
        <summary className="font-semibold text-accent">Add countries</summary>
        <p className="hint mt-1">Tick countries to add.</p>
        <div className={ticksClass}>{others.map(tick)}</div>
      </details>
    </Card>
  );
}
