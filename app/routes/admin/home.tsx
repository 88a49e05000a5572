import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readPlatformHome } from '#contract/platform.ts';
import { MonthChart } from '../../components/admin-layout/month-chart.tsx';
import { countText } from '../../components/table.tsx';
import { asAdmin } from '../../session.server.ts';
import { instantText } from '../clients/instant-text.server.ts';
import { Attention } from './attention.tsx';

export const meta: MetaFunction = () => [{ title: 'Home – Platform administration – Assay' }];

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 2026-11 as Nov 2026. */
function monthText(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

export const loader = asAdmin(async ({ api }) => {
  const { totals, months, attention, failures } = await api.call(readPlatformHome, {});
  return {
    totals: [
      { label: 'Companies', value: countText(totals.companies), href: '/admin/companies' },
      { label: 'Active people', value: countText(totals.people), href: '/admin/users?status=active' },
      { label: 'Open alerts', value: countText(totals.openAlerts), href: null },
    ],
    months: months.map(({ month, ...figures }) => ({ label: monthText(month), ...figures })),
    waiting: {
      companies: attention.map(({ kind, total, examples }) => ({
        kind,
        total: total.count === 0 ? null : countText(total),
        examples,
      })),
      jobs: failures.jobs.map(({ name, failed, lastAt }) => ({
        name: name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
        text: `${failed === 1 ? 'failed once' : `failed ${failed} times`}, last ${instantText(lastAt, 'UTC')} UTC`,
      })),
      mails: {
        total: failures.mails.total.count === 0 ? null : countText(failures.mails.total),
        companies: failures.mails.companies,
      },
    },
  };
});

const series = [
  { key: 'companies', title: 'Companies that signed up' },
  { key: 'people', title: 'People who were added' },
  { key: 'checks', title: 'Checks that were begun' },
  { key: 'alerts', title: 'Alerts that were opened' },
] as const;

export default function AdminHome() {
  const { totals, months, waiting } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Platform</h1>
      <dl className="mt-4 grid gap-3 sm:grid-cols-3">
        {totals.map(({ label, value, href }) => (
          <div key={label} className="panel flex flex-col-reverse px-4 py-3">
            <dt className="text-ink-soft">{href ? <a href={href}>{label}</a> : label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-7">What needs attention</h2>
      <Attention waiting={waiting} />
      <h2 className="mt-7">By month</h2>
      <div className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {series.map(({ key, title }) => (
          <MonthChart
            key={key}
            title={title}
            months={months.map((month) => ({ label: month.label, added: month[key] }))}
          />
        ))}
      </div>
      <MonthTable />
    </>
  );
}

function MonthTable() {
  const { months } = useLoaderData<typeof loader>();
  return (
    <details className="mt-3">
      <summary>The same as a table</summary>
      <div className="panel mt-2">
        <table>
          <caption className="sr-only">Added by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {['Companies', 'People', 'Checks', 'Alerts'].map((label) => (
                <th key={label} scope="col" className="text-right">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map((month) => (
              <tr key={month.label}>
                <th scope="row" className="font-normal">
                  {month.label}
                </th>
                {series.map(({ key }) => (
                  <td key={key} className="text-right tabular-nums">
                    {month[key].toLocaleString('en-NZ')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
