import { Link, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge } from '../../components/badge.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { FilterBar, FilterInput } from '../../components/list-page/filter-bar.tsx';
import { PrintHeading } from '../../components/print-heading.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { loadRules } from './rules.server.ts';
import { settingsMeta } from './settings-meta.ts';
import { settingsLoader } from './settings-route.server.ts';

export const meta = settingsMeta('rules');

export const loader = settingsLoader('rules', loadRules);

export const ErrorBoundary = ErrorInLayout;

type Country = Awaited<ReturnType<typeof loadRules>>['countries'][number];
type Row = Country['rules'][number];

/** The law that Assay applies for the company on a day, with its provisions and sources. */
export default function RulesView() {
  const { on, day, isToday, isUnread, countries, countryLists, printed } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="rules-heading">
      <PrintHeading text={printed} />
      <h2 id="rules-heading">Rules in force on {day}</h2>
      <p className="mt-2 max-w-prose text-ink-soft">
        The rules that Assay applies to your company’s CDD, reports and deadlines, by the date they are in
        force. This is not legal advice.
      </p>
      <div className="print:hidden">
        <FilterBar
          label="Rules in force"
          path={settingsUrl('rules')}
          query={on}
          columns="md:grid-cols-[auto_auto_1fr]"
          isFiltered={!isToday}
          folds={false}
        >
          <FilterInput name="on" label="Day" type="date" value={on} />
        </FilterBar>
      </div>
      {isUnread ? (
        <p className="notice notice-warning mt-3">An invalid day was ignored. Use a date like 2026-03-31.</p>
      ) : null}
      <Contents countries={countries} />
      {countries.map((country) => (
        <CountryRules key={country.jurisdiction} country={country} />
      ))}
      <CountryListDays lists={countryLists} />
    </section>
  );
}

type ListDays = Awaited<ReturnType<typeof loadRules>>['countryLists'];

/** The FATF lists that rules refer to, with the day that each is current to. */
function CountryListDays({ lists }: { lists: ListDays }) {
  return (
    <section aria-labelledby="rules-country-lists" className="mt-8 grid gap-2">
      <h3 id="rules-country-lists" className="text-lg">
        Country lists
      </h3>
      <ul className="grid gap-1">
        {lists.map(({ key, name, asAt, plenaryMissing }) => (
          <li key={key}>
            <Link to={`/templates?view=countries&list=${key}`}>{name}</Link>, current to {asAt}
            {plenaryMissing ? (
              <>
                . {plenaryMissing} plenary: <Badge by={openBadge}>Not yet entered</Badge>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to each country's tables, which are several screens long. */
function Contents({ countries }: { countries: readonly Country[] }) {
  return (
    <nav aria-label="On this page" className="mt-4 print:hidden">
      <ul className="grid gap-1">
        {countries.map(({ jurisdiction, name }) => (
          <li key={jurisdiction}>
            <a href={`#rules-${jurisdiction}`}>{name}</a>:{' '}
            {ruleTables.map(({ part, heading }, index) => (
              <span key={part}>
                {index > 0 ? ', ' : ''}
                <a href={`#${partId(jurisdiction, part)}`}>
                  {heading}
                  <span className="sr-only">, {name}</span>
                </a>
              </span>
            ))}
          </li>
        ))}
        <li>
          <a href="#rules-country-lists">Country lists</a>
        </li>
      </ul>
    </nav>
  );
}

/** The tables of a country, each under a heading of its own. */
const ruleTables = [
  { part: 'rules', heading: 'CDD', title: 'CDD rule', effect: 'Effect' },
  { part: 'dealings', heading: 'Activities and dealings', title: 'Rule', effect: 'Effect' },
  { part: 'clocks', heading: 'Deadlines', title: 'Deadline', effect: 'Period' },
  { part: 'verifications', heading: 'Identity verification', title: 'Rule', effect: 'Method' },
  { part: 'retention', heading: 'Retention', title: 'Record', effect: 'Period' },
] as const;

/** Of the heading of a country's table. */
const partId = (jurisdiction: string, part: string) => `rules-${jurisdiction}-${part}`;

function CountryRules({ country }: { country: Country }) {
  const id = `rules-${country.jurisdiction}`;
  return (
    <section aria-labelledby={id} className="mt-8 grid gap-4">
      <div>
        <h3 id={id} className="text-lg">
          {country.name}
        </h3>
        <p className="text-ink-soft">{country.applies}</p>
      </div>
      {ruleTables.map(({ part, heading, title, effect }) => (
        <div key={part} className="grid gap-2">
          <h4 id={partId(country.jurisdiction, part)} className="font-semibold">
            {heading}
          </h4>
          <RuleTable
            caption={`${heading}, ${country.name}`}
            title={title}
            effect={effect}
            rows={country[part]}
          />
        </div>
      ))}
    </section>
  );
}

function RuleTable({
  caption,
  title,
  effect,
  rows,
}: {
  caption: string;
  title: string;
  effect: string;
  rows: readonly Row[];
}) {
  const columns: Column<Row>[] = [
    // The provision names the row: reviewers look for it, on the page and on paper.
    { title: 'Provision', cell: (row) => row.provision, className: 'wide:w-32 print:w-26' },
    { title, cell: (row) => row.text, isWide: true, label: '', className: 'wide:w-[38%] print:w-[34%]' },
    { title: effect, cell: (row) => row.effect, isWide: true },
    { title: 'In force', cell: (row) => row.since, isWide: true },
    { title: 'Certainty and source', isWide: true, cell: (row) => <Source row={row} /> },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.key}
      className="print:[&_td]:align-top"
      empty="None in force on this day"
    />
  );
}

/** How certain a row is, and what it was read in: as a link, on paper the address. */
function Source({ row }: { row: Row }) {
  return (
    <>
      {row.isUnconfirmed ? <Badge by={openBadge}>{row.certainty}</Badge> : row.certainty}{' '}
      <a href={row.sourceUrl} rel="noreferrer" className="print:hidden">
        {new URL(row.sourceUrl).hostname}
        <span className="sr-only">, source of {row.provision}</span>
      </a>
      <span className="hidden text-xs break-all print:block">{row.sourceUrl}</span>
    </>
  );
}
