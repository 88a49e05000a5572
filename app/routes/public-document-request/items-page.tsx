import { Form } from '@remix-run/react';
import { Button, EnterButton } from '../../components/button.tsx';
import { Card } from '../../components/panel.tsx';
import { AnswerSummary } from './answer-summary.tsx';
import { DetailFields } from './item-details.tsx';
import { FileFields, SubmittedFiles } from './item-files.tsx';
import { itemHref } from './pages.ts';
import type { Item, RecipientRequestView } from './request.server.ts';
import { ItemStatus } from './status-badge.tsx';
import type { RequestResult } from './tally.server.ts';
import { en as texts } from './texts/en.ts';

/** One item to a page: what was submitted, and its fields. After a form that held several, each of them with an error. */
export function ItemsPage({
  request,
  items,
  result,
}: {
  request: RecipientRequestView;
  items: readonly Item[];
  result: RequestResult | undefined;
}) {
  const { here } = request;
  const [first, ...others] = items;
  if (first === undefined) return null;
  const Heading = others.length === 0 ? 'h1' : 'h2';
  return (
    <>
      {others.length === 0 ? null : <h1>{texts.tasks.heading}</h1>}
      <Form
        method="post"
        action={others.length === 0 ? itemHref(here, first) : here}
        encType="multipart/form-data"
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        {/* Enter in a text field presses the first button of a form; without this one that would remove a file. */}
        <EnterButton name="intent" value={`next:${first.id}`}>
          {texts.item.next}
        </EnterButton>
        {items.map((item) => (
          <ItemFields key={item.id} heading={Heading} item={item} request={request} result={result} />
        ))}
      </Form>
    </>
  );
}

function ItemFields({
  heading: Heading,
  item,
  request,
  result,
}: {
  heading: 'h1' | 'h2';
  item: Item;
  request: RecipientRequestView;
  result: RequestResult | undefined;
}) {
  const { id, label, kind, rejectReason } = item;
  const position = request.items.findIndex((other) => other.id === id) + 1;
  return (
    <section id={`item-${id}`} aria-labelledby={`item-${id}-heading`} className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Heading id={`item-${id}-heading`} className="[overflow-wrap:anywhere]">
          {label}
        </Heading>
        <p className="hint">
          {texts.item.of(position, request.items.length)} · <ItemStatus item={item} />
        </p>
      </div>
      {rejectReason ? (
        <div className="notice notice-warning">
          <p className="font-semibold">{texts.item.rejected}</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{rejectReason}</p>
        </div>
      ) : null}
      <ItemNotice item={item} result={result} />
      <AnswerSummary result={result} items={request.items} at={id} here={request.here} />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SubmittedFiles item={item} />
        {kind === 'document' ? (
          <FileFields item={item} problems={result?.items[id]?.files ?? []} />
        ) : (
          <DetailFields item={item} request={request} result={result?.items[id]} />
        )}
      </Card>
      <ItemButtons item={item} />
    </section>
  );
}

function ItemButtons({ item: { id, kind, required, status } }: { item: Item }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Button
        variant="primary"
        name="intent"
        value={`next:${id}`}
        data-busy={texts.item.busy}
        className="max-sm:w-full"
      >
        {texts.item.next}
      </Button>
      {kind === 'document' ? (
        // The page's script uploads files as soon as they are chosen, and hides this button.
        <Button name="intent" value={`save:${id}`} data-upload className="max-sm:w-full">
          {texts.item.addAnother}
        </Button>
      ) : null}
      {required || status !== 'requested' ? null : (
        <Button variant="neutral" name="intent" value={`skip:${id}`} className="max-sm:w-full">
          {texts.item.skip}
        </Button>
      )}
    </p>
  );
}

/** What the last post did for the item. */
function ItemNotice({ item: { id, notice }, result }: { item: Item; result: RequestResult | undefined }) {
  const done = result === undefined ? notice : result.items[id]?.done;
  if (!done) return null;
  return (
    <p className="notice notice-success" role="status" tabIndex={-1} data-focus>
      {done}
    </p>
  );
}
