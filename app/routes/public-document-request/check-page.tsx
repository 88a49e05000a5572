import { Form } from '@remix-run/react';
import { Button } from '../../components/button.tsx';
import { EntryList, Panel } from '../../components/panel.tsx';
import { checkHref, isMissing, itemHref } from './pages.ts';
import type { Item, RecipientRequestView } from './request.server.ts';
import { en as texts } from './texts/en.ts';

/** What was given for an item, without its content: the link reveals nothing to a third party. */
function formatGiven(item: Item): string {
  const { kind, files, status } = item;
  if (isMissing(item)) return texts.check.missing;
  if (status === 'requested') return texts.check.skipped;
  return kind === 'document' ? texts.check.files(files.length) : texts.check.entered;
}

/** All answers with links to change them, the consent, and the button that submits. */
export function CheckPage({
  request: { companyName, items, here },
  hasConsent,
}: {
  request: RecipientRequestView;
  hasConsent: boolean;
}) {
  return (
    <>
      <section aria-labelledby="check-heading" className="grid gap-3">
        <h1 id="check-heading">{texts.check.heading}</h1>
        <p>{texts.check.intro}</p>
        <EntryList ordered>
          {items.map((item) => (
            <Answer key={item.id} item={item} here={here} />
          ))}
        </EntryList>
      </section>
      <Panel headingId="send-heading" title={texts.check.submitTo(companyName)}>
        <Form method="post" action={checkHref(here)} encType="multipart/form-data" className="grid gap-4">
          <div className="grid grid-cols-[24px_1fr] items-start gap-2">
            <input
              id="request-consent"
              type="checkbox"
              name="consent"
              required
              defaultChecked={hasConsent}
              className="mt-0.5 size-5"
            />
            <label htmlFor="request-consent" className="font-normal">
              {texts.check.consent(companyName)}
            </label>
          </div>
          <p>
            <Button
              variant="primary"
              name="intent"
              value="submit"
              data-busy={texts.check.busy}
              className="max-sm:w-full"
            >
              {texts.check.button}
            </Button>
          </p>
        </Form>
      </Panel>
    </>
  );
}

function Answer({ item, here }: { item: Item; here: string }) {
  const wanted = isMissing(item);
  return (
    <li className="flex items-baseline justify-between gap-4 px-4 py-3">
      <div className="grid gap-1">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">{item.label}</h2>
        <p className={wanted ? 'font-semibold text-danger' : 'text-ink-soft'}>{formatGiven(item)}</p>
      </div>
      {item.isOpen ? (
        <a href={itemHref(here, item)} className="shrink-0 py-1">
          {wanted || item.status === 'requested' ? texts.check.add : texts.check.change}
          <span className="sr-only"> {item.label}</span>
        </a>
      ) : null}
    </li>
  );
}
