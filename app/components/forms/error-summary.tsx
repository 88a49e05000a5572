import { useEffect, useRef } from 'react';

/** Errors by field name, as conform's `form.allErrors` or a submission's reply gives them; '' is the form itself. */
export type ErrorsByField = Record<string, string[] | null | undefined>;

/**
 * What is wrong with the whole form, at its top, each sentence a link to its field. It takes the focus when
 * the page arrives with errors: by `autofocus` without script, by effect after a post with script. `reply` is
 * whatever changes with each answer, so that the same errors twice are announced twice.
 */
export function ErrorSummary({
  formId,
  errors,
  reply,
}: {
  formId: string;
  errors: ErrorsByField;
  reply: unknown;
}) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors).flatMap(([name, sentences]) =>
    (sentences ?? []).map((sentence) => ({ name, sentence })),
  );
  const shown = entries.length > 0;
  useEffect(() => {
    if (shown && reply !== undefined) box.current?.focus();
  }, [shown, reply]);
  if (!shown) return null;
  return (
    <div
      ref={box}
      className="notice notice-danger grid gap-1 focus:outline-2 focus:outline-danger"
      role="alert"
      aria-labelledby={`${formId}-errors`}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to a post without script must start at what is wrong
      autoFocus
    >
      <h2 id={`${formId}-errors`}>
        {entries.length === 1 ? 'Please correct one thing' : `Please correct ${entries.length} things`}
      </h2>
      <ul className="grid list-disc gap-1 pl-5">
        {entries.map(({ name, sentence }) => (
          <li key={`${name} ${sentence}`}>
            {name === '' ? sentence : <a href={`#${formId}-${name}`}>{sentence}</a>}
          </li>
        ))}
      </ul>
    </div>
  );
}
