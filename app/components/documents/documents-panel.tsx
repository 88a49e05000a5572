import { Form, Link } from '@remix-run/react';
import { documentTypeLabels, uploadedDocumentTypes } from '#rules/documents/document-types.ts';
import { acceptedFiles } from '#rules/documents/file-kinds.ts';
import { maxFilesPerUpload } from '#rules/documents/file-limits.ts';
import { SectionMessage } from '../flash-message.tsx';
import { Select } from '../forms/choices.tsx';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { FileInput, TextInput } from '../forms/text-input.tsx';
import { Panel } from '../panel.tsx';
import { DocumentLine } from './document-line.tsx';
import type { DocumentsPanelData, PanelDocument } from './document-views.server.ts';
import { RemovalForm, RequestedRemoval } from './removal-forms.tsx';

/** Documents of a record; for members who may write, a form to add and links to remove. */
export function DocumentsPanel({ panel, mayWrite }: { panel: DocumentsPanelData; mayWrite: boolean }) {
  const { documents, nextBefore, removing, requestKey } = panel;
  return (
    <Panel id="documents" title="Documents" count={documentCount(panel)} className="mt-6">
      <SectionMessage at="documents" />
      {documents.length === 0 ? <p className="text-ink-soft">No documents yet.</p> : null}
      {documents.length > 0 ? (
        <ul className="grid gap-3">
          {documents.map((document) => (
            <li
              key={document.id}
              className="grid gap-3 border-t border-line pt-3 first:border-t-0 first:pt-0"
            >
              <DocumentLine
                document={document}
                details={<DescriptionList document={document} mayWrite={mayWrite} />}
              >
                {mayWrite && isRemovable(document) && removing !== document.id ? (
                  <Link to={`?remove=${document.id}#documents`} preventScrollReset>
                    Remove<span className="sr-only"> {document.fileName}</span>
                  </Link>
                ) : null}
              </DocumentLine>
              {removing === document.id && (document.removal?.mayConfirm ?? mayWrite) ? (
                <RemovalForm document={document} requestKey={requestKey} />
              ) : document.removal ? (
                <RequestedRemoval document={document} requestKey={requestKey} />
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
    </Panel>
  );
}

/** Number of documents, as text: beyond the first page only that there are more. */
function documentCount({ documents, nextBefore }: DocumentsPanelData): string | null {
  if (documents.length === 0) return null;
  return nextBefore === null ? String(documents.length) : `more than ${documents.length}`;
}

const isRemovable = ({ retainedBecause, removal }: PanelDocument) =>
  retainedBecause === null && removal === null;

function DescriptionList({ document, mayWrite }: { document: PanelDocument; mayWrite: boolean }) {
  const {
    typeLabel,
    sizeLabel,
    addedLabel,
    expiresLabel,
    removedLabel,
    shortSha256,
    retainedBecause,
    removal,
  } = document;
  return (
    <>
      <p>
        {typeLabel}
        {expiresLabel ? `, valid to ${expiresLabel}` : ''} · {sizeLabel} · {addedLabel}
      </p>
      {removedLabel ? <p className="[overflow-wrap:anywhere]">{removedLabel}</p> : null}
      {retainedBecause && (mayWrite || removal) ? <p>{retainedBecause}</p> : null}
      <p className="hidden print:block">SHA-256 {shortSha256}</p>
    </>
  );
}

const typeChoices = uploadedDocumentTypes.map((value) => ({ value, label: documentTypeLabels[value] }));

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
        <Select
          field={{ id: 'document-type', name: 'documentType', key: chosen.type, initialValue: chosen.type }}
          label="Document type"
          choices={typeChoices}
        />
        <TextInput
          field={{
            id: 'document-expiry',
            name: 'documentValidTo',
            key: chosen.validTo,
            initialValue: chosen.validTo,
          }}
          label="Expiry date"
          optional
          type="date"
        />
      </div>
      <FileInput
        // The files have been stored or rejected; if the field kept them they would be uploaded again.
        field={{ id: 'document-files', name: 'file', key: requestKey }}
        label="Files"
        hint={`PDF, JPG, PNG or HEIC, up to 10 MB each and ${maxFilesPerUpload} at a time. Location data is removed from photos.`}
        multiple
        required
        accept={acceptedFiles}
      />
      <div>
        <SubmitButton variant="secondary" busy="Adding…">
          Add documents
        </SubmitButton>
      </div>
    </Form>
  );
}
