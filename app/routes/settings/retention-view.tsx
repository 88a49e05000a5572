import { Form, Link } from '@remix-run/react';
import { Checkbox } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import type { answerRetention, loadRetention } from './retention.server.ts';
import { useAnswer, useShown } from './view-data.ts';

/** What is due for destruction, what is held back, and the certificates of what was destroyed. */
export default function RetentionView() {
  const { toConfirm, client } = useShown<typeof loadRetention>();
  return (
    <div className="grid gap-6">
      {toConfirm ? <Confirmation /> : null}
      {client ? <HoldForm /> : null}
      <Due />
      <Holds />
      <Certificates />
    </div>
  );
}

function Confirmation() {
  const { toConfirm: one, requestKey } = useShown<typeof loadRetention>();
  const answer = useAnswer<typeof answerRetention>();
  const mine = answer?.form === 'confirm' ? answer : undefined;
  if (one === null) return null;
  const field = plainFields('confirm', mine?.reply);
  return (
    <section className="notice notice-danger grid max-w-form gap-3" aria-labelledby="confirm-heading">
      <h2 id="confirm-heading">Destroy the records of {one.client.name}?</h2>
      <p>
        Everything goes: details, documents, verifications, assessments, requests, and activities that were
        for this client alone. It cannot be taken back.{' '}
        {one.confirmed
          ? `${one.confirmed.by} confirmed it on ${one.confirmed.at}. You are the second: it happens when you confirm.`
          : 'You are the first of two who have to confirm it.'}
      </p>
      <p>
        {one.basis}. Kept until {one.keptUntil}.
      </p>
      <Form method="post" className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="id" value={one.id} />
        <ErrorSummary formId="confirm" errors={mine?.reply.error ?? {}} reply={mine} />
        <Checkbox
          field={field('understood')}
          label="I have looked at the record, and nothing else needs it"
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton look="danger" name="intent" value="confirm" busy="Working…">
            {one.confirmed ? 'Destroy the records' : 'Confirm as the first'}
          </SubmitButton>
          <Link to="/settings?view=retention">Leave them</Link>
        </p>
      </Form>
    </section>
  );
}

function HoldForm() {
  const { client, requestKey } = useShown<typeof loadRetention>();
  const answer = useAnswer<typeof answerRetention>();
  const mine = answer?.form === 'hold' ? answer : undefined;
  if (client === null) return null;
  const field = plainFields('hold', mine?.reply);
  return (
    <section className="panel grid max-w-form gap-3 p-4" aria-labelledby="hold-heading">
      <h2 id="hold-heading">
        {client.isHeld ? 'Lift the hold on' : 'Hold back'} the records of {client.name}
      </h2>
      <p className="hint">
        {client.isHeld
          ? 'They are held back from destruction until you lift the hold.'
          : 'While a hold is in force, the records are not listed for destruction and cannot be destroyed.'}
        {client.keptUntil ? ` They are kept until ${client.keptUntil} in any case.` : ''}
      </p>
      <Form method="post" className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="id" value={client.id} />
        <ErrorSummary formId="hold" errors={mine?.reply.error ?? {}} reply={mine} />
        <TextArea
          field={field('reason')}
          label="Why"
          hint="Kept in the audit log as you write it"
          maxLength={1000}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value={client.isHeld ? 'lift' : 'hold'} busy="Saving…">
            {client.isHeld ? 'Lift the hold' : 'Hold the records back'}
          </SubmitButton>
          <Link to={`/clients/${client.id}`}>Back to the client</Link>
        </p>
      </Form>
    </section>
  );
}

function Due() {
  const { due, hasMore } = useShown<typeof loadRetention>();
  return (
    <section aria-labelledby="due-heading">
      <h2 id="due-heading">Due for destruction</h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        Listed every night: clients whose years of keeping have passed, and drafts that nobody took on for 90
        days. Two people confirm each: owners or compliance officers.
      </p>
      {due.length === 0 ? (
        <p className="panel mt-3 p-4 text-ink-soft">Nothing is due.</p>
      ) : (
        <ul className="panel mt-3 divide-y divide-line">
          {due.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
            >
              <div className="min-w-0">
                <p>
                  <Link to={`/clients/${one.client.id}`} className="font-semibold">
                    {one.client.name}
                  </Link>
                </p>
                <p className="text-sm text-ink-soft">
                  {one.what} · kept until {one.keptUntil}
                  {one.confirmed ? ` · confirmed by ${one.confirmed.by}` : ''}
                </p>
              </div>
              <p className="flex flex-wrap items-center gap-4">
                <Link to={`/settings?view=retention&client=${one.client.id}`}>
                  Hold back<span className="sr-only"> {one.client.name}</span>
                </Link>
                {one.isMine ? (
                  <span className="text-sm text-ink-soft">Waits for a second person</span>
                ) : (
                  <Link to={`/settings?view=retention&confirm=${one.id}`} className="button">
                    Confirm…<span className="sr-only"> the destruction of {one.client.name}</span>
                  </Link>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {hasMore ? <p className="hint mt-2">More are due; they come up as these go.</p> : null}
    </section>
  );
}

function Holds() {
  const { holds } = useShown<typeof loadRetention>();
  return (
    <section aria-labelledby="holds-heading">
      <h2 id="holds-heading">Held back</h2>
      {holds.length === 0 ? (
        <p className="mt-1 max-w-prose text-ink-soft">
          Nothing is held back. Where a case at court or an inquiry needs records, hold them back from the
          page of the client.
        </p>
      ) : (
        <ul className="panel mt-3 divide-y divide-line">
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
              <Link to={`/settings?view=retention&client=${client.id}`}>
                Lift<span className="sr-only"> the hold on {client.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Certificates() {
  const { certificates } = useShown<typeof loadRetention>();
  return (
    <section aria-labelledby="certificates-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="certificates-heading">Certificates of destruction</h2>
        {certificates.length === 0 ? null : (
          <a href="/settings/destruction-certificates.csv" className="button" download>
            Download as CSV
          </a>
        )}
      </div>
      {certificates.length === 0 ? (
        <p className="mt-1 text-ink-soft">Nothing has been destroyed yet.</p>
      ) : (
        <ul className="panel mt-3 divide-y divide-line">
          {certificates.map((one) => (
            <li key={one.id} className="grid gap-1 px-4 py-3 [overflow-wrap:anywhere]">
              <p>
                <span className="font-semibold">{one.what}</span>
                <span className="text-ink-soft">
                  {' '}
                  destroyed {one.at} by {one.by}
                </span>
              </p>
              <p className="text-sm">
                {one.basis}. {one.counts}.
              </p>
              <p className="text-sm text-ink-soft">
                Record {one.clientId} · digest {one.digest}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
