import { WarningBox } from '../../components/forms/warning-box.tsx';
import type { RecipientRequestView } from './request.server.ts';
import type { RequestResult } from './tally.server.ts';

type Items = RecipientRequestView['items'];

interface Entry {
  key: string;
  message: string;
  href: string | null;
}

const unsentText =
  'The connection broke or our service did not answer. Everything you typed and chose is still here: press the button again.';

/** All errors, each with its item. */
function getEntries({ problems, items: answers }: RequestResult, items: Items): Entry[] {
  return [
    ...items.flatMap(({ id, label, isOpen, detailFields }) => {
      const { files = [], reply } = answers[id] ?? {};
      // In the order of the fields on the page.
      const place = (name: string) => detailFields.findIndex((field) => name.split('.')[0] === field);
      const toEntry = (name: string, message: string, target: string): Entry => ({
        key: `${id} ${name} ${message}`,
        message: `${label}: ${message}`,
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
    ...problems.map((message) => ({ key: message, message, href: null })),
  ];
}

/** Errors of the post, and the saved items: in the card whose button was pressed, else at the top of the page. */
export function AnswerSummary({
  result,
  items,
  at,
}: {
  result: RequestResult | 'unsent' | undefined;
  items: Items;
  /** The card's item; null for the top of the page. */
  at: string | null;
}) {
  if (result === undefined) return null;
  if (result === 'unsent') {
    return (
      <WarningBox id="request-errors" kind="danger" heading="This was not sent" reply={{}}>
        <p>{unsentText}</p>
      </WarningBox>
    );
  }
  const entries = getEntries(result, items);
  if (result.pressed !== at || entries.length === 0) return null;
  const count =
    entries.length === 1 ? 'There is 1 error to fix' : `There are ${entries.length} errors to fix`;
  const saved = items.filter(({ id }) => result.items[id]?.done === 'Saved.').map(({ label }) => label);
  return (
    <WarningBox
      id={at === null ? 'request-errors' : `give-${at}-errors`}
      kind="danger"
      heading={result.isSubmission ? `Not sent yet. ${count}` : count}
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
      {saved.length > 0 && result.isSubmission ? (
        <p>Saved: {saved.join(', ')}. You do not need to submit this again.</p>
      ) : null}
    </WarningBox>
  );
}
