import { Form } from '@remix-run/react';
import { Select } from '../../../components/forms/choices.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import type { ColumnsData } from './step-data.ts';

/** The row that has the headings, and the choice of another. */
export function HeadingRow({
  screen: { shown, headingsKey },
  choice: { row, firstRows },
}: {
  screen: ColumnsData;
  choice: NonNullable<ColumnsData['shown']['headingChoice']>;
}) {
  const choices = firstRows
    .map((cells, at) => ({
      value: String(at + 1),
      label: `Row ${at + 1}: ${cells
        .filter((cell) => cell.trim() !== '')
        .join(' · ')
        .slice(0, 80)}`,
      isBlank: cells.every((cell) => cell.trim() === ''),
    }))
    .filter(({ isBlank }) => !isBlank);
  return (
    <div className="mt-4 grid max-w-form gap-2">
      <p>
        The headings are in row {row}.
        {row === 1 ? '' : row === 2 ? ' Row 1 is not imported.' : ` Rows 1 to ${row - 1} are not imported.`}
      </p>
      {choices.length > 1 ? (
        <details>
          <summary>Use another row</summary>
          <Form method="post" className="mt-2 grid gap-3">
            <RequestKeyInput value={headingsKey} />
            <input type="hidden" name="version" value={shown.version} />
            <Select
              field={{ id: 'import-heading-row', name: 'row', initialValue: String(row), errors: undefined }}
              label="Row with the headings"
              choices={choices}
            />
            <div>
              <SubmitButton name="intent" value="headings" busy="Reading…" variant="secondary">
                Use these headings
              </SubmitButton>
            </div>
          </Form>
        </details>
      ) : null}
    </div>
  );
}
