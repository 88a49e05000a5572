import { Link } from '@remix-run/react';
import { Panel } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import type { CompanyList } from './company-work.server.ts';

/** The first of a list of the company's work, with a link to all of it; nothing if there is none. */
export function CompanyWork({
  list: { id, title, about, total, all, allLabel, lines },
}: {
  list: CompanyList;
}) {
  if (lines.length === 0) return null;
  return (
    <Panel
      id={id}
      title={title}
      count={total}
      action={
        <Link to={all} className="text-sm">
          {allLabel}
        </Link>
      }
      about={about}
    >
      <ul>
        {lines.map(({ key, href, name, sanctions, text }) => (
          <li key={key} className="border-t border-line py-2 first:border-t-0 last:pb-0">
            <Link to={href} className="font-semibold" prefetch="intent">
              {name}
            </Link>
            <SanctionsTag tag={sanctions} /> <span className="hint">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
