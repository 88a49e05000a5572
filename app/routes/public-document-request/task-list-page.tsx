import { isSubmittedItem } from '#rules/document-requests/items.ts';
import { ButtonLink } from '../../components/button.tsx';
import { EntryList, Panel } from '../../components/panel.tsx';
import { checkHref, isMissing, itemHref } from './pages.ts';
import type { Item, RecipientRequestView } from './request.server.ts';
import { ItemStatus } from './status-badge.tsx';
import { en as texts } from './texts/en.ts';

/** All items with their status. Each leads to its page, the button to the answers. */
export function TaskListPage({ request: { items, here } }: { request: RecipientRequestView }) {
  const missing = items.filter(isMissing);
  const done = items.filter(({ status }) => isSubmittedItem(status)).length;
  return (
    <>
      <section id="items" aria-labelledby="items-heading" className="grid gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="items-heading">{texts.tasks.heading}</h2>
          <p className="hint">{texts.tasks.done(done, items.length)}</p>
        </div>
        <EntryList ordered>
          {items.map((item) => (
            <li key={item.id}>
              <Task item={item} here={here} />
            </li>
          ))}
        </EntryList>
      </section>
      <Panel headingId="send-heading" title={texts.tasks.check}>
        <p role="status">
          {missing.length === 0
            ? texts.tasks.complete
            : texts.tasks.missing(missing.map(({ label }) => label))}
        </p>
        <p>
          <ButtonLink
            href={checkHref(here)}
            variant={missing.length === 0 ? 'primary' : 'secondary'}
            className="max-sm:w-full"
          >
            {texts.check.heading}
          </ButtonLink>
        </p>
      </Panel>
    </>
  );
}

function Task({ item, here }: { item: Item; here: string }) {
  const status = (
    <span id={`status-${item.id}`} className="shrink-0">
      <ItemStatus item={item} />
    </span>
  );
  const row = 'flex min-h-12 items-center justify-between gap-4 px-4 py-3';
  if (!item.isOpen) {
    return (
      <p className={row}>
        <span className="[overflow-wrap:anywhere]">{item.label}</span>
        {status}
      </p>
    );
  }
  return (
    <a href={itemHref(here, item)} aria-describedby={`status-${item.id}`} className={`${row} no-underline`}>
      <span className="font-semibold text-accent-strong underline [overflow-wrap:anywhere]">
        {item.label}
      </span>
      {status}
    </a>
  );
}
