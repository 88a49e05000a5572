import { type ChangeEvent, useRef } from 'react';
import { acceptedFiles } from '#rules/documents/file-kinds.ts';
import type { Question } from '#rules/risk/template.ts';
import { Button } from '../button.tsx';
import { DocumentLine, type DocumentView } from '../documents/document-line.tsx';

interface EvidenceProps {
  formId: string;
  question: Question;
  /** Ids of the documents selected for the answer. */
  chosen: readonly string[];
  /** All that may be shown, newest first. */
  documents: readonly DocumentView[];
  hasErrors: boolean;
}

/**
 * The documents of an answer: ticked ones are its evidence, others can be ticked, files can be added. Every button of the form
 * uploads the selected files; "Attach selected files" only displays them earlier. With script, selecting is enough.
 */
export function EvidenceField({ formId, question, chosen, documents, hasErrors }: EvidenceProps) {
  const button = useRef<HTMLButtonElement>(null);
  const attached = documents.filter(({ id }) => chosen.includes(id));
  const others = documents.filter(({ id, removedLabel }) => !chosen.includes(id) && removedLabel === null);
  const id = `${formId}-files.${question.key}`;
  const errorId = `${formId}-answers.${question.key}-error`;
  const addAtOnce = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.currentTarget.files?.length) event.currentTarget.form?.requestSubmit(button.current);
  };
  return (
    <fieldset className="grid gap-2 rounded border border-line p-3">
      <legend className="px-1">
        Evidence<span className="sr-only"> for {question.text}</span>
        {question.evidenceRequired ? null : <span className="font-normal text-ink-soft"> (optional)</span>}
      </legend>
      {attached.length === 0 ? null : <Choices {...{ formId, question, documents: attached }} isChosen />}
      {others.length === 0 ? null : (
        <details>
          <summary className="text-sm text-accent">
            Select from {others.length === 1 ? '1 existing document' : `${others.length} existing documents`}
            <span className="sr-only"> for {question.text}</span>
          </summary>
          <div className="mt-2">
            <Choices {...{ formId, question, documents: others }} isChosen={false} />
          </div>
        </details>
      )}
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm">
          {attached.length === 0 ? 'Add files' : 'Add more files'}
          <span className="sr-only"> for {question.text}</span>
        </label>
        <p id={`${id}-hint`} className="hint">
          PDF, JPG, PNG or HEIC, 10 MB each
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <input
            id={id}
            name={`files.${question.key}`}
            type="file"
            multiple
            accept={acceptedFiles}
            aria-describedby={hasErrors ? `${id}-hint ${errorId}` : `${id}-hint`}
            aria-invalid={hasErrors ? true : undefined}
            onChange={addAtOnce}
            className="w-full min-w-0"
          />
          <Button ref={button} name="intent" value="addFiles">
            Attach selected files<span className="sr-only"> for {question.text}</span>
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function Choices({
  formId,
  question,
  documents,
  isChosen,
}: Pick<EvidenceProps, 'formId' | 'question' | 'documents'> & { isChosen: boolean }) {
  return (
    <ul className="grid gap-2">
      {documents.map((document) => {
        const id = `${formId}-documents.${question.key}-${document.id}`;
        return (
          <li key={document.id} className="grid grid-cols-[18px_1fr] items-center gap-2">
            <input
              type="checkbox"
              id={id}
              name={`documents.${question.key}`}
              value={document.id}
              defaultChecked={isChosen}
              aria-label={`${document.fileName} as evidence for ${question.text}`}
            />
            <DocumentLine
              document={document}
              details={
                <p>
                  {document.typeLabel} · {document.sizeLabel} · {document.addedLabel}
                </p>
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
