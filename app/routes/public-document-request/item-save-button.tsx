import { SubmitButton } from '../../components/forms/submit.tsx';

/** Saves the card and returns to it. */
export function SaveButton({
  id,
  label,
  here,
  busy,
  children,
}: {
  id: string;
  label: string;
  here: string;
  busy: string;
  children: string;
}) {
  return (
    <p>
      <SubmitButton
        variant="secondary"
        busy={busy}
        name="intent"
        value={`save:${id}`}
        formAction={`${here}#item-${id}`}
        formNoValidate
      >
        {children}
        <span className="sr-only"> {label}</span>
      </SubmitButton>
    </p>
  );
}
