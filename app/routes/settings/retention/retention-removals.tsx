import { Link, useLoaderData } from '@remix-run/react';
import { EntryList } from '../../../components/panel.tsx';
import type { loadRetention } from './retention.server.ts';

/** Documents whose removal awaits a second person, who confirms it on the document's page. */
export function Removals() {
  const { removals } = useLoaderData<typeof loadRetention>();
  if (removals.length === 0) return null;
  return (
    <section aria-labelledby="removals-heading">
      <h2 id="removals-heading">Document removals to confirm</h2>
      <EntryList className="mt-3">
        {removals.map(({ id, fileName, href, text }) => (
          <li key={id} className="px-4 py-3 [overflow-wrap:anywhere]">
            <p>
              <Link to={href} className="font-semibold">
                {fileName}
              </Link>
            </p>
            <p className="text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </EntryList>
    </section>
  );
}
