import { Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { Badge, dangerBadge, settledBadge } from '../badge.tsx';
import { ButtonLink } from '../button.tsx';
import { DescriptionList } from '../description-list.tsx';
import { Panel } from '../panel.tsx';
import { DocumentLine } from './document-line.tsx';
import type { EvidenceView } from './submitted-evidence.server.ts';

const differs = dangerBadge;
const agrees = settledBadge;

/** Items of document requests that staff accepted as evidence of a verification, each with its source. */
export function SubmittedEvidenceList({
  evidence,
  clientId,
  requestHref,
}: {
  evidence: readonly EvidenceView[];
  clientId: string;
  /** URL to request documents from the client; null if not possible now. */
  requestHref: string | null;
}) {
  return (
    <Panel
      id="given"
      title="Submitted by the client"
      action={requestHref ? <ButtonLink to={requestHref}>Ask the client for documents</ButtonLink> : null}
      className="mt-6"
    >
      {evidence.length === 0 ? (
        <p className="text-ink-soft">
          {requestHref === null
            ? 'Nothing was submitted for this verification.'
            : 'No evidence yet. Items you accept from a document request for this verification appear here.'}
        </p>
      ) : null}
      <ul className="grid gap-4 empty:hidden">
        {evidence.map((item) => (
          <EvidenceItem key={item.id} item={item} clientId={clientId} />
        ))}
      </ul>
    </Panel>
  );
}

function EvidenceItem({ item, clientId }: { item: EvidenceView; clientId: string }) {
  return (
    <li className="grid gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <div>
        <h3 className="font-semibold">{item.label}</h3>
        <p className="hint">
          {item.originLabel}.{' '}
          <Link to={clientSectionUrl(clientId, 'requests', { request: item.requestId })}>
            The request<span className="sr-only"> for {item.label}</span>
          </Link>
          {item.hasDocumentRecord ? '. Added as an identity document' : ''}
        </p>
      </div>
      {item.details.length > 0 ? <Details details={item.details} /> : null}
      {item.files.length > 0 ? <Files files={item.files} /> : null}
    </li>
  );
}

/** Submitted details by field, each compared with the record. */
function Details({ details }: { details: EvidenceView['details'] }) {
  return (
    <DescriptionList
      layout="compact"
      facts={details.map(({ label, text, standing, formatStatus }) => ({
        label,
        value: (
          <span className="flex flex-wrap gap-x-3">
            {text}
            {formatStatus ? (
              <Badge by={standing === 'differs' ? differs : agrees}>{formatStatus}</Badge>
            ) : null}
          </span>
        ),
      }))}
    />
  );
}

function Files({ files }: { files: EvidenceView['files'] }) {
  return (
    <ul className="grid gap-2">
      {files.map((file) => (
        <li key={file.id}>
          <DocumentLine
            document={file}
            details={
              <>
                {file.sizeLabel} · {file.addedLabel}
                <span className="hidden print:block">SHA-256 {file.shortSha256}</span>
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
