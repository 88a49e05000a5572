import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { Form, isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react';
import { readPublicRequest } from '#contract/public-document-requests.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { mayGive } from '#rules/document-requests/progress.ts';
import { fileSizeText } from '#rules/documents/file-limits.ts';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { dayText, instantText } from '../clients/instant-text.server.ts';
import { answerRecipient, type RequestAnswer } from './actions.server.ts';
import { asRecipient } from './recipient.server.ts';
import { RequestItemCard } from './request-item.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.companyName} asks you for documents` : 'This link leads nowhere' },
];

export const headers: HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
});

/** Reads and changes nothing: programs open links in mail before people do. */
export const loader = asRecipient(async ({ recipient, transactionId, url }) => {
  const request = await recipient.call(readPublicRequest, {});
  const { items, dueOn, expiresAt, timeZone, ...rest } = request;
  const noticeOf = (id: string) => {
    if (url.searchParams.get('saved') === id) return 'Saved.';
    if (url.searchParams.get('known') === id) return 'You gave this file before, so it was not added again.';
    return url.searchParams.get('removed') === id ? 'Taken back.' : null;
  };
  return {
    ...rest,
    here: `/document_request/${transactionId}`,
    dueText: formatDate(dueOn),
    endText: instantText(expiresAt, timeZone),
    items: items.map(({ files, ...item }) => ({
      ...item,
      notice: noticeOf(item.id),
      files: files.map(({ id, kindText, size, givenAt }, index) => ({
        id,
        label: `File ${index + 1}`,
        text: `${kindText}, ${fileSizeText(size)}, ${dayText(givenAt, timeZone)}`,
      })),
    })),
  };
});

export const action = asRecipient(answerRecipient);

export type ShownRequest = ReturnType<typeof useLoaderData<typeof loader>>;

export default function DocumentRequestPage() {
  const request = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as RequestAnswer | undefined;
  const { companyName, status, message, dueText, endText, items, here } = request;
  const whole = answer?.itemId === null ? answer.problems : [];
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-form grid-cols-[minmax(0,1fr)] gap-5 px-4 py-8 sm:py-12"
    >
      <header id="top" className="grid gap-3">
        <h1>{companyName} asks you for documents</h1>
        {status === 'submitted' ? (
          <div className="notice notice-settled" role="status">
            <p className="font-semibold">Thank you. Everything was sent to {companyName}.</p>
            <p>There is nothing more to do now. You will get a mail if something is needed again.</p>
          </div>
        ) : (
          <p>
            The law on money laundering requires {companyName} to know who its clients are. What you give here
            goes to {companyName} alone. Please give it by <strong>{dueText}</strong>.
          </p>
        )}
        {message && status !== 'submitted' ? (
          <blockquote className="panel p-4 whitespace-pre-line [overflow-wrap:anywhere]">
            <p className="hint mb-1">Message from {companyName}</p>
            {message}
          </blockquote>
        ) : null}
        <ErrorSummary formId="request" errors={{ '': whole }} reply={answer} />
      </header>
      {status === 'sent' ? <Start items={items} here={here} endText={endText} /> : null}
      {status === 'sent' ? null : (
        <section
          id="items"
          aria-labelledby="items-heading"
          className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4"
        >
          <h2 id="items-heading">{status === 'submitted' ? 'What you gave' : 'What is needed'}</h2>
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {items.map((item) => (
              <RequestItemCard
                key={item.id}
                item={item}
                here={here}
                countryCode={request.countryCode}
                answer={answer?.itemId === item.id ? answer : undefined}
              />
            ))}
          </ol>
        </section>
      )}
      {mayGive(status) ? <Submission request={request} /> : null}
      <footer className="hint border-t border-line pt-4">
        <p>
          The link works until {endText}. Whoever has it can give things in your name, so do not pass it on.
          If you did not expect it, ask {companyName} by a phone number that you know.
        </p>
      </footer>
    </main>
  );
}

/** What is asked, before the person begins: nothing is said to staff until "Start" is pressed. */
function Start({ items, here, endText }: Pick<ShownRequest, 'items' | 'here' | 'endText'>) {
  return (
    <section aria-labelledby="asked-heading" className="panel grid gap-4 p-4">
      <h2 id="asked-heading">What you will need</h2>
      <ul className="grid list-disc gap-1 pl-5">
        {items.map(({ id, label, required }) => (
          <li key={id}>
            {label}
            {required ? '' : ' (optional)'}
          </li>
        ))}
      </ul>
      <p>
        Have the documents at hand, or your phone to take photos of them. You can stop at any time and go on
        later with the same link, until {endText}.
      </p>
      <Form method="post" action={here}>
        <SubmitButton name="intent" value="start" busy="Starting…">
          Start
        </SubmitButton>
      </Form>
    </section>
  );
}

function Submission({ request: { companyName, items, here } }: { request: ShownRequest }) {
  const missing = items.filter(
    ({ required, status }) => status === 'rejected' || (required && status === 'requested'),
  );
  return (
    <section aria-labelledby="send-heading" className="panel grid gap-4 p-4">
      <h2 id="send-heading">Send it to {companyName}</h2>
      <p role="status">
        {missing.length === 0
          ? 'Everything that is needed is given. Look through it once more: after sending it cannot be changed.'
          : `Still needed: ${missing.map(({ label }) => label).join(', ')}.`}
      </p>
      <Form method="post" action={here} className="grid gap-4" id="request">
        <div className="grid grid-cols-[24px_1fr] items-start gap-2">
          <input id="request-consent" type="checkbox" name="consent" required className="mt-0.5 size-5" />
          <label htmlFor="request-consent" className="font-normal">
            I agree that {companyName} keeps what I give and uses it to find out who I am and to meet its
            duties under the law on money laundering.
          </label>
        </div>
        <p>
          <SubmitButton name="intent" value="submit" busy="Sending…">
            Send everything
          </SubmitButton>
        </p>
      </Form>
    </section>
  );
}

/** What script shows where the link ended while the page was open; a document shows the neutral page instead. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isLink = isRouteErrorResponse(error) && [404, 410].includes(error.status);
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-form px-4 py-16">
      <h1>{isLink ? 'This link is no longer in use' : 'This did not work'}</h1>
      <p className="mt-3">
        {isLink
          ? 'There is nothing left to do here. If you think that something is still missing, ask whoever sent you the link.'
          : 'What you saved before is kept. Wait a moment, then open your link again.'}
      </p>
    </main>
  );
}
