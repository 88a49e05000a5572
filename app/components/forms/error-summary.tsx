import { AttentionBox } from './attention-box.tsx';

/** Errors by field name, as conform's `form.allErrors` or a submission's reply gives them; '' is the form itself. */
export type ErrorsByField = Record<string, string[] | null | undefined>;

/**
 * What is wrong with the whole form, at its top, each sentence a link to its field. `reply` is whatever
 * changes with each answer of the action.
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
  const entries = Object.entries(errors).flatMap(([name, sentences]) =>
    (sentences ?? []).map((sentence) => ({ name, sentence })),
  );
  if (entries.length === 0) return null;
  const many = entries.length > 1;
  return (
    <AttentionBox
      id={`${formId}-errors`}
      kind="danger"
      heading={many ? `There are ${entries.length} things to correct` : 'There is one thing to correct'}
      reply={reply}
    >
      <ul className={many ? 'grid list-disc gap-1 pl-5' : undefined}>
        {entries.map(({ name, sentence }) => (
          <li key={`${name} ${sentence}`}>
            {name === '' ? sentence : <a href={`#${formId}-${name}`}>{sentence}</a>}
          </li>
        ))}
      </ul>
    </AttentionBox>
  );
}
