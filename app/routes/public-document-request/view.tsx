import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Card } from '../../components/panel.tsx';
import type { DocumentHandle } from '../../document/plain-document.ts';
import { handleRecipientAction } from './actions.server.ts';
import { AnswerSummary } from './answer-summary.tsx';
import { CheckPage } from './check-page.tsx';
import { DonePage } from './done-page.tsx';
import { ItemsPage } from './items-page.tsx';
import { getPage, type RecipientPage } from './pages.ts';
import { asRecipient } from './recipient.server.ts';
import recipientScript from './recipient-script.js?url&no-inline';
import { loadRequest, type RecipientRequestView } from './request.server.ts';
import { StartPage } from './start-page.tsx';
import { TaskListPage } from './task-list-page.tsx';
import { en as texts } from './texts/en.ts';

/** An old phone gets plain pages and one small script. */
export const handle: DocumentHandle = { script: recipientScript };

/** The item's or page's title before the firm's: screen readers announce each page by it. */
function getTitle({ asked, items, companyName }: RecipientRequestView): string {
  const item = items.find(({ id }) => id === asked.itemId)?.label;
  const page = item ?? (asked.isCheck ? texts.check.heading : undefined);
  return page === undefined ? texts.title(companyName) : `${page} · ${texts.title(companyName)}`;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? getTitle(data) : 'Link not valid' },
];

export const headers: HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
});

/** Read-only: mail scanners open links before people do. */
export const loader = asRecipient(loadRequest);

export const action = asRecipient(handleRecipientAction);

export default function DocumentRequestPage() {
  const request = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const page = getPage(request, result);
  const { companyName, endLabel, items, here } = request;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-form grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:py-12"
    >
      <RequestHeader request={request} page={page}>
        <SavedNotice labels={request.savedLabels} />
        {/* Beside its item, if that is shown. */}
        <AnswerSummary
          result={result}
          items={items}
          at={page.kind === 'items' ? null : (result?.pressed ?? null)}
          here={here}
        />
      </RequestHeader>
      <Body page={page} request={request} result={result} />
      <footer className="hint border-t border-line pt-4">
        <p>{texts.linkEnds(companyName, endLabel)}</p>
      </footer>
      <ScriptParts />
    </main>
  );
}

function Body({
  page,
  request,
  result,
}: {
  page: RecipientPage;
  request: RecipientRequestView;
  result: ReturnType<typeof useActionData<typeof action>>;
}) {
  switch (page.kind) {
    case 'start':
      return <StartPage request={request} />;
    case 'tasks':
      return <TaskListPage request={request} />;
    case 'items':
      return <ItemsPage request={request} items={page.items} result={result} />;
    case 'check':
      return <CheckPage request={request} hasConsent={result?.hasConsent ?? false} />;
    case 'done':
      return <DonePage request={request} />;
  }
}

function RequestHeader({
  request: { companyName, message, dueLabel, here },
  page: { kind },
  children,
}: {
  request: RecipientRequestView;
  page: RecipientPage;
  children: ReactNode;
}) {
  const isFirst = kind === 'start' || kind === 'tasks';
  return (
    <header id="top" className="grid gap-3">
      {isFirst ? (
        <h1>{texts.heading(companyName)}</h1>
      ) : (
        <p className="font-semibold text-ink-soft">{texts.title(companyName)}</p>
      )}
      {kind === 'items' || kind === 'check' ? (
        <p>
          <a href={here}>{texts.tasks.all}</a>
        </p>
      ) : null}
      {kind === 'done' ? <Thanks companyName={companyName} /> : null}
      {isFirst ? (
        <>
          <p>
            {texts.why(companyName)} {texts.due} <strong>{dueLabel}</strong>.
          </p>
          {message ? (
            <Card as="blockquote" className="whitespace-pre-line [overflow-wrap:anywhere]">
              <p className="hint mb-1">{texts.messageFrom(companyName)}</p>
              {message}
            </Card>
          ) : null}
        </>
      ) : null}
      {children}
    </header>
  );
}

function Thanks({ companyName }: { companyName: string }) {
  return (
    <div className="notice notice-success" role="status" tabIndex={-1} data-focus>
      <h1 className="text-lg">{texts.done.heading(companyName)}</h1>
      <p>{texts.done.next}</p>
    </div>
  );
}

/** Items that the last form saved, on the page that follows it. */
function SavedNotice({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <p className="notice notice-success" role="status">
      {texts.item.savedOf(labels)}
    </p>
  );
}

/** What the page's script shows while a form is sent, and when it could not be. */
function ScriptParts() {
  return (
    <>
      <div id="sending" role="status" className="sticky bottom-4" hidden>
        <Card pad="tight" className="grid gap-2 shadow-md">
          <p>{texts.errors.sending}</p>
          <progress className="w-full accent-accent" max={1} aria-label={texts.check.busy} />
        </Card>
      </div>
      <section id="unsent" role="alert" tabIndex={-1} className="notice notice-danger" hidden>
        <h2>{texts.errors.unsentHeading}</h2>
        <p data-when="offline">{texts.errors.offline}</p>
        <p data-when="failed">{texts.errors.failed}</p>
      </section>
      <div
        id="leaving"
        hidden
        aria-hidden="true"
        className="fixed inset-0 z-50 grid place-items-center bg-overlay"
      >
        <div className="size-10 animate-turn rounded-full border-4 border-line border-t-accent" />
      </div>
    </>
  );
}

interface ErrorMessage {
  title: string;
  text: string;
}

/** Title and text of a failed post or page, for readers who do not know Assay. Invalid links have a page of their own. */
const getErrorMessage = (error: unknown): ErrorMessage =>
  isRouteErrorResponse(error) && error.status === 413
    ? { title: texts.errors.tooLarge, text: texts.errors.tooLargeText }
    : { title: texts.errors.wentWrong, text: texts.errors.wentWrongText };

export function ErrorBoundary() {
  const { title, text } = getErrorMessage(useRouteError());
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-form px-4 py-16">
      <h1>{title}</h1>
      <p className="mt-3">{text}</p>
    </main>
  );
}
