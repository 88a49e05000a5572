import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  Form,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  useRouteError,
} from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { canSubmit } from '#rules/document-requests/progress.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { useResultFocus } from '../../components/layout/landing.ts';
import { Card, Panel } from '../../components/panel.tsx';
import { handleRecipientAction } from './actions.server.ts';
import { AnswerSummary } from './answer-summary.tsx';
import { asRecipient } from './recipient.server.ts';
import { loadRequest, type RecipientRequestView } from './request.server.ts';
import { RequestForm } from './request-form.tsx';
import { RequestItemCard } from './request-item.tsx';
import type { RequestResult } from './tally.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Document request from ${data.companyName}` : 'Link not valid' },
];

export const headers: HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
});

/** Read-only: mail scanners open links before people do. */
export const loader = asRecipient(loadRequest);

export const action = asRecipient(handleRecipientAction);

/** Result of a post that did not reach the server: the page stays as it is, so that it can be sent again. */
const unsent = 'unsent';

/** Preserves the input when a phone loses its connection: an error page would discard it. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    const isAnswer = error instanceof Response || isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    return unsent;
  }
}

/** Also after an error: files may have been saved all the same. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult !== unsent;

export default function DocumentRequestPage() {
  const request = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>() as RequestResult | typeof unsent | undefined;
  // An earlier result stays on the page when a later post did not reach the server.
  const [last, setLast] = useState<RequestResult>();
  useEffect(() => {
    if (posted !== unsent) setLast(posted);
  }, [posted]);
  const result = posted === unsent ? last : posted;
  const { companyName, status, endLabel, items } = request;
  const card = (item: RecipientRequestView['items'][number]) => (
    <RequestItemCard
      key={item.id}
      item={item}
      request={request}
      result={result}
      isUnsent={posted === unsent}
    />
  );
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-form grid-cols-[minmax(0,1fr)] gap-5 px-4 py-8 sm:py-12"
    >
      <RequestHeader request={request}>
        <AnswerSummary result={posted === unsent ? unsent : result} items={items} at={null} />
      </RequestHeader>
      {status === 'sent' ? (
        <Start {...request} />
      ) : canSubmit(status) ? (
        <RequestForm request={request} hasConsent={result?.hasConsent ?? false}>
          <Cards heading="Documents needed">{items.map(card)}</Cards>
        </RequestForm>
      ) : (
        <Cards heading="Your documents">{items.map(card)}</Cards>
      )}
      <footer className="hint border-t border-line pt-4">
        <p>
          This link expires on {endLabel}. Do not share it. If you did not expect this request, call{' '}
          {companyName} on a number you already have.
        </p>
      </footer>
    </main>
  );
}

function RequestHeader({
  request: { companyName, status, message, dueLabel },
  children,
}: {
  request: RecipientRequestView;
  children: ReactNode;
}) {
  return (
    <header id="top" className="grid gap-3">
      <h1>{companyName} has requested documents from you</h1>
      {status === 'submitted' ? (
        <Thanks companyName={companyName} />
      ) : (
        <p>
          {companyName} must verify its clients under anti-money laundering law. Your information is sent only
          to {companyName}. Please submit it by <strong>{dueLabel}</strong>.
        </p>
      )}
      {message && status !== 'submitted' ? (
        <Card as="blockquote" className="whitespace-pre-line [overflow-wrap:anywhere]">
          <p className="hint mb-1">Message from {companyName}</p>
          {message}
        </Card>
      ) : null}
      {children}
    </header>
  );
}

function Thanks({ companyName }: { companyName: string }) {
  const { hash, key } = useLocation();
  // Focused only right after submitting, not when the page is opened later.
  const box = useResultFocus<HTMLDivElement>(hash === '#top' ? key : undefined);
  return (
    <div ref={box} className="notice notice-success" role="status" tabIndex={-1}>
      <p className="font-semibold">Thank you. Everything was sent to {companyName}.</p>
      <p>Nothing more to do. We will email you if anything else is needed.</p>
    </div>
  );
}

function Cards({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section id="items" aria-labelledby="items-heading" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="items-heading">{heading}</h2>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</ol>
    </section>
  );
}

/** The items, before the recipient starts. The request counts as opened only once "Start" is pressed. */
function Start({ items, here, endLabel }: Pick<RecipientRequestView, 'items' | 'here' | 'endLabel'>) {
  return (
    <Panel headingId="asked-heading" title="What you will need">
      <ul className="grid list-disc gap-1 pl-5">
        {items.map(({ id, label, required }) => (
          <li key={id}>
            {label}
            {required ? '' : ' (optional)'}
          </li>
        ))}
      </ul>
      <p>
        Have your documents ready, or your phone to photograph them. You can save and return with the same
        link until {endLabel}.
      </p>
      <Form method="post" action={here}>
        <SubmitButton name="intent" value="start" busy="Starting…">
          Start
        </SubmitButton>
      </Form>
    </Panel>
  );
}

interface ErrorMessage {
  title: string;
  text: string;
}

/** Title and text for a failed post or page, for readers unfamiliar with Assay. */
function getErrorText(error: unknown): ErrorMessage {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404 || status === 410) {
    return {
      title: 'Link expired',
      text: 'There is nothing more to do. If you think something is missing, contact the person who sent you the link.',
    };
  }
  if (status === 413) {
    return {
      title: 'This form is too large',
      text: 'A form without files can be 1 MB at most. This one was larger, so nothing in it was saved; your earlier answers are safe. Go back, shorten the text, then send it again.',
    };
  }
  return {
    title: 'Something went wrong',
    text: 'Your saved answers are safe. Wait a moment, then open your link again.',
  };
}

/** Shown after client-side navigation when the link expired, and for every other error. A full page load gets the neutral page instead. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { title, text } = getErrorText(error);
  const isLink = isRouteErrorResponse(error) && [404, 410].includes(error.status);
  const wasPost = isLink && (error.data as { isPost?: boolean } | null)?.isPost === true;
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-form px-4 py-16">
      <h1>{title}</h1>
      <p className="mt-3">
        {wasPost ? 'What you just sent was not submitted. ' : null}
        {text}
      </p>
    </main>
  );
}
