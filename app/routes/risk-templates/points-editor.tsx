import { cddLevelLabels, cddLevels, riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import { Checkbox, Select } from '../../components/forms/choices.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { DragHandle, DropPlace } from './drag-to-move.tsx';
import type { EditorOption } from './editor-content.ts';
import {
  ChangeButton,
  elementId,
  type FieldGetter,
  getChoices,
  ListButtons,
  type QuestionPartProps,
  renderedAs,
} from './editor-controls.tsx';

/** The options of a question, each with its points and the other effects of choosing it. */
export function OptionsEditor({ path, question, field, about }: QuestionPartProps) {
  const hasOwnKeys = question.type === 'single' || question.type === 'multi';
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1">Options</legend>
      {question.options.map((option, index) => (
        <DropPlace key={option.key} path={`${path}.options[${index}]`}>
          <OptionRow
            path={`${path}.options[${index}]`}
            option={option}
            field={field}
            hasOwnKeys={hasOwnKeys}
            about={`option ${index + 1} of ${about}`}
          />
        </DropPlace>
      ))}
      {hasOwnKeys ? (
        <ChangeButton
          intent={`add option:${path}`}
          label="Add an option"
          about={`to ${about}`}
          lands={`${path}.options[${question.options.length}]`}
        />
      ) : null}
    </fieldset>
  );
}

function OptionRow({
  path,
  option,
  field,
  hasOwnKeys,
  about,
}: {
  path: string;
  option: EditorOption;
  field: FieldGetter;
  hasOwnKeys: boolean;
  about: string;
}) {
  const suffix = <span className="sr-only"> of {about}</span>;
  return (
    <div id={elementId(path)} className="grid scroll-mt-24 gap-2 rounded-md border border-line p-3">
      <div className="grid gap-3 sm:grid-cols-[2fr_80px_1fr_1fr]">
        <TextInput
          field={field(`${path}.label`, option.label)}
          label={<>Label{suffix}</>}
          autoComplete="off"
        />
        <TextInput
          field={field(`${path}.score`, option.score)}
          label={<>Points{suffix}</>}
          inputMode="numeric"
          autoComplete="off"
        />
        <Select
          field={field(`${path}.floor`, option.floor)}
          label={<>Minimum level{suffix}</>}
          empty="Any"
          choices={getChoices(riskLevelLabels, riskLevels)}
        />
        <Select
          field={field(`${path}.cddLevel`, option.cddLevel)}
          label={<>CDD level{suffix}</>}
          empty="Any"
          choices={getChoices(cddLevelLabels, cddLevels)}
        />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {hasOwnKeys ? <DragHandle path={path} /> : null}
        <Checkbox
          field={field(`${path}.prohibit`, option.prohibit)}
          label={<>Prohibited (must decline){suffix}</>}
        />
        {hasOwnKeys ? <ListButtons path={path} about={about} /> : null}
      </div>
      {/* What answers and conditions refer to: made once, whatever the label says later. */}
      <input type="hidden" name={`${path}.key`} value={option.key} />
    </div>
  );
}

/** The score bands of a question answered with a number or an amount of money. */
export function BandsEditor({ path, question, field, about }: QuestionPartProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1">Score bands</legend>
      {question.bands.map((band, index) => {
        const at = `${path}.bands[${index}]`;
        const which = `band ${index + 1} of ${about}`;
        const word = <span className="sr-only"> of {which}</span>;
        return (
          <div
            key={renderedAs(index, band)}
            id={elementId(at)}
            className="grid scroll-mt-24 items-end gap-3 sm:grid-cols-[1fr_80px_auto]"
          >
            <TextInput
              field={field(`${at}.upTo`, band.upTo)}
              label={
                <>
                  Up to{question.type === 'money' ? ', dollars' : ''}
                  {word}
                </>
              }
              hint={index === question.bands.length - 1 ? 'Leave blank for no upper limit' : undefined}
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
      <ChangeButton
        intent={`add band:${path}`}
        label="Add a band"
        about={`to ${about}`}
        lands={`${path}.bands[${question.bands.length}]`}
      />
    </fieldset>
  );
}
