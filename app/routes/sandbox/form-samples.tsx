import { Checkbox, CheckboxList, RadioGroup, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { MergedVersions } from '../../components/forms/merged-versions.tsx';
import { FileInput, TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import { Panel } from '../../components/panel.tsx';

const formId = 'sample';
const choices = [
  { value: 'low', label: 'Low' },
  { value: 'high', label: 'High' },
];
const errors = { name: ['Enter a name'], level: ['Select a level'] };

const field = (name: string, more: { errors?: string[]; initialValue?: unknown } = {}) => ({
  id: `${formId}-${name}`,
  name,
  ...more,
});

/** The controls of forms: empty, filled, with hints and with errors. */
export function FormSamples() {
  return (
    <Panel headingId="forms" title="Forms">
      <ErrorSummary formId={formId} errors={errors} reply={null} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextInput field={field('name', { errors: errors.name })} label="Name" hint="As in the register" />
        <TextInput
          field={field('filled', { initialValue: 'Sample Holdings' })}
          label="Trading name"
          optional
        />
        <TextInput field={field('day', { initialValue: '2026-03-03' })} label="Date" type="date" />
        <Select
          field={field('level', { errors: errors.level })}
          label="Level"
          empty="Select"
          choices={choices}
        />
        <TextArea field={field('reason', { initialValue: 'A sample of a reason' })} label="Reason" />
        <FileInput field={field('file')} label="Document" hint="PDF or photo, up to 20 MB" />
        <RadioGroup field={field('risk', { initialValue: 'low' })} label="Risk" choices={choices} />
        <CheckboxList field={field('levels', { initialValue: ['high'] })} label="Levels" choices={choices} />
        <Checkbox field={field('agreed')} label="The document was sighted" hint="By the person who signs" />
      </div>
      <WarningBox id="warning-sample" kind="danger" heading="This cannot be undone" reply={null}>
        <p>A box explains the consequence before a person confirms it.</p>
      </WarningBox>
      <MergedVersions
        both={[{ label: 'Occupation', mine: 'Surgeon', kept: 'Midwife', names: ['occupation'] }]}
        onlyMine={[]}
        onlyTheirs={[
          { label: 'Email', mine: 'old@sample.example', kept: 'new@sample.example', names: ['email'] },
        ]}
        savedValues="[]"
        keptBy="A member"
        savedAt="a moment ago"
        savedVersion={2}
        reloadHref="#forms"
      />
    </Panel>
  );
}
