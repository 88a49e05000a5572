import { Fragment } from 'react';
import type { WorkDue } from '#rules/work-queue.ts';
import { Badge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { useIsDemoFilling } from '../../components/list-page/empty-state.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { Card, EntryList } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import type { WorkLine } from './work-lines.server.ts';

/** The member's work as the page shows it. */
export interface ShownWork {
  lines: WorkLine[];
  /** Sections of the company's work on the page. */
  companyLinks: { href: string; text: string }[];
  /** Part by due date; null for all of it. */
  due: WorkDue | null;
  /** Formatted, such as "more than 1,000". */
  totals: { all: string; overdue: string; week: string; awaitingClients: string };
  firstHref: string | null;
  nextHref: string | null;
}

const parts: Record<WorkDue, { title: string; empty: string }> = {
  overdue: { title: 'Overdue', empty: 'Nothing is overdue.' },
  week: { title: 'Due this week', empty: 'Nothing is due in the next seven days.' },
};

/** How much is overdue, due this week and with clients. */
export function WorkTiles({ work: { totals, due } }: { work: ShownWork }) {
  const tiles = [
    { key: null, href: '/home', title: 'All your work', total: totals.all },
    { key: 'overdue', href: '/home?due=overdue', title: parts.overdue.title, total: totals.overdue },
    { key: 'week', href: '/home?due=week', title: parts.week.title, total: totals.week },
  ];
  return (
    <nav className="mt-4" aria-label="Your tasks" data-routed-links>
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {tiles.map(({ key, href, title, total }) => (
          <li key={href}>
            <Card
              as="a"
              pad="tight"
              href={href}
              aria-current={key === due ? 'page' : undefined}
              className="block no-underline hover:border-line-strong aria-[current=page]:border-accent"
            >
              <Figure total={total} title={title} />
            </Card>
          </li>
        ))}
        <Card as="li" pad="tight">
          <Figure total={totals.awaitingClients} title="Waiting on clients" />
        </Card>
      </ul>
    </nav>
  );
}

function Figure({ total, title }: { total: string; title: string }) {
  return (
    <>
      <span className="block text-xl font-semibold text-ink tabular-nums">{total}</span>{' '}
      <span className="text-ink-soft">{title}</span>
    </>
  );
}

/** Everything that waits for the member, worst first; the first line has the main action of the page. */
export function WorkQueue({ work: { lines, due, companyLinks, firstHref, nextHref } }: { work: ShownWork }) {
  const isDemoFilling = useIsDemoFilling();
  return (
    <section id="work" aria-labelledby="work-heading" className="scroll-mt-4">
      <h2 id="work-heading">{due === null ? 'My work' : parts[due].title}</h2>
      <p className="hint mt-0.5 mb-2">Most serious first, then longest overdue. Start at the top.</p>
      {lines.length === 0 ? (
        <Card pad="roomy" as="p">
          {isDemoFilling ? (
            'Tasks appear here as the demo loads.'
          ) : due === null ? (
            <NoWork companyLinks={companyLinks} />
          ) : (
            parts[due].empty
          )}
        </Card>
      ) : (
        <EntryList ordered data-routed-links>
          {lines.map((line, place) => (
            <WorkEntry key={line.key} line={line} isFirst={place === 0 && firstHref === null} />
          ))}
        </EntryList>
      )}
      <ListPages firstHref={firstHref} nextHref={nextHref} />
    </section>
  );
}

/** That nothing waits for the member, and of the company's work what does. */
function NoWork({ companyLinks }: Pick<ShownWork, 'companyLinks'>) {
  if (companyLinks.length === 0) return 'Nothing waits for you. New work appears here.';
  return (
    <>
      None of your own work is waiting. The company’s is:{' '}
      {companyLinks.map(({ href, text }, place) => (
        <Fragment key={href}>
          {place > 0 ? ', ' : ''}
          <a href={href}>{text}</a>
        </Fragment>
      ))}
    </>
  );
}

function WorkEntry({ line, isFirst }: { line: WorkLine; isFirst: boolean }) {
  const { name, recordHref, sanctions, severity, what, why, due, href, action } = line;
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <a href={recordHref} className="font-semibold">
            {name}
          </a>
          <SanctionsTag tag={sanctions} />
          {severity ? <Badge by={severity.by}>{severity.text}</Badge> : null}
          {due.by ? <Badge by={due.by}>{due.text}</Badge> : <span className="hint">{due.text}</span>}
        </p>
        <p className="mt-0.5">
          {what}: <span className="text-ink-soft">{why}</span>
        </p>
      </div>
      <ButtonLink
        href={href}
        size="small"
        variant={isFirst ? 'primary' : 'secondary'}
        className="justify-self-start"
      >
        {action}
        <span className="sr-only">: {name}</span>
      </ButtonLink>
    </li>
  );
}
