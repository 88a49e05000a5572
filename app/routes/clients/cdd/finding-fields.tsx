import type { EntityPart, SourceDocument } from '#rules/cdd-rule-packs/entity-information.ts';
import { type FindingSubject, listedClassLabels } from '#rules/cdd-rule-packs/findings.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { RadioGroup, Select } from '../../../components/forms/choices.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { DocumentSelect, EntityFields, SourceFields } from './entity-fields.tsx';
import { ownersDeemedLabels, ownershipOutcomeLabels, sourceOfLabels } from './finding-labels.ts';
import {
  area,
  EarlierCddFields,
  ExposureFields,
  type FieldGetter,
  getChoices,
  SourceValueFields,
  StructureFields,
} from './finding-parts.tsx';

const reason = { name: 'reason', label: 'Reason', hint: 'Recorded for audit' };

/** Subjects whose finding is one text. */
const oneText = {
  addressVerified: {
    name: 'basis',
    label: 'How verified',
    hint: 'Document or source, its date, and when you saw it',
  },
  addressExcused: reason,
  actingExcused: reason,
  pepCheckExcused: reason,
  enhanced: reason,
  mitigation: reason,
  significantChange: { name: 'what', label: 'What has changed' },
  nestedServices: { name: 'what', label: 'Customers served through your services' },
  seniorApproval: { name: 'note', label: 'Note', optional: true },
} satisfies Partial<Record<FindingSubject, { name: string; label: string; hint?: string; optional?: true }>>;

const isOfOneText = (subject: FindingSubject): subject is keyof typeof oneText => subject in oneText;

/** The fields of one subject of findings. */
export function FindingFields({
  subject,
  field,
  entityParts,
  laws,
  documents,
}: {
  subject: FindingSubject;
  field: FieldGetter;
  /** Documents on record that can be named as a source. */
  documents: readonly SourceDocument[];
  entityParts: readonly EntityPart[];
  laws: readonly Jurisdiction[];
}) {
  if (isOfOneText(subject)) {
    const { name, ...text } = oneText[subject];
    return <TextArea field={field(name)} {...text} {...area} />;
  }
  switch (subject) {
    case 'politicalExposure':
      return <ExposureFields field={field} />;
    case 'sourceOfWealthOrFunds':
      return null;
    case 'structure':
      return <StructureFields field={field} />;
    case 'entity':
      return <EntityFields field={field} parts={entityParts} documents={documents} />;
    case 'ownership':
      return (
        <>
          <RadioGroup field={field('outcome')} label="Outcome" choices={getChoices(ownershipOutcomeLabels)} />
          <SourceFields
            field={field}
            names={{ source: 'source', register: 'register', document: 'documentId' }}
            of="the ownership"
            documents={documents}
          />
          <TextArea
            field={field('basis')}
            label="Steps taken"
            hint="Sources checked, what they showed, and any difficulties"
            {...area}
          />
        </>
      );
    case 'ownersDeemed':
      return (
        <>
          <RadioGroup field={field('ground')} label="Ground" choices={getChoices(ownersDeemedLabels)} />
          <TextArea field={field('basis')} label="How established" hint="Recorded for audit" {...area} />
        </>
      );
    case 'unusual':
      return <UnusualFields field={field} />;
    case 'newTechnology':
      return <MeasuresFields field={field} label="Technology or product" />;
    case 'furtherMeasures':
      return <MeasuresFields field={field} label="Why enhanced measures do not manage the risk" />;
    case 'anonymousAccount':
      return (
        <>
          <TextArea field={field('what')} label="Account" {...area} />
          <TextArea
            field={field('ended')}
            label="How it came into the client’s own name"
            hint="It can follow later"
            optional
            {...area}
          />
        </>
      );
    case 'earlierCdd':
      return <EarlierCddFields field={field} />;
    case 'preCommencement':
      return (
        <>
          <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" {...area} />
          <DocumentSelect field={field('documentId')} label="Document" documents={documents} />
          <TextInput field={field('dated')} label="Day of the document" type="date" />
        </>
      );
    case 'simplified':
      return <SimplifiedFields field={field} laws={laws} />;
    case 'sourceValue':
      return <SourceValueFields field={field} />;
    case 'sourceNotRelevant':
      return (
        <>
          <RadioGroup field={field('of')} label="Not relevant" choices={getChoices(sourceOfLabels)} />
          <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" {...area} />
        </>
      );
  }
}

function UnusualFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <TextArea field={field('what')} label="What is unusual" {...area} />
      <TextArea
        field={field('findings')}
        label="Written findings"
        hint="Background and purpose, in writing. It can follow later"
        optional
        {...area}
      />
    </>
  );
}

function MeasuresFields({ field, label }: { field: FieldGetter; label: string }) {
  return (
    <>
      <TextArea field={field('what')} label={label} {...area} />
      <TextArea
        field={field('measures')}
        label="Measures"
        hint="Such as purpose, source, monitoring, approval. It can follow later"
        optional
        {...area}
      />
    </>
  );
}

function SimplifiedFields({ field, laws }: { field: FieldGetter; laws: readonly Jurisdiction[] }) {
  return (
    <>
      <Select
        field={field('listedClass')}
        label="Listed class"
        hint={
          laws.includes('NZL')
            ? 'Class under NZ s18(2). The classes are to be confirmed against the Act and the regulations'
            : 'Australia needs none: low risk and your policies decide'
        }
        optional={!laws.includes('NZL')}
        empty="None"
        choices={getChoices(listedClassLabels)}
      />
      <TextArea field={field('ground')} label="Listed class and basis" {...area} />
    </>
  );
}
