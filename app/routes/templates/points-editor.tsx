import { cddLevelLabels, cddLevels, riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import { Checkbox, Select } from '../../components/forms/choices.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { ChangeButton, choicesOf, drawnAs, ListButtons, type QuestionPartProps } from './editor-controls.tsx';

/** The options of a question, each with its points and what else choosing it does. */
export function OptionsEditor({ path, question, field, about }: QuestionPartProps) {
  const hasOwnKeys = question.type === 'single' || question.type === 'multi';
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1">Options</legend>
      {question.options.map((option, index) => {
        const at = `${path}.options[${index}]`;
        const which = `option ${index + 1} of ${about}`;
        const word = <span className="sr-only"> of {which}</span>;
        return (
          <div key={option.key} className="grid gap-2 rounded-md border border-line p-3">
            <div className="grid gap-3 sm:grid-cols-[2fr_80px_1fr_1fr]">
              <TextInput
                field={field(`${at}.label`, option.label)}
                label={<>Words{word}</>}
                autoComplete="off"
              />
              <TextInput
                field={field(`${at}.score`, option.score)}
                label={<>Points{word}</>}
                inputMode="numeric"
                autoComplete="off"
              />
              <Select
                field={field(`${at}.floor`, option.floor)}
                label={<>Level at least{word}</>}
                empty="Any"
                choices={choicesOf(riskLevelLabels, riskLevels)}
              />
              <Select
                field={field(`${at}.cddLevel`, option.cddLevel)}
                label={<>Due diligence{word}</>}
                empty="Any"
                choices={choicesOf(cddLevelLabels, cddLevels)}
              />
            </div>
            <div className="flex flex-wrap items-end justify-between gap-3">
              <Checkbox
                field={field(`${at}.prohibit`, option.prohibit)}
                label={<>Not allowed: can only be declined{word}</>}
              />
              {hasOwnKeys ? (
                <TextInput
                  field={field(`${at}.key`, option.key)}
                  label={<>Key{word}</>}
                  className="max-w-48"
                  autoComplete="off"
                />
              ) : (
                <input type="hidden" name={`${at}.key`} value={option.key} />
              )}
            </div>
            {hasOwnKeys ? <ListButtons path={at} about={which} /> : null}
          </div>
        );
      })}
      {hasOwnKeys ? (
        <ChangeButton intent={`add option:${path}`} label="Add an option" about={`to ${about}`} />
      ) : null}
    </fieldset>
  );
}

/** The points of a number or an amount of money, by bands of it. */
export function BandsEditor({ path, question, field, about }: QuestionPartProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1">Points by amount</legend>
      {question.bands.map((band, index) => {
        const at = `${path}.bands[${index}]`;
        const which = `band ${index + 1} of ${about}`;
        const word = <span className="sr-only"> of {which}</span>;
        return (
          <div key={drawnAs(index, band)} className="grid items-end gap-3 sm:grid-cols-[1fr_80px_auto]">
            <TextInput
              field={field(`${at}.upTo`, band.upTo)}
              label={
                <>
                  Up to{question.type === 'money' ? ', dollars' : ''}
                  {word}
                </>
              }
              hint={index === question.bands.length - 1 ? 'Empty: everything above' : undefined}
              inputMode="decimal"
              autoComplete="off"
            />
            <TextInput
              field={field(`${at}.score`, band.score)}
              label={<>Points{word}</>}
              inputMode="numeric"
              autoComplete="off"
            />
            <ListButtons path={at} about={which} />
          </div>
        );
      })}
      <ChangeButton intent={`add band:${path}`} label="Add a band" about={`to ${about}`} />
    </fieldset>
  );
}
