import type { ReactNode } from 'react';
import { Badge, infectedBadge } from '../badge.tsx';

/** A document as pages show it: texts are ready to read. */
export interface DocumentView {
  id: string;
  version: number;
  fileName: string;
  typeLabel: string;
  sizeLabel: string;
  /** "21 Nov 2026, Mere Invented". */
  addedLabel: string;
  expiresLabel: string | null;
  /** The first 12 digits. */
  shortSha256: string;
  isPicture: boolean;
  hasThumbnail: boolean;
  hasPreview: boolean;
  /** Result of scanning it for malware; null once its content is removed. */
  scanLabel: string | null;
  /** Quarantined: it cannot be opened. */
  isInfected: boolean;
  /** Reason and time of the removal of its content; null while the content exists. */
  removedLabel: string | null;
}

/** The thumbnail, else the type of file. Decorative: the name is beside it. */
function DocumentPicture({ document }: { document: DocumentView }) {
  const { id, fileName, hasThumbnail, isPicture, removedLabel } = document;
  const frame =
    'grid size-[3.429rem] shrink-0 place-items-center overflow-hidden rounded border border-line bg-ground';
  if (hasThumbnail) {
    return (
      <span className={frame}>
        <img
          src={`/documents/${id}/thumbnail`}
          alt=""
          loading="lazy"
          width={48}
          height={48}
          className="size-full object-cover"
        />
      </span>
    );
  }
  return (
    <span className={`${frame} text-xs text-ink-soft`} aria-hidden="true">
      {removedLabel ? '–' : isPicture ? 'HEIC' : fileName.endsWith('.txt') ? 'TXT' : 'PDF'}
    </span>
  );
}

/** A document's thumbnail, name and facts, with its actions beside them. */
export function DocumentLine({
  document,
  details,
  children,
}: {
  document: DocumentView;
  details: ReactNode;
  children?: ReactNode;
}) {
  const { id, fileName, hasPreview, removedLabel, scanLabel, isInfected } = document;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 sm:flex-nowrap">
      <DocumentPicture document={document} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {removedLabel ? (
            <s>{fileName}</s>
          ) : isInfected ? (
            fileName
          ) : (
            <a
              href={`/documents/${id}/${hasPreview ? 'preview' : 'download'}`}
              target={hasPreview ? '_blank' : undefined}
              rel="noopener noreferrer"
            >
              {fileName}
              {hasPreview ? <span className="sr-only"> (opens in a new tab)</span> : null}
            </a>
          )}
        </p>
        <div className="hint">{details}</div>
        {scanLabel === null ? null : isInfected ? (
          <p className="text-sm">
            <Badge by={infectedBadge}>{scanLabel}</Badge>
          </p>
        ) : (
          <p className="hint">{scanLabel}</p>
        )}
      </div>
      {removedLabel ? null : (
        <div className="flex w-full shrink-0 gap-3 pl-15 text-sm sm:w-auto sm:pl-0 print:hidden">
          {isInfected ? null : (
            <a href={`/documents/${id}/download`}>
              Download<span className="sr-only"> {fileName}</span>
            </a>
          )}
          {children}
        </div>
      )}
    </div>
  );
}
