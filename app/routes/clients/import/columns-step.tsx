import { Form, Link } from '@remix-run/react';
import { clientTypeLabels, clientTypes } from '#rules/client-types.ts';
import { Options, Select } from '../../../components/forms/choices.tsx';
import { plainFields } from '../../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import type { ImportAnswer } from './import.server.ts';
import type { ColumnsData } from './import-screen.tsx';

const typeChoices = clientTypes.map((value) => ({ value, label: clientTypeLabels[value] }));

/** What each column of the file is, guessed by its heading, and what holds for rows that do not say. */
export function ColumnsStep({ screen, refused }: { screen: ColumnsData; refused: ImportAnswer | undefined }) {
  const { shown, mapping, fields, members, countries } = screen;
  const { clientType, country, responsibleMemberId } = mapping;
  const field = plainFields('import', undefined, {
    clientType,
    country,
    responsibleMemberId: responsibleMemberId ?? '',
  });
  return (
    <Form method="post" className="mt-4 grid gap-6">
      <RequestKeyInput value={screen.requestKey} />
      <input type="hidden" name="version" value={shown.version} />
      <input type="hidden" name="count" value={shown.headings.length} />
      <section aria-labelledby="columns" className="grid gap-2">
        <h2 id="columns">What the columns are</h2>
        <p className="hint">
          {shown.rowCount === 1 ? '1 row was' : `${shown.rowCount.toLocaleString('en-NZ')} rows were`} read.
          Columns that are left out are not kept. An address that stands in one column cannot be taken apart:
          split it in your file first, or leave it out.
        </p>
        <table className="max-w-4xl border border-line bg-paper">
          <caption className="sr-only">Columns of the file</caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Read as</th>
              <th scope="col" className="max-md:hidden">
                In the first rows
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.headings.map((heading, place) => {
              const problem = refused?.columns?.[place];
              const id = `import-column${place}`;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; headings may repeat
                <tr key={place}>
                  <td>
                    <label htmlFor={id}>{heading}</label>
                  </td>
                  <td>
                    <select
                      id={id}
                      name={`column${place}`}
                      defaultValue={mapping.columns[place] ?? ''}
                      aria-invalid={problem ? true : undefined}
                      aria-describedby={problem ? `${id}-error` : undefined}
                    >
                      <option value="">Leave out</option>
                      <Options choices={fields} />
                    </select>
                    {problem ? (
                      <p id={`${id}-error`} className="field-error">
                        {problem}
                      </p>
                    ) : null}
                  </td>
                  <td className="text-ink-soft max-md:hidden">
                    {shown.samples
                      .map((cells) => (cells[place] ?? '').slice(0, 40))
                      .filter((text) => text !== '')
                      .join(' · ')}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="otherwise" className="grid max-w-form gap-4">
        <h2 id="otherwise">Where a row does not say</h2>
        <Select field={field('clientType')} label="Type of client" choices={typeChoices} />
        <Select field={field('country')} label="Country" choices={countries} />
        <Select
          field={field('responsibleMemberId')}
          label="Responsible"
          optional
          choices={members}
          empty="Nobody yet"
        />
      </section>
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton name="intent" value="map" busy="Checking…">
          Check the rows
        </SubmitButton>
        <Link to={`/clients?view=import&import=${shown.id}&confirm=discard`}>Discard this file</Link>
      </div>
    </Form>
  );
}
