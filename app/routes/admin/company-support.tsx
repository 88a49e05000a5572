import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { companySupportUrl } from '#rules/pages/admin-pages.ts';
import { Button } from '../../components/button.tsx';
import { DetailPanel } from '../../components/detail-panel.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Card, EntryList, Panel } from '../../components/panel.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { asAdmin } from '../../session/session.server.ts';
import { handleSupport, loadSupport } from './company-support.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data: support }) => [
  { title: adminTitle('Support access', support?.companyName ?? 'Company') },
];

export const loader = asAdmin(loadSupport);

export const action = asAdmin(handleSupport);

type Support = Awaited<ReturnType<typeof loadSupport>>;

/** An admin’s access to a company’s client records: requests, and the records while access is active. */
export default function CompanySupport() {
  const support = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <RecordHeader
        back={{ to: `/admin/companies/${support.companyId}`, label: support.companyName }}
        title="Support access"
      />
      {support.isActive ? <Records support={support} /> : null}
      {support.isActive || support.isPending ? null : <RequestForm support={support} />}
      <section aria-labelledby="grants-heading">
        <h2 id="grants-heading">Your requests for access</h2>
        {support.grants.length === 0 ? (
          <Card as="p" className="mt-3 text-ink-soft">
            No requests
          </Card>
        ) : (
          <EntryList className="mt-3">
            {support.grants.map((grant) => (
              <li key={grant.id} className="grid gap-1 px-4 py-3 [overflow-wrap:anywhere]">
                <p className="font-semibold">{grant.state}</p>
                <p>{grant.reason}</p>
                <p className="text-sm text-ink-soft">
                  Requested {grant.requested}
                  {grant.end === null ? '' : ` · until ${grant.end}`}
                </p>
              </li>
            ))}
          </EntryList>
        )}
      </section>
    </div>
  );
}

function RequestForm({ support }: { support: Support }) {
  const result = useActionData<typeof action>();
  const field = plainFields('support', result?.reply, { hours: '2' });
  return (
    <Panel headingId="request-heading" title="Request access to client records" className="max-w-form">
      <p>
        Read-only. An owner of the company must consent, and can revoke it. Every search and record that you
        open is in the company’s audit log.
      </p>
      <Form method="post" className="grid gap-4">
        <RequestKeyInput value={result?.requestKey ?? support.requestKey} />
        <ErrorSummary formId="support" errors={result?.reply.error ?? {}} reply={result} />
        <TextArea
          field={field('reason')}
          label="Reason"
          hint="Shown to the company."
          maxLength={500}
          required
        />
        <TextInput
          field={field('hours')}
          label="Hours"
          hint="1 to 4, from the consent"
          inputMode="numeric"
          className="[&_input]:max-w-24"
          required
        />
        <p>
          <SubmitButton name="intent" value="requestSupport" busy="Requesting…">
            Request access
          </SubmitButton>
        </p>
      </Form>
    </Panel>
  );
}

function Records({ support: { companyId, q, found, client } }: { support: Support }) {
  return (
    <section aria-labelledby="clients-heading" className="grid gap-4">
      <h2 id="clients-heading">Client records</h2>
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <TextInput
          field={{ id: 'support-q', name: 'q', initialValue: q }}
          label="Name or number"
          maxLength={200}
          required
        />
        <Button>Search</Button>
      </Form>
      {found === undefined ? null : found.length === 0 ? (
        <p className="text-ink-soft">No clients match “{q}”.</p>
      ) : (
        <EntryList aria-label="Clients found">
          {found.map(({ id, name, about }) => (
            <li key={id} className="px-4 py-3 [overflow-wrap:anywhere]">
              <Link to={companySupportUrl(companyId, { q, client: id })}>{name}</Link>
              <p className="text-sm text-ink-soft">{about}</p>
            </li>
          ))}
        </EntryList>
      )}
      {client === null ? null : (
        <section aria-labelledby="client-heading" className="grid gap-4">
          <h3 id="client-heading">{client.name}</h3>
          {client.sections.map((section) => (
            <DetailPanel key={section.heading} section={section} />
          ))}
        </section>
      )}
    </section>
  );
}
