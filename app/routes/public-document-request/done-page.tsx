import { EntryList } from '../../components/panel.tsx';
import type { RecipientRequestView } from './request.server.ts';
import { ItemStatus } from './status-badge.tsx';
import { en as texts } from './texts/en.ts';

/** What was submitted, by label alone: a link can be read by someone else. */
export function DonePage({ request: { items } }: { request: RecipientRequestView }) {
  return (
    <section id="items" aria-labelledby="items-heading" className="grid gap-3">
      <h2 id="items-heading">{texts.done.sent}</h2>
      <EntryList ordered>
        {items.map((item) => (
          <li key={item.id} className="flex items-center justify-between gap-4 px-4 py-3">
            <span className="[overflow-wrap:anywhere]">{item.label}</span>
            <span className="shrink-0">
              <ItemStatus item={item} isSubmitted />
            </span>
          </li>
        ))}
      </EntryList>
    </section>
  );
}
