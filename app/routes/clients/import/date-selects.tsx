import type { DateNumbering, DateQuestions } from '#rules/clients/client-import-dates.ts';
import type { DateOrder } from '#rules/dates/calendar-dates.ts';
import { Select } from '../../../components/forms/choices.tsx';
import type { ColumnsData } from './step-data.ts';

const orderChoices = [
  { value: 'dayFirst', label: 'Day first: 31/12/1980' },
  { value: 'monthFirst', label: 'Month first: 12/31/1980' },
] satisfies { value: DateOrder; label: string }[];

const numberingChoices = [
  { value: 'since1900', label: 'Dates of Excel' },
  { value: 'since1904', label: 'Dates of Excel on older Macs' },
  { value: 'noDates', label: 'No dates: do not import these rows' },
] satisfies { value: DateNumbering; label: string }[];

/** How the dates of a column are written, where it is doubtful or was answered before. */
export function DateSelects({
  place,
  heading,
  mapping,
  questions = {},
  areErrors,
}: {
  place: number;
  heading: string;
  mapping: ColumnsData['mapping'];
  questions: DateQuestions | undefined;
  /** Whether the questions were on the page before, and were not answered. */
  areErrors: boolean;
}) {
  const field = mapping.columns[place] ?? '';
  const selects = [
    {
      name: `order${place}`,
      label: `How dates in “${heading}” are written`,
      value: mapping.dateOrders[field],
      question: questions.order,
      choices: orderChoices,
    },
    {
      name: `numbering${place}`,
      label: `What numbers in “${heading}” are`,
      value: mapping.dateNumberings[field],
      question: questions.numbering,
      choices: numberingChoices,
    },
  ];
  return selects
    .filter(({ value, question }) => value !== undefined || question !== undefined)
    .map(({ name, label, value, question, choices }) => (
      <div key={name} className="mt-2">
        <Select
          field={{
            id: `import-${name}`,
            name,
            errors: question && areErrors ? [question] : undefined,
            initialValue: value ?? '',
          }}
          label={label}
          hint={areErrors ? undefined : question}
          choices={choices}
          empty="Select"
        />
      </div>
    ));
}
