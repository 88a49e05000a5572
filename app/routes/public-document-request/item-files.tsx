import { maxFilesPerItem } from '#rules/document-requests/items.ts';
import { acceptedFiles } from '#rules/documents/file-kinds.ts';
import { Button } from '../../components/button.tsx';
import { FileInput } from '../../components/forms/text-input.tsx';
import { SaveButton } from './item-save-button.tsx';
import type { Item } from './request.server.ts';

/** Files without names and details without values, so that the link reveals nothing to a third party. */
export function SubmittedFiles({ item: { id, files, isOpen, label }, here }: { item: Item; here: string }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {files.map((file) => (
        <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            <span className="font-semibold">{file.label}</span> <span className="hint">{file.text}</span>
          </span>
          {isOpen ? (
            <Button
              variant="neutral"
              name="intent"
              value={`remove:${id}:${file.id}`}
              formAction={`${here}#item-${id}`}
              formNoValidate
            >
              Remove
              <span className="sr-only">
                {' '}
                {file.label} of {label}
              </span>
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** File input of an item: from the device or, on a phone, its camera. */
export function FileFields({
  item: { id, files, label },
  here,
  problems,
}: {
  item: Item;
  here: string;
  problems: readonly string[];
}) {
  const room = maxFilesPerItem - files.length;
  const formId = `give-${id}`;
  const isWrong = problems.length > 0;
  const errors = isWrong ? (
    <p id={`${formId}-file-error`} className="field-error [overflow-wrap:anywhere]">
      <span className="sr-only">Error: </span>
      {problems.join(' ')}
    </p>
  ) : null;
  if (room <= 0) {
    return (
      <>
        {errors}
        <p className="hint">
          You have uploaded the maximum of {maxFilesPerItem} files. Remove one to add another.
        </p>
      </>
    );
  }
  const name = `${id}.file`;
  const shared = {
    'aria-describedby': `${formId}-hint${isWrong ? ` ${formId}-file-error` : ''}`,
    'aria-invalid': isWrong || undefined,
  } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the card's heading is its legend
    <div role="group" className="grid gap-3" aria-label={`Upload ${label}`}>
      <p id={`${formId}-hint`} className="hint">
        PDF, JPG, PNG or HEIC, 10 MB each{files.length > 0 ? `, up to ${room} more` : `, up to ${room}`}.
        Location data is removed from photos.
      </p>
      <FileInput
        field={{ id: `${formId}-file`, name }}
        label="Select files"
        multiple
        accept={acceptedFiles}
        {...shared}
      />
      <FileInput
        field={{ id: `${formId}-photo`, name }}
        label="Or take a photo"
        accept="image/*"
        capture="environment"
        {...shared}
      />
      {errors}
      <SaveButton id={id} label={label} here={here} busy="Sending the file…">
        {files.length > 0 ? 'Add more' : 'Save'}
      </SaveButton>
    </div>
  );
}
