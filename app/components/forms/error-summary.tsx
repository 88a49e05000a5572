import { WarningBox } from './warning-box.tsx';

/** Errors by field name, as conform's `form.allErrors` or a submission's reply gives them; '' is the form itself. */
export type ErrorsByField = Record<string, string[] | null | undefined>;

/** All errors of a form, at its top, each a link to its field. `reply` changes with each result of the action. */
export function ErrorSummary({
  formId,
  errors,
  reply,
}: {
  formId: string;
  errors: ErrorsByField;
  reply: unknown;
}) {
  const entries = Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ name, message })),
  );
  if (entries.length === 0) return null;
  const many = entries.length > 1;
  const [only] = entries;
  // A single error of the form as a whole, such as a limit, needs no list.
  if (!many && only?.name === '')
    return <WarningBox id={`${formId}-errors`} kind="danger" heading={only.message} reply={reply} />;
  return (
    <WarningBox
      id={`${formId}-errors`}
      kind="danger"
      heading={many ? `There are ${entries.length} errors to fix` : 'There is 1 error to fix'}
      reply={reply}
    >
      {/* Never taller than the window, so that its heading is in view when it has the focus. */}
      <ul className={many ? 'grid max-h-[50dvh] list-disc gap-1 overflow-y-auto pl-5' : undefined}>
        {entries.map(({ name, message }) => (
          <li key={`${name} ${message}`}>
            {name === '' ? message : <a href={`#${formId}-${name}`}>{message}</a>}
          </li>
        ))}
      </ul>
    </WarningBox>
  );
}
