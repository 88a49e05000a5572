import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { pageTitle } from '../document/page-title.ts';
import { isErrorResponse } from '../main-api/error-response.ts';
import { ButtonLink } from './button.tsx';
import { ReloadWhenReady } from './reload-when-ready.tsx';

interface Words {
  title: string;
  text: string;
  /** Recommended action. */
  next: string;
  /** The screen where it can be resolved. */
  link?: { to: string; label: string };
  /** True if retrying can succeed. */
  canRetry?: boolean;
  /** True if a service is down, whose return the page waits for. */
  isOutage?: boolean;
}

const notFound: Words = {
  title: 'Page not found',
  text: 'This page does not exist, or it belongs to another company.',
  next: 'Check the address, or start from the home page.',
};

const formTooLarge: Words = {
  title: 'This form is too large',
  text: 'A form without files may be 1 MB at most. Nothing was saved.',
  next: 'Go back and shorten the text, or add long texts as a document.',
};

const serverFailed: Words = {
  title: 'Something went wrong on our side',
  text: 'The page could not be loaded. Anything you saved is safe.',
  next: 'Try again in a moment. If the problem continues, send your support contact the request ID below.',
  canRetry: true,
};

const byCode: Record<string, Words> = {
  network_error: {
    title: 'The service cannot be reached',
    text: 'Assay could not reach its own service. Anything you saved is safe.',
    next: 'Try again in a moment.',
    canRetry: true,
    isOutage: true,
  },
  parsing_error: {
    title: 'Unexpected response',
    text: 'Assay received a response it could not read.',
    next: 'Try again in a moment. If the problem continues, send your support contact the request ID below.',
    canRetry: true,
  },
  'server.unavailable': {
    title: 'The service cannot be reached',
    text: 'A service this page needs is unavailable. Anything you saved is safe.',
    next: 'Try again in a moment.',
    canRetry: true,
    isOutage: true,
  },
  'identity.unreachable': {
    title: 'We cannot check your sign-in right now',
    text: 'The sign-in service is not responding. You are still signed in.',
    next: 'Try again in a moment.',
    canRetry: true,
  },
  'origin.foreign': {
    title: 'Request blocked',
    text: 'The request came from another website, so it was blocked.',
    next: 'If this was you, start again from the home page.',
  },
  'subscription.required': {
    title: 'This needs an active subscription',
    text: 'Your company has no active subscription. You can still read and edit records.',
    next: 'An owner of your company can start or renew it under Settings, Billing.',
    link: { to: settingsUrl('billing'), label: 'See billing' },
  },
  'record.versionConflict': {
    title: 'Someone else changed this record',
    text: 'Your changes were not saved, so theirs are not overwritten.',
    next: 'Open the record again and re-apply your change.',
  },
  'idempotencyKey.reused': {
    title: 'Idempotency key reused with a different body',
    text: 'Nothing was saved this time.',
    next: 'Open the record to see what was saved the first time.',
  },
  'request.tooLarge': formTooLarge,
  'rate.limited': {
    title: 'Too many requests',
    text: 'You have sent too many requests.',
    next: 'Wait a minute, then try again.',
    canRetry: true,
  },
};

const byStatus: Record<number, Words> = {
  400: {
    title: 'The request could not be read',
    text: 'The link or form was incomplete or altered. Nothing was saved.',
    next: 'Go back, load the page again, and try from there.',
  },
  403: {
    title: 'You do not have permission',
    text: 'Your role does not allow this action.',
    next: 'Ask an owner of your company if you need it.',
  },
  404: notFound,
  405: notFound,
  409: {
    title: 'This conflicts with an earlier change',
    text: 'Nothing was saved this time.',
    next: 'Open the record again to see how it is now.',
  },
  413: formTooLarge,
};

/** Shown with the failure of a posted form. A browser's reload sends it again, and its request key prevents a second effect. */
const formMayBeLost =
  'The form you sent may not have been saved. To send it again, reload this page in your browser: it has no effect twice. If your browser does not offer that, open the record, check whether your change is there, and enter it again if it is not.';

/** Title, explanation and next step for an error's status and code. */
export function getFailureMessage(status: number, code?: string): Words {
  return (
    (code === undefined ? undefined : byCode[code]) ??
    byStatus[status] ??
    (status >= 500 ? serverFailed : (byStatus[400] ?? serverFailed))
  );
}

/** Status, code and text of anything a route threw. */
function explain(error: unknown) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const result = isRouteErrorResponse(error) && isErrorResponse(error.data) ? error.data : undefined;
  return { status, result, words: getFailureMessage(status, result?.code) };
}

/** Title of the error page. */
export function errorTitle(error: unknown): string {
  return pageTitle(explain(error).words.title);
}

/** The error page of errors outside the layouts, rendered by the root error boundary. */
export function ErrorPage() {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-form px-4 py-16">
      <p className="mb-6 font-semibold text-ink-soft">Assay</p>
      <ErrorMessage />
    </main>
  );
}

/** An error of a page within a layout, below what the layout shows. */
export function ErrorInLayout() {
  return (
    <div className="mt-6 max-w-form first:mt-0">
      <ErrorMessage heading="h2" />
    </div>
  );
}

/** What went wrong in a route, and what to do next. `heading`: below the page's own, if a layout has that. */
export function ErrorMessage({ heading: Heading = 'h1' }: { heading?: 'h1' | 'h2' }) {
  const { status, result, words } = explain(useRouteError());
  const { pathname, search } = useLocation();
  return (
    <>
      <Heading>{words.title}</Heading>
      <p className="mt-3">{result?.detail ?? words.text}</p>
      <p className="mt-2">{result?.isForm ? formMayBeLost : words.next}</p>
      {words.isOutage && <ReloadWhenReady isForm={result?.isForm === true} />}
      <p className="mt-6 flex flex-wrap gap-2">
        {words.canRetry && (
          <ButtonLink variant="primary" href={pathname + search}>
            Try again
          </ButtonLink>
        )}
        {words.link && (
          <ButtonLink to={words.link.to} reloadDocument>
            {words.link.label}
          </ButtonLink>
        )}
        <ButtonLink variant={words.canRetry ? 'secondary' : 'primary'} to="/" reloadDocument>
          Go to the home page
        </ButtonLink>
      </p>
      <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-4 text-sm text-ink-soft">
        <dt>Status</dt>
        <dd className="tabular-nums">{status}</dd>
        {result && (
          <>
            <dt>Request ID</dt>
            <dd className="font-mono break-all">{result.requestId}</dd>
          </>
        )}
      </dl>
    </>
  );
}
