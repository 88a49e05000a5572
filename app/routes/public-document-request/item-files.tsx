import { maxFilesPerItem } from '#rules/document-requests/items.ts';
import { acceptedFiles } from '#rules/documents/file-kinds.ts';
import { Button } from '../../components/button.tsx';
import { FileInput } from '../../components/forms/text-input.tsx';
import type { Item } from './request.server.ts';
import { en as texts } from './texts/en.ts';

/** Files without names and details without values, so that the link reveals nothing to a third party. */
export function SubmittedFiles({ item: { id, files, isOpen, label } }: { item: Item }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {files.map((file) => (
        <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            <span className="font-semibold">{file.label}</span> <span className="hint">{file.text}</span>
          </span>
          {isOpen ? (
            <Button variant="neutral" name="intent" value={`remove:${id}:${file.id}`}>
              {texts.item.remove}
              <span className="sr-only"> {texts.item.removeOf(file.label, label)}</span>
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
  problems,
}: {
  item: Item;
  problems: readonly string[];
}) {
  const room = maxFilesPerItem - files.length;
  const formId = `give-${id}`;
  const isWrong = problems.length > 0;
  const errors = isWrong ? (
    <p id={`${formId}-file-error`} className="field-error [overflow-wrap:anywhere]">
      <span className="sr-only">{texts.item.error}</span>
      {problems.join(' ')}
    </p>
  ) : null;
  if (room <= 0) {
    return (
      <>
        {errors}
        <p className="hint">{texts.item.full(maxFilesPerItem)}</p>
      </>
    );
  }
  const name = `${id}.file`;
  const shared = {
    'aria-describedby': `${formId}-hint${isWrong ? ` ${formId}-file-error` : ''}`,
    'aria-invalid': isWrong || undefined,
  } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the page's heading is its legend
    <div role="group" className="grid gap-4" aria-label={texts.item.upload(label)}>
      <p id={`${formId}-hint`} className="hint">
        {texts.item.kinds(room, files.length > 0)}
      </p>
      <FileInput
        field={{ id: `${formId}-photo`, name }}
        label={texts.item.photo}
        // A computer has no camera that the browser's file chooser would open.
        className="not-any-pointer-coarse:hidden"
        accept="image/*"
        capture="environment"
        {...shared}
      />
      <FileInput
        field={{ id: `${formId}-file`, name }}
        label={texts.item.select}
        multiple
        accept={acceptedFiles}
        {...shared}
      />
      {errors}
    </div>
  );
}
