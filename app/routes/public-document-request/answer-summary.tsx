import { WarningBox } from '../../components/forms/warning-box.tsx';
import { itemHref } from './pages.ts';
import type { RecipientRequestView } from './request.server.ts';
import type { RequestResult } from './tally.server.ts';
import { en as texts } from './texts/en.ts';

type Items = RecipientRequestView['items'];

interface Entry {
  key: string;
  message: string;
  href: string | null;
}

/** All errors, each with its item. */
function getEntries(
  { pressed, problems, missing, items: answers }: RequestResult,
  items: Items,
  here: string,
): Entry[] {
  return [
    ...items.flatMap(({ id, label, isOpen, detailFields }) => {
      const { files = [], reply } = answers[id] ?? {};
      const fields: readonly string[] = detailFields;
      // In the order of the fields on the page.
      const place = (name: string) => fields.indexOf(name.split('.')[0] ?? '');
      const toEntry = (name: string, message: string, target: string): Entry => ({
        key: `${id} ${name} ${message}`,
        message: id === pressed ? message : `${label}: ${message}`,
        href: isOpen ? `#${target}` : null,
      });
      return [
        ...files.map((message) => toEntry('file', message, `item-${id}`)),
        ...Object.entries(reply?.error ?? {})
          .sort(([one], [other]) => place(one) - place(other))
          .flatMap(([name, messages]) =>
            (messages ?? []).map((message) =>
              toEntry(name, message, name === '' ? `item-${id}` : `give-${id}-${name}`),
            ),
          ),
      ];
    }),
    ...items
      .filter(({ id }) => missing.includes(id))
      .map((item) => ({ key: item.id, message: texts.item.missing(item.label), href: itemHref(here, item) })),
    ...problems.map((message) => ({ key: message, message, href: null })),
  ];
}

/** Errors of the post, and the saved items: beside the item whose button was pressed, else at the top of the page. */
export function AnswerSummary({
  result,
  items,
  at,
  here,
}: {
  result: RequestResult | undefined;
  items: Items;
  /** The item beside which it stands; null for the top of the page. */
  at: string | null;
  here: string;
}) {
  if (result === undefined || result.pressed !== at) return null;
  const entries = getEntries(result, items, here);
  if (entries.length === 0) return null;
  const count = texts.errors.count(entries.length);
  const saved = items.filter(({ id }) => result.items[id]?.done !== undefined).map(({ label }) => label);
  return (
    <WarningBox
      id={at === null ? 'request-errors' : `give-${at}-errors`}
      kind="danger"
      heading={result.isSubmission ? texts.errors.notSent(count) : count}
      reply={result}
    >
      <ul
        className={entries.length > 1 ? 'grid max-h-[50dvh] list-disc gap-1 overflow-y-auto pl-5' : undefined}
      >
        {entries.map(({ key, message, href }) => (
          <li key={key} className="[overflow-wrap:anywhere]">
            {href === null ? message : <a href={href}>{message}</a>}
          </li>
        ))}
      </ul>
      {saved.length > 0 && result.isSubmission ? <p>{texts.errors.savedAlready(saved)}</p> : null}
    </WarningBox>
  );
}
