import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { readPlatformHome } from '#contract/platform/platform.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { sentenceCase } from '#rules/format/text.ts';
import { MonthChart } from '../../components/admin-layout/month-chart.tsx';
import { formatInstant } from '../../components/format-instant.server.ts';
import { Card } from '../../components/panel.tsx';
import { type Column, DataTable, formatCount } from '../../components/table.tsx';
import type { SignedInArgs } from '../../session/guard-args.server.ts';
import { asAdmin } from '../../session/session.server.ts';
import { Attention } from './attention.tsx';

export const meta: MetaFunction = () => [{ title: adminTitle('Home') }];

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 2026-11 as Nov 2026. */
function formatMonth(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

async function loadPlatform({ api }: SignedInArgs) {
  const { totals, months, attention, failures } = await api.call(readPlatformHome, {});
  return {
    totals: [
      { label: 'Companies', value: formatCount(totals.companies), href: '/admin/companies' },
      { label: 'Active users', value: formatCount(totals.people), href: '/admin/users?status=active' },
      { label: 'Open alerts', value: formatCount(totals.openAlerts), href: null },
    ],
    months: months.map(({ month, ...figures }) => ({ label: formatMonth(month), ...figures })),
    waiting: {
      companies: attention.map(({ kind, total, examples }) => ({
        kind,
        total: total.count === 0 ? null : formatCount(total),
        examples,
      })),
      jobs: failures.jobs.map(({ name, failed, lastAt }) => ({
        name: sentenceCase(name.replaceAll('-', ' ')),
        text: `${failed === 1 ? 'failed once' : `failed ${failed} times`}, last ${formatInstant(lastAt, 'UTC')} UTC`,
      })),
      mails: {
        total: failures.mails.total.count === 0 ? null : formatCount(failures.mails.total),
        companies: failures.mails.companies,
      },
    },
  };
}

export const loader = asAdmin(loadPlatform);

const series = [
  { key: 'companies', column: 'Companies', title: 'Companies signed up' },
  { key: 'people', column: 'People', title: 'Users added' },
  { key: 'checks', column: 'Checks', title: 'Checks started' },
  { key: 'alerts', column: 'Alerts', title: 'Alerts opened' },
] as const;

type Platform = Awaited<ReturnType<typeof loadPlatform>>;

/** The platform's totals, what needs attention, and its growth. */
export default function AdminHome() {
  const { totals, months, waiting } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Platform</h1>
      <dl className="mt-4 grid gap-3 sm:grid-cols-3">
        {totals.map(({ label, value, href }) => (
          <Card key={label} className="flex flex-col-reverse">
            <dt className="text-ink-soft">{href ? <a href={href}>{label}</a> : label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          </Card>
        ))}
      </dl>
      <h2 className="mt-7">Needs attention</h2>
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
      <MonthTable months={months} />
    </>
  );
}

type Month = Platform['months'][number];

function MonthTable({ months }: Pick<Platform, 'months'>) {
  return (
    <details className="mt-3">
      <summary>View as table</summary>
      <div className="mt-2">
        <DataTable
          look="sides"
          onCard
          caption="Added by month"
          columns={[
            { title: 'Month', isRowHeader: true, cell: ({ label }) => label },
            ...series.map(
              ({ key, column }): Column<Month> => ({
                title: column,
                isFigure: true,
                cell: (month) => formatNumber(month[key]),
              }),
            ),
          ]}
          rows={[...months].reverse()}
          rowKey={({ label }) => label}
        />
      </div>
    </details>
  );
}
