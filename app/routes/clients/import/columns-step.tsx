import { Form, Link } from '@remix-run/react';
import { clientTypeLabels, clientTypes } from '#rules/clients/client-types.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { PlainSelect, Select } from '../../../components/forms/choices.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { DataTable } from '../../../components/table.tsx';
import { DateSelects } from './date-selects.tsx';
import { HeadingRow } from './heading-row.tsx';
import type { ImportResult } from './import-actions.server.ts';
import { leftOut } from './left-out.ts';
import type { ColumnsData } from './step-data.ts';

const typeChoices = clientTypes.map((value) => ({ value, label: clientTypeLabels[value] }));

/** Meaning of each column of the file, guessed by its heading, and defaults for rows without a value. */
export function ColumnsStep({
  screen,
  rejection,
}: {
  screen: ColumnsData;
  rejection: ImportResult | undefined;
}) {
  const { shown, members, countries } = screen;
  const mapping = rejection?.kept ? { ...screen.mapping, ...rejection.kept } : screen.mapping;
  const { clientType, country, responsibleMemberId } = mapping;
  const field = plainFields('import', undefined, {
    clientType,
    country,
    responsibleMemberId: responsibleMemberId ?? '',
  });
  return (
    <>
      {shown.headingChoice ? <HeadingRow screen={screen} choice={shown.headingChoice} /> : null}
      <Form method="post" className="mt-4 grid gap-6" key={shown.headingChoice?.row}>
        <RequestKeyInput value={screen.requestKey} />
        <input type="hidden" name="version" value={shown.version} />
        <input type="hidden" name="count" value={shown.headings.length} />
        <section aria-labelledby="columns" className="grid gap-2">
          <h2 id="columns">Map columns</h2>
          <p className="hint">
            {shown.rowCount === 1 ? '1 row' : `${formatNumber(shown.rowCount)} rows`} read. Choose a field for
            every column, or “Do not import” to leave its values out.
            {shown.remembered
              ? ` Headings that your company imported before are mapped as last time, in ${shown.remembered.fileName}.`
              : ''}
          </p>
          <div className="max-w-4xl">
            <ColumnsTable screen={{ ...screen, mapping }} rejection={rejection} />
          </div>
        </section>
        <section aria-labelledby="otherwise" className="grid max-w-form gap-4">
          <h2 id="otherwise">Default values</h2>
          <Select field={field('clientType')} label="Client type" choices={typeChoices} />
          <Select field={field('country')} label="Country" choices={countries} />
          <Select
            field={field('responsibleMemberId')}
            label="Relationship owner"
            optional
            choices={members}
            empty="Unassigned"
          />
        </section>
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="map" busy="Checking…">
            Validate rows
          </SubmitButton>
          <Link to={clientImportUrl(shown.id, { confirm: 'discard' })}>Discard import</Link>
        </div>
      </Form>
    </>
  );
}

const columnId = (place: number) => `import-column${place}`;

/** The columns of the file, each with the field it maps to and sample values. */
function ColumnsTable({
  screen: { shown, mapping, fields },
  rejection: { columns: problems, dates, isQuestion = false } = {},
}: {
  screen: ColumnsData;
  rejection: Pick<ImportResult, 'columns' | 'dates' | 'isQuestion'> | undefined;
}) {
  return (
    <DataTable
      look="plain"
      onCard
      caption="Columns of the file"
      columns={[
        {
          title: 'Column',
          cell: ({ heading, place }) => <label htmlFor={columnId(place)}>{heading}</label>,
        },
        {
          title: 'Map to',
          cell: ({ heading, place }) => (
            <>
              <ColumnSelect
                place={place}
                value={mapping.columns[place] ?? ''}
                fields={fields}
                problem={problems?.[place]}
              />
              <DateSelects
                place={place}
                heading={heading}
                mapping={mapping}
                questions={dates?.[place]}
                areErrors={!isQuestion}
              />
            </>
          ),
        },
        {
          title: 'Sample values',
          className: 'text-ink-soft max-md:hidden',
          cell: ({ place }) =>
            shown.samples
              .map((cells) => (cells[place] ?? '').slice(0, 40))
              .filter((text) => text !== '')
              .join(' · '),
        },
      ]}
      // A column is identified by position; headings may repeat.
      rows={shown.headings.map((heading, place) => ({ heading, place }))}
      rowKey={({ place }) => place}
      className="[&_td]:align-middle"
    />
  );
}

/** The field that one column maps to. */
function ColumnSelect({
  place,
  value,
  fields,
  problem,
}: {
  place: number;
  value: string;
  fields: ColumnsData['fields'];
  problem: string | undefined;
}) {
  const id = columnId(place);
  return (
    <>
      <PlainSelect
        id={id}
        name={`column${place}`}
        defaultValue={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        empty="Choose"
        choices={[{ value: leftOut, label: 'Do not import' }, ...fields]}
        required
      />
      {problem ? (
        <p id={`${id}-error`} className="field-error">
          {problem}
        </p>
      ) : null}
    </>
  );
}
