import { Form } from '@remix-run/react';
import { Button } from '../../../components/button.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';

export interface ClientPeriodsData {
  /** Each kind of value with its periods, the latest first. */
  lines: { label: string; periods: string[] }[];
  /** The day as typed, and its error. */
  asked: { text: string; problem: string | null };
  /** Values recorded at the end of a day. */
  asAt: { day: string; values: { label: string; value: string }[] } | null;
}

/** Periods of a client's recorded status, levels and results, and the values recorded on a day. */
export function ClientPeriods({
  href,
  periods: { lines, asked, asAt },
}: {
  /** URL of the client's page. */
  href: string;
  periods: ClientPeriodsData;
}) {
  const field = {
    id: 'as-at',
    name: 'asAt',
    key: asked.text,
    initialValue: asked.text,
    errors: asked.problem === null ? undefined : [asked.problem],
  };
  return (
    <section id="periods" aria-labelledby="periods-heading" className="grid scroll-mt-4 gap-3">
      <h3 id="periods-heading" className="font-semibold">
        Values over time
      </h3>
      <DescriptionList
        facts={lines.map(({ label, periods }) => ({
          label,
          value: (
            <ul className="grid gap-1">
              {periods.map((period) => (
                <li key={period}>{period}</li>
              ))}
            </ul>
          ),
        }))}
      />
      <Form
        method="get"
        action={`${href}#periods`}
        className="flex flex-wrap items-end gap-2 print:hidden"
        preventScrollReset
      >
        <TextInput field={field} label="As at" type="date" />
        <Button>Show day</Button>
      </Form>
      {asAt === null ? null : (
        <section aria-labelledby="as-at-heading" className="grid gap-2">
          <h4 id="as-at-heading" className="font-semibold">
            On record at the end of {asAt.day}
          </h4>
          <DescriptionList facts={asAt.values} />
        </section>
      )}
    </section>
  );
}
