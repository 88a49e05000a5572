import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react';
import { isErrorAnswer } from '../error-answer.ts';

interface Words {
  title: string;
  text: string;
  /** A second sentence: what to do. */
  next: string;
  /** The screen that settles it. */
  link?: { to: string; label: string };
  /** Where the same thing tried again may well succeed. */
  mayRetry?: boolean;
}

const notFound: Words = {
  title: 'There is nothing here',
  text: 'The page you asked for does not exist, or it belongs to another company.',
  next: 'Check the address, or look for what you need from the home page.',
};

const serverFailed: Words = {
  title: 'Something went wrong on our side',
  text: 'The page could not be made. What you saved before is kept.',
  next: 'Try again in a moment. If it keeps happening, tell your support contact the request id below.',
  mayRetry: true,
};

const byCode: Record<string, Words> = {
  network_error: {
    title: 'The service cannot be reached',
    text: 'Assay could not get an answer from its own service. What you saved before is kept.',
    next: 'Try again in a moment.',
    mayRetry: true,
  },
  parsing_error: {
    title: 'An unexpected answer',
    text: 'Assay got an answer from its own service that it could not read.',
    next: 'Try again in a moment. If it keeps happening, tell your support contact the request id below.',
    mayRetry: true,
  },
  'server.unavailable': {
    title: 'The service cannot be reached',
    text: 'A service that this page needs does not answer at the moment. What you saved before is kept.',
    next: 'Try again in a moment.',
    mayRetry: true,
  },
  'identity.unreachable': {
    title: 'Your sign-in cannot be checked at the moment',
    text: 'The identity service does not answer. You are still signed in.',
    next: 'Try again in a moment.',
    mayRetry: true,
  },
  'origin.foreign': {
    title: 'This did not come from Assay',
    text: 'Another site sent this request, so nothing was done.',
    next: 'Start from the home page if you meant to do something here.',
  },
  'subscription.required': {
    title: 'This needs an active subscription',
    text: 'Your company has no active subscription. Reading and editing records still works.',
    next: 'An owner of your company can start or renew it under Settings, Billing.',
    link: { to: '/settings?view=billing', label: 'See billing' },
  },
  'record.stale': {
    title: 'Somebody else changed this in the meantime',
    text: 'Nothing was saved, so that their change is not lost.',
    next: 'Open the record again and make your change to it as it is now.',
  },
  'requestKey.reused': {
    title: 'This form was already sent with other details',
    text: 'Nothing was saved this time.',
    next: 'Open the record to see what was saved the first time.',
  },
  'rate.limited': {
    title: 'Too many requests',
    text: 'There were more requests than one person makes.',
    next: 'Wait a minute, then try again.',
    mayRetry: true,
  },
};

const byStatus: Record<number, Words> = {
  400: {
    title: 'The request could not be read',
    text: 'The address or the form was incomplete or changed on its way.',
    next: 'Go back and try again from the page you were on.',
  },
  403: {
    title: 'You may not do this',
    text: 'Your role in your company does not allow what you asked for.',
    next: 'Ask an owner of your company if you need it.',
  },
  404: notFound,
  405: notFound,
  409: {
    title: 'This conflicts with something saved earlier',
    text: 'Nothing was saved this time.',
    next: 'Open the record again to see how it is now.',
  },
  413: {
    title: 'This is too large',
    text: 'What you sent is larger than Assay accepts.',
    next: 'Go back and shorten it.',
  },
};

/** What the failure is called, what happened and what to do, for the status and code of an error. */
export function wordsFor(status: number, code?: string): Words {
  return (
    (code === undefined ? undefined : byCode[code]) ??
    byStatus[status] ??
    (status >= 500 ? serverFailed : (byStatus[400] ?? serverFailed))
  );
}

/** Status, code and words of whatever a route threw. */
function explain(error: unknown) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const answer = isRouteErrorResponse(error) && isErrorAnswer(error.data) ? error.data : undefined;
  return { status, answer, words: wordsFor(status, answer?.code) };
}

/** Title of the error page. */
export function errorTitle(error: unknown): string {
  return `${explain(error).words.title} – Assay`;
}

/** The dedicated error page: the root layout's error boundary shows it for every error of a route. */
export function ErrorPage() {
  const { status, answer, words } = explain(useRouteError());
  const { pathname, search } = useLocation();
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-form px-4 py-16">
      <p className="font-semibold text-ink-soft">Assay</p>
      <h1 className="mt-6">{words.title}</h1>
      <p className="mt-3">{answer?.detail ?? words.text}</p>
      <p className="mt-2">{words.next}</p>
      <p className="mt-6 flex flex-wrap gap-2">
        {words.mayRetry && (
          <a className="button button-primary" href={pathname + search}>
            Try again
          </a>
        )}
        {words.link && (
          <Link className="button" to={words.link.to} reloadDocument>
            {words.link.label}
          </Link>
        )}
        <Link className={words.mayRetry ? 'button' : 'button button-primary'} to="/" reloadDocument>
          Go to the home page
        </Link>
      </p>
      <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-4 text-sm text-ink-soft">
        <dt>Status</dt>
        <dd className="tabular-nums">{status}</dd>
        {answer && (
          <>
            <dt>Request id</dt>
            <dd className="font-mono break-all">{answer.requestId}</dd>
          </>
        )}
      </dl>
    </main>
  );
}
