import type { ConfirmationQuestion } from '#contract/errors.ts';
import { Card } from '../panel.tsx';
import { Tick } from './choices.tsx';
import { WarningBox } from './warning-box.tsx';

const agreements: Record<ConfirmationQuestion['code'], string> = {
  likelyDuplicates: 'This is a different client – save it anyway',
  notTaxFileNumber: 'This is not a tax file number – save it',
  unlikelyDate: 'The date is right – save it',
  identityChanged: 'Save the changed details',
  clientsRelieved: 'Save, and waive initial CDD for these clients',
};

/**
 * Questions that the API asks before it accepts a form. Ticking one posts its `confirmation`, or its code, among `confirmations`; those confirmed in an earlier
 * round are posted as hidden inputs.
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
  /** Codes confirmed in an earlier round. */
  agreed: readonly string[];
  /** Link to the record that a question is about. */
  recordHref: (id: string) => string;
  /** Label of the button that submits the form. */
  saveLabel: string;
}) {
  const currentCodes = new Set(questions.map(({ code }) => code));
  return (
    <>
      {agreed
        .filter((code) => !currentCodes.has(code as ConfirmationQuestion['code']))
        .map((code) => (
          <input key={code} type="hidden" name="confirmations" value={code} />
        ))}
      {questions.length === 0 ? null : (
        <WarningBox id="questions" kind="warning" heading="Check before saving" reply={questions}>
          {[...currentCodes].map((code) => (
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
              <Tick
                name="confirmations"
                value={questions.find((question) => question.code === code)?.confirmation ?? code}
              >
                {agreements[code]}
              </Tick>
            </div>
          ))}
          <p className="hint">Not saved yet. Tick to confirm, then select {saveLabel} again.</p>
        </WarningBox>
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
        <Card as="li" pad="tight" key={record.id}>
          <a href={recordHref(record.id)} target="_blank" rel="noreferrer">
            {record.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>{' '}
          <span className="text-ink-soft">{record.detail}</span>
          <p className="hint">{record.reasons.join(' · ')}</p>
        </Card>
      ))}
    </ul>
  );
}
