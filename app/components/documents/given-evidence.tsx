import { Link } from '@remix-run/react';
import { Marked } from '../mark.tsx';
import { DocumentLine } from './document-line.tsx';
import type { ShownEvidence } from './given-evidence.server.ts';

const differs = { className: 'mark mark-danger', 'data-mark': '×' } as const;
const agrees = { className: 'mark mark-settled', 'data-mark': '✓' } as const;

/** What the client gave to document requests and staff accepted as evidence of a verification, each with where it comes from. */
export function GivenEvidence({
  evidence,
  clientId,
  askHref,
}: {
  evidence: readonly ShownEvidence[];
  clientId: string;
  /** Where the client is asked for more; null where nothing can be asked for it now. */
  askHref: string | null;
}) {
  if (evidence.length === 0 && askHref === null) return null;
  return (
    <section id="given" className="panel mt-6 grid scroll-mt-4 gap-4 p-4" aria-labelledby="given-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="given-heading">Given by the client</h2>
        {askHref ? (
          <Link to={askHref} className="button print:hidden">
            Ask the client for documents
          </Link>
        ) : null}
      </div>
      {evidence.length === 0 ? (
        <p className="text-ink-soft">
          Nothing yet. What is accepted of a document request made for this verification stands here.
        </p>
      ) : null}
      <ul className="grid gap-4 empty:hidden">
        {evidence.map((one) => (
          <li key={one.id} className="grid gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0">
            <div>
              <h3 className="font-semibold">{one.label}</h3>
              <p className="hint">
                {one.originText}.{' '}
                <Link to={`/clients/${clientId}?request=${one.requestId}#requests`}>
                  The request<span className="sr-only"> for {one.label}</span>
                </Link>
                {one.hasDocumentRecord ? '. Recorded as an identity document' : ''}
              </p>
            </div>
            {one.details.length > 0 ? (
              <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(140px,auto)_1fr]">
                {one.details.map(({ field, label, text, standing, standingText }) => (
                  <div key={field} className="sm:contents">
                    <dt className="text-ink-soft">{label}</dt>
                    <dd className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">
                      {text}
                      {standingText ? (
                        <Marked by={standing === 'differs' ? differs : agrees}>{standingText}</Marked>
                      ) : null}
                    </dd>
                  </div>
                ))}
              </dl>
            ) : null}
            {one.files.length > 0 ? (
              <ul className="grid gap-2">
                {one.files.map((file) => (
                  <li key={file.id}>
                    <DocumentLine
                      document={file}
                      details={
                        <>
                          {file.sizeText} · {file.addedText}
                          <span className="hidden print:block">SHA-256 {file.shortSha256}</span>
                        </>
                      }
                    />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
