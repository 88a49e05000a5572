import type { ReactNode } from 'react';
import { WarningBox } from './warning-box.tsx';

/** Errors by field name, as conform's `form.allErrors` or a submission's reply gives them; '' is the form itself. */
export type ErrorsByField = Record<string, string[] | null | undefined>;

/** What follows a message in place of the link to its field: where it is resolved, if that is not in the form. */
export type PlaceOf = (message: string) => ReactNode;

/** All errors of a form, at its top, each a link to its field or to another place. `reply` changes with each result of the action. */
export function ErrorSummary({
  formId,
  errors,
  reply,
  getPlace = () => null,
  formatMessage = (_name, message) => message,
}: {
  formId: string;
  errors: ErrorsByField;
  reply: unknown;
  getPlace?: PlaceOf;
  /** The message in the summary, away from its field: with what it is about. */
  formatMessage?: (name: string, message: string) => string;
}) {
  const entries = Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ name, message })),
  );
  if (entries.length === 0) return null;
  const many = entries.length > 1;
  const [only] = entries;
  // A single error of the form as a whole, such as a limit, needs no list.
  if (!many && only?.name === '' && getPlace(only.message) === null)
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
            <ErrorLine
              href={name === '' ? null : `#${formId}-${name}`}
              message={formatMessage(name, message)}
              place={getPlace(message)}
            />
          </li>
        ))}
      </ul>
    </WarningBox>
  );
}

function ErrorLine({ href, message, place }: { href: string | null; message: string; place: ReactNode }) {
  if (place !== null) {
    return (
      <>
        {message} {place}
      </>
    );
  }
  return href === null ? message : <a href={href}>{message}</a>;
}
