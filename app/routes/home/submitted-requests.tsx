import { Link } from '@remix-run/react';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { SanctionsTag as SanctionsTagName } from '#rules/sanctions.ts';
import { Panel } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { submittedRequestsSummary } from './summaries.ts';

/** A fully submitted document request. */
export interface SubmittedRequest {
  id: string;
  href: string;
  clientName: string;
  sanctions: SanctionsTagName | null;
  recipientName: string;
  submitted: string;
}

/** Fully submitted requests that no one has reviewed; nothing if there are none. */
export function SubmittedRequests({
  requests,
  total,
}: {
  requests: readonly SubmittedRequest[];
  total: CappedCount;
}) {
  if (requests.length === 0) return null;
  return (
    <Panel headingId="submitted-heading" title="Submitted documents" about={submittedRequestsSummary(total)}>
      <ul className="grid gap-3">
        {requests.map(({ id, href, clientName, sanctions, recipientName, submitted }) => (
          <li key={id} className="border-t border-line pt-3 first:border-t-0 first:pt-0">
            <Link to={href} className="font-semibold">
              {clientName}
            </Link>
            <SanctionsTag tag={sanctions} />{' '}
            <span className="hint">
              {recipientName === clientName ? '' : `from ${recipientName}, `}
              {submitted}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
