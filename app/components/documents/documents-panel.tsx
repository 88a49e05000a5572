import { Form, Link, useRouteLoaderData } from '@remix-run/react';
import { documentTypeLabels, documentTypes } from '#rules/documents/document-types.ts';
import { acceptedFiles } from '#rules/documents/file-kinds.ts';
import { mostFilesAtOnce } from '#rules/documents/file-limits.ts';
import type { loader as layoutLoader } from '../../routes/main-layout.tsx';
import { CountedHeading } from '../counted-heading.tsx';
import { FlashMessage } from '../flash-message.tsx';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { DocumentLine, type ShownDocument } from './document-line.tsx';
import type { DocumentsPanelData } from './shown-documents.server.ts';

/** Documents of a record: what is there, and for who may write a form to add and a link to remove. */
export function DocumentsPanel({ panel, mayWrite }: { panel: DocumentsPanelData; mayWrite: boolean }) {
  const { documents, nextBefore, removing, requestKey } = panel;
  const flash = useRouteLoaderData<typeof layoutLoader>('routes/main-layout')?.flash;
  return (
    <section
      id="documents"
      className="panel mt-6 grid scroll-mt-4 gap-4 p-4"
      aria-labelledby="documents-heading"
    >
      <CountedHeading id="documents-heading" count={documentCount(panel)}>
        Documents
      </CountedHeading>
      {flash?.at === 'documents' ? <FlashMessage flash={flash} /> : null}
      {documents.length === 0 ? <p className="text-ink-soft">No documents yet.</p> : null}
      {documents.length > 0 ? (
        <ul className="grid gap-3">
          {documents.map((document) => (
            <li
              key={document.id}
              className="grid gap-3 border-t border-line pt-3 first:border-t-0 first:pt-0"
            >
              <DocumentLine document={document} details={<Facts document={document} />}>
                {mayWrite && removing !== document.id ? (
                  <Link to={`?remove=${document.id}#documents`} preventScrollReset>
                    Remove<span className="sr-only"> {document.fileName}</span>
                  </Link>
                ) : null}
              </DocumentLine>
              {mayWrite && removing === document.id ? (
                <Removal document={document} requestKey={requestKey} />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {nextBefore ? (
        <p>
          <Link to={`?documentsBefore=${nextBefore}#documents`}>Older documents</Link>
        </p>
      ) : null}
      {mayWrite && removing === null ? <Adding panel={panel} /> : null}
    </section>
  );
}

/** How many documents there are, in words: past the first page only that there are more. */
export function documentCount({ documents, nextBefore }: DocumentsPanelData): string | null {
  if (documents.length === 0) return null;
  return nextBefore === null ? String(documents.length) : `more than ${documents.length}`;
}

function Facts({ document }: { document: ShownDocument }) {
  const { typeText, sizeText, addedText, expiresText, removedText, shortSha256 } = document;
  return (
    <>
      <p>
        {typeText}
        {expiresText ? `, valid to ${expiresText}` : ''} · {sizeText} · {addedText}
      </p>
      {removedText ? <p className="[overflow-wrap:anywhere]">{removedText}</p> : null}
      <p className="hidden print:block">SHA-256 {shortSha256}</p>
    </>
  );
}

function Adding({ panel: { owner, requestKey, chosen } }: { panel: DocumentsPanelData }) {
  return (
    <Form
      method="post"
      action={`/documents/of/${owner.ownerType}/${owner.ownerId}`}
      encType="multipart/form-data"
      className="grid max-w-form gap-3 border-t border-line pt-4 print:hidden"
      aria-label="Add documents"
    >
      <RequestKeyInput value={requestKey} />
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="grid gap-1">
          <label htmlFor="document-type">Kind of document</label>
          <select key={chosen.type} id="document-type" name="documentType" defaultValue={chosen.type}>
            {documentTypes.map((type) => (
              <option key={type} value={type}>
                {documentTypeLabels[type]}
              </option>
            ))}
          </select>
        </div>
        <div className="grid gap-1">
          <label htmlFor="document-expiry">
            Valid to <span className="font-normal text-ink-soft">(optional)</span>
          </label>
          <input
            key={chosen.validTo}
            id="document-expiry"
            name="documentValidTo"
            type="date"
            defaultValue={chosen.validTo}
          />
        </div>
      </div>
      <div className="grid gap-1">
        <label htmlFor="document-files">Files</label>
        <p id="document-files-hint" className="hint">
          PDF, JPG, PNG or HEIC, 10 MB each, up to {mostFilesAtOnce} at once. Where a picture was taken is
          taken out of it.
        </p>
        <input
          // What was sent is kept or refused by now; left in its field it would be sent again.
          key={requestKey}
          id="document-files"
          name="file"
          type="file"
          multiple
          required
          accept={acceptedFiles}
          aria-describedby="document-files-hint"
          className="w-full min-w-0"
        />
      </div>
      <div>
        <SubmitButton look="secondary" busy="Adding…">
          Add documents
        </SubmitButton>
      </div>
    </Form>
  );
}

function Removal({ document, requestKey }: { document: ShownDocument; requestKey: string }) {
  return (
    <Form
      method="post"
      action={`/documents/${document.id}/removal`}
      className="notice notice-attention grid max-w-form gap-3"
      aria-label={`Remove ${document.fileName}`}
    >
      <p>The file is deleted for good. The line stays, with your name and the reason.</p>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={document.version} />
      <div className="grid gap-1">
        <label htmlFor="removal-reason">Why it is removed</label>
        <textarea id="removal-reason" name="reason" rows={2} maxLength={500} required />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton look="danger" busy="Removing…">
          Remove the document
        </SubmitButton>
        <Link to="?#documents" preventScrollReset>
          Keep it
        </Link>
      </div>
    </Form>
  );
}
