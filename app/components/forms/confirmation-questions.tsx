import type { ConfirmationQuestion } from '#contract/errors.ts';

const agreements: Record<ConfirmationQuestion['code'], string> = {
  likelyDuplicates: 'This is a different client. Save it as well.',
  notTaxFileNumber: 'This is not a tax file number. Save it as it is.',
};

/**
 * Questions that the API asks before it goes ahead. Ticking one posts its code among `confirmations`; what was
 * agreed to in an earlier round goes along hidden.
 */
export function ConfirmationQuestions({
  questions,
  agreed,
  recordHref,
}: {
  questions: readonly ConfirmationQuestion[];
  /** Codes agreed to before. */
  agreed: readonly string[];
  /** Where a record that a question is about can be read. */
  recordHref: (id: string) => string;
}) {
  const asked = new Set<string>(questions.map((question) => question.code));
  return (
    <>
      {agreed
        .filter((code) => !asked.has(code))
        .map((code) => (
          <input key={code} type="hidden" name="confirmations" value={code} />
        ))}
      {questions.map((question) => (
        <section
          key={`${question.code} ${question.field ?? ''}`}
          className="notice notice-attention grid gap-3"
          aria-labelledby={`ask-${question.code}`}
        >
          <h2 id={`ask-${question.code}`}>{question.text}</h2>
          {question.records ? (
            <ul className="grid gap-2">
              {question.records.map((record) => (
                <li key={record.id}>
                  <a href={recordHref(record.id)} target="_blank" rel="noreferrer">
                    {record.name}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>{' '}
                  <span className="text-ink-soft">{record.detail}</span>
                  <p className="hint">{record.reasons.join(' · ')}</p>
                </li>
              ))}
            </ul>
          ) : null}
          <label className="grid grid-cols-[18px_1fr] items-start gap-2">
            <input type="checkbox" name="confirmations" value={question.code} />
            <span>{agreements[question.code]}</span>
          </label>
        </section>
      ))}
    </>
  );
}
