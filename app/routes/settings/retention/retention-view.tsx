import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { useActivityNoun } from '../../../components/activities/activity-noun.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { Checkbox } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { Card, EntryList } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { handleRetentionAction, loadRetention } from './retention.server.ts';
import { HoldForm } from './retention-hold.tsx';
import { Removals } from './retention-removals.tsx';

export const meta = settingsMeta('retention');

export const loader = settingsLoader('retention', loadRetention);

export const action = asMember(handleRetentionAction);

export const ErrorBoundary = ErrorInLayout;

/** Records due for destruction, legal holds, and destruction certificates. */
export default function RetentionView() {
  const { toConfirm, client } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      {toConfirm ? <Confirmation /> : null}
      {client ? <HoldForm /> : null}
      <Due />
      <Removals />
      <Holds />
      <Certificates />
    </div>
  );
}

function Confirmation() {
  const { toConfirm: destruction, hasSecondPerson, requestKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const mine = result?.form === 'confirm' ? result : undefined;
  const noun = useActivityNoun();
  if (destruction === null) return null;
  const field = plainFields('confirm', mine?.reply);
  return (
    <QuestionBox
      about={destruction.id}
      labelledBy="confirm-heading"
      isRejected={mine !== undefined}
      look="danger"
      className="max-w-form"
    >
      <h2 id="confirm-heading">Destroy the records of {destruction.client.name}?</h2>
      <p>
        All details, documents, verifications, assessments, requests and {noun.plural} solely for this client
        are permanently destroyed. This cannot be undone.{' '}
        {destruction.confirmed
          ? `${destruction.confirmed.by} confirmed on ${destruction.confirmed.at}. Your confirmation destroys the records.`
          : hasSecondPerson
            ? 'Two people must confirm. You are the first.'
            : 'No one else in your company can confirm, so you must confirm twice, at least 24 hours apart. This is the first confirmation.'}
      </p>
      <p>
        {destruction.basis}. Retained until {destruction.keptUntil}.
      </p>
      <Form method="post" className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="id" value={destruction.id} />
        <ErrorSummary formId="confirm" errors={mine?.reply.error ?? {}} reply={mine} />
        <Checkbox
          field={field('understood')}
          label="I have reviewed the record, and it is not needed for any other purpose"
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton
            variant="danger"
            name="intent"
            value="confirm"
            busy={destruction.confirmed ? 'Destroying…' : 'Confirming…'}
          >
            {destruction.confirmed ? 'Destroy records' : 'Confirm (1 of 2)'}
          </SubmitButton>
          <Link to={settingsUrl('retention')}>Go back</Link>
        </p>
      </Form>
    </QuestionBox>
  );
}

type Loaded = Extract<Awaited<ReturnType<typeof loadRetention>>, object>;

function Due() {
  const { due, hasMore, hasSecondPerson } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="due-heading">
      <h2 id="due-heading">Due for destruction</h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        Updated nightly: clients past their retention period, and drafts abandoned for 90 days.{' '}
        {hasSecondPerson
          ? 'Two owners or compliance officers must confirm each.'
          : 'No one else in your company can confirm, so you confirm each twice, at least 24 hours apart.'}
      </p>
      {due.length === 0 ? (
        <Card as="p" className="mt-3 text-ink-soft">
          No records due for destruction
        </Card>
      ) : (
        <EntryList className="mt-3">
          {due.map((destruction) => (
            <DueRecord key={destruction.id} destruction={destruction} />
          ))}
        </EntryList>
      )}
      {hasMore ? (
        <p className="hint mt-2">More records are due and will appear as these are destroyed.</p>
      ) : null}
    </section>
  );
}

function DueRecord({ destruction }: { destruction: Loaded['due'][number] }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p>
          <Link to={`/clients/${destruction.client.id}`} className="font-semibold">
            {destruction.client.name}
          </Link>
        </p>
        <p className="text-sm text-ink-soft">
          {destruction.what}
          {destruction.endKnownFrom ? `, known from ${destruction.endKnownFrom}` : ''} · retained until{' '}
          {destruction.keptUntil}
          {destruction.confirmed ? ` · confirmed by ${destruction.confirmed.by}` : ''}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-4">
        <Link to={settingsUrl('retention', { client: destruction.client.id })}>
          Place legal hold<span className="sr-only"> on {destruction.client.name}</span>
        </Link>
        {destruction.isMine && !destruction.canAgain ? (
          <span className="text-sm text-ink-soft">
            {destruction.againFrom
              ? `You can confirm again from ${destruction.againFrom}`
              : 'Awaiting a second person'}
          </span>
        ) : (
          <ButtonLink to={settingsUrl('retention', { confirm: destruction.id })}>
            Confirm…<span className="sr-only"> the destruction of {destruction.client.name}</span>
          </ButtonLink>
        )}
      </p>
    </li>
  );
}

function Holds() {
  const { holds } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="holds-heading">
      <h2 id="holds-heading">Legal holds</h2>
      {holds.length === 0 ? (
        <p className="mt-1 max-w-prose text-ink-soft">
          No legal holds. Place one from the client page when records are needed for litigation or an
          investigation.
        </p>
      ) : (
        <EntryList className="mt-3">
          {holds.map(({ client, reason, by, since }) => (
            <li
              key={client.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3"
            >
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <p>
                  <Link to={`/clients/${client.id}`} className="font-semibold">
                    {client.name}
                  </Link>
                </p>
                <p className="whitespace-pre-line">{reason}</p>
                <p className="text-sm text-ink-soft">
                  {by}, {since}
                </p>
              </div>
              <Link to={settingsUrl('retention', { client: client.id })}>
                Release<span className="sr-only"> legal hold on {client.name}</span>
              </Link>
            </li>
          ))}
        </EntryList>
      )}
    </section>
  );
}

function Certificates() {
  const { certificates } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="certificates-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="certificates-heading">Destruction certificates</h2>
        {certificates.length === 0 ? null : (
          <ButtonLink href="/settings/destruction-certificates.csv">Download as CSV</ButtonLink>
        )}
      </div>
      {certificates.length === 0 ? (
        <p className="mt-1 text-ink-soft">No records have been destroyed.</p>
      ) : (
        <EntryList className="mt-3">
          {certificates.map((certificate) => (
            <li key={certificate.id} className="grid gap-1 px-4 py-3 [overflow-wrap:anywhere]">
              <p>
                <span className="font-semibold">{certificate.what}</span>
                <span className="text-ink-soft">
                  {' '}
                  destroyed {certificate.at} by {certificate.by}
                </span>
              </p>
              <p className="text-sm">
                {certificate.basis}. {certificate.counts}.
              </p>
              <p className="text-sm text-ink-soft">
                Record {certificate.clientId} · hash (SHA-256) {certificate.digest}
              </p>
            </li>
          ))}
        </EntryList>
      )}
    </section>
  );
}
