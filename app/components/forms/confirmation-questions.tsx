import type { ConfirmationQuestion } from '#contract/errors.ts';
import { AttentionBox } from './attention-box.tsx';

const agreements: Record<ConfirmationQuestion['code'], string> = {
  likelyDuplicates: 'This is a different client: save it as well',
  notTaxFileNumber: 'This is not a tax file number: save it as it is',
};

/**
 * Questions that the API asks before it goes ahead. Ticking one posts its code among `confirmations`; what was
 * agreed to in an earlier round goes along hidden.
 */
export function ConfirmationQuestions({
  formId,
  questions,
  agreed,
  recordHref,
  saveLabel,
}: {
  formId: string;
  questions: readonly ConfirmationQuestion[];
  /** Codes agreed to before. */
  agreed: readonly string[];
  /** Where a record that a question is about can be read. */
  recordHref: (id: string) => string;
  /** The words on the button that sends the form. */
  saveLabel: string;
}) {
  const asked = new Set(questions.map(({ code }) => code));
  return (
    <>
      {agreed
        .filter((code) => !asked.has(code as ConfirmationQuestion['code']))
        .map((code) => (
          <input key={code} type="hidden" name="confirmations" value={code} />
        ))}
      {questions.length === 0 ? null : (
        <AttentionBox
          id="questions"
          kind="attention"
          heading="Please check before this is saved"
          reply={questions}
        >
          {[...asked].map((code) => (
            <div key={code} className="grid gap-2">
              {questions
                .filter((question) => question.code === code)
                .map((question) => (
                  <div key={question.field ?? ''} className="grid gap-2">
                    <p>
                      {question.text}{' '}
                      {question.field ? <a href={`#${formId}-${question.field}`}>Go to the field</a> : null}
                    </p>
                    {question.records ? <Records records={question.records} recordHref={recordHref} /> : null}
                  </div>
                ))}
              <label className="grid grid-cols-[18px_1fr] items-start gap-2">
                <input type="checkbox" name="confirmations" value={code} />
                <span>{agreements[code]}</span>
              </label>
            </div>
          ))}
          <p className="hint">Nothing is saved yet. Tick what is right, then choose {saveLabel} again.</p>
        </AttentionBox>
      )}
    </>
  );
}

function Records({
  records,
  recordHref,
}: {
  records: NonNullable<ConfirmationQuestion['records']>;
  recordHref: (id: string) => string;
}) {
  return (
    <ul className="grid gap-2">
      {records.map((record) => (
        <li key={record.id} className="panel px-3 py-2">
          <a href={recordHref(record.id)} target="_blank" rel="noreferrer">
            {record.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>{' '}
          <span className="text-ink-soft">{record.detail}</span>
          <p className="hint">{record.reasons.join(' · ')}</p>
        </li>
      ))}
    </ul>
  );
}
