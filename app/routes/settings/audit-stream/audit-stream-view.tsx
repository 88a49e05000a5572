import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, overdueBadge, resolvedBadge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { SubmitButton } from '../../../components/forms/submit.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { useResultFocus } from '../../../components/layout/landing.ts';
import { Card } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { handleAuditStreamAction, loadAuditStream } from './audit-stream.server.ts';

export const meta = settingsMeta('stream');

export const loader = settingsLoader('stream', loadAuditStream);

export const action = asMember(handleAuditStreamAction);

export const ErrorBoundary = ErrorInLayout;

type Loaded = Awaited<ReturnType<typeof loadAuditStream>>;
type Stream = NonNullable<Loaded['stream']>;

const formId = 'audit-stream';

/** Where audit events are sent as they happen, for the company’s own security monitoring. */
export default function AuditStreamView() {
  const { stream, confirms } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <section aria-labelledby="stream-heading" className="grid max-w-[640px] gap-4">
      <div>
        <h2 id="stream-heading">Audit stream</h2>
        <p className="mt-1 text-ink-soft">
          Sends audit events to your SIEM within a minute, as JSON lines over HTTPS. Legal holds and suspicion
          records are never sent.
        </p>
      </div>
      <NewSecret secret={result?.secret} />
      {stream === null ? <Create /> : confirms ? <Remove stream={stream} /> : <Status stream={stream} />}
    </section>
  );
}

/** A secret is shown in the response that created it, and never again. */
function NewSecret({ secret }: { secret: string | undefined }) {
  const shown = useResultFocus<HTMLDivElement>(secret);
  if (secret === undefined) return null;
  return (
    <div ref={shown} role="status" tabIndex={-1} className="notice notice-warning grid gap-2">
      <p className="font-semibold">Signing secret</p>
      <code className="font-mono wrap-anywhere select-all">{secret}</code>
      <p>Copy it to your receiver now. It is not shown again.</p>
    </div>
  );
}

function Create() {
  const { sandboxUrl } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = plainFields(formId, result?.reply);
  return (
    <Form method="post" className="grid gap-4" preventScrollReset>
      <ErrorSummary formId={formId} errors={result?.reply?.error ?? {}} reply={result} />
      <TextInput
        field={field('url')}
        label="URL of the receiver"
        hint="Starts with https:// and is on a public address."
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        required
      />
      {sandboxUrl ? (
        <p className="hint">
          To try it in the sandbox, enter <code className="font-mono wrap-anywhere">{sandboxUrl}</code>. What
          arrives is at <a href="/sandbox/siem">/sandbox/siem</a>.
        </p>
      ) : null}
      <p>
        <SubmitButton name="intent" value="create" busy="Saving…">
          Send audit events
        </SubmitButton>
      </p>
    </Form>
  );
}

function Status({ stream }: { stream: Stream }) {
  const result = useActionData<typeof action>();
  const { failure } = stream;
  return (
    <Card className="grid gap-4">
      <ErrorSummary formId={formId} errors={result?.reply?.error ?? {}} reply={result} />
      <p>
        {failure ? (
          <Badge by={overdueBadge}>Failing</Badge>
        ) : stream.deliveredAt === null ? (
          <Badge by={openBadge}>Waiting for the first event</Badge>
        ) : (
          <Badge by={resolvedBadge}>Delivering</Badge>
        )}
      </p>
      {failure ? (
        <p className="notice notice-danger">
          {failure.error}. {failure.attempts}, last {failure.at}. Next attempt {failure.nextAt}. Nothing is
          lost: events wait.
        </p>
      ) : null}
      <DescriptionList
        facts={[
          { label: 'Receiver', value: stream.host },
          { label: 'Added', value: stream.createdAt },
          { label: 'Last delivery', value: stream.deliveredAt ?? 'None yet' },
          { label: 'Events waiting', value: stream.waiting },
          { label: 'Former secret valid until', value: stream.formerSecretUntil },
        ]}
      />
      <details>
        <summary>How to verify a delivery</summary>
        <p className="mt-2 max-w-prose">
          The header X-Assay-Signature is t=&lt;unix seconds&gt;,v1=&lt;hex&gt;: the HMAC-SHA256 of the time,
          a full stop and the body, keyed with the secret. Reject times more than five minutes old. While a
          former secret is valid there are two v1. Each line has an id; a repeated delivery repeats it.
        </p>
      </details>
      <Form method="post" className="flex flex-wrap gap-3" preventScrollReset>
        <SubmitButton name="intent" value="rotate" variant="secondary" busy="Replacing…">
          Replace secret
        </SubmitButton>
        <ButtonLink to={settingsUrl('stream', { confirm: 'remove' })}>Remove receiver</ButtonLink>
      </Form>
    </Card>
  );
}

function Remove({ stream }: { stream: Stream }) {
  return (
    <Card className="grid gap-3">
      <h3>Remove {stream.host}?</h3>
      <p>Audit events are no longer sent. {stream.waiting} waiting events are not sent either.</p>
      <Form method="post" action={settingsUrl('stream')} className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="remove" variant="danger" busy="Removing…">
          Remove receiver
        </SubmitButton>
        <ButtonLink to={settingsUrl('stream')}>Go back</ButtonLink>
      </Form>
    </Card>
  );
}
