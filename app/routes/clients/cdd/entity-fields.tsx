import {
  type EntityPart,
  entityPartLabels,
  informationSourceLabels,
  informationSources,
  noneableParts,
  type SourceDocument,
  sourcedParts,
} from '#rules/cdd-rule-packs/entity-information.ts';
import { documentTypeLabels } from '#rules/documents/document-types.ts';
import { registryIds, registryNames } from '#rules/registers/registry-extract.ts';
import { Checkbox, Select } from '../../../components/forms/choices.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';

interface PartProps {
  field: (name: string) => FormField;
  part: EntityPart;
  /** Documents that can be named as a source. */
  documents: readonly SourceDocument[];
}

const area = { rows: 2, maxLength: 1000 };

const hints: Record<EntityPart, string> = {
  existence: 'Such as company, number and day of registration',
  structure: 'Owners, persons in control, and entities in between',
  powers: 'Such as the constitution, trust deed or agreement, and who may bind it',
  governance: 'Directors, trustees, partners or board, with director IDs where there are any',
  identifier: 'Number and who issued it, such as a foreign register; never a tax file number',
  nominees: 'Names, and the nominator of each',
  settlors: 'Names',
  protectors: 'Names, and the office each holds',
  natureOfBusiness: 'What it does, and where',
  objects: 'The purposes for which it is set up',
};

const noneLabels: Record<(typeof noneableParts)[number], string> = {
  identifier: 'None was issued',
  nominees: 'There are no nominees',
  settlors: 'There is no settlor',
  protectors: 'There is no protector, appointor or guardian',
};

const sourceChoices = informationSources.map((value) => ({ value, label: informationSourceLabels[value] }));

const isIn = <Part extends EntityPart>(parts: readonly Part[], part: EntityPart): part is Part =>
  (parts as readonly EntityPart[]).includes(part);

const registerChoices = registryIds.map((value) => ({ value, label: registryNames[value] }));

/** A source, and what it is by name: the register, or the document on record. NZ reg 11, 11A; AU s28(3). */
export function SourceFields({
  field,
  names,
  of,
  documents,
}: {
  field: (name: string) => FormField;
  names: { source: string; register: string; document: string };
  /** What it is the source of. */
  of: string;
  documents: readonly SourceDocument[];
}) {
  return (
    <>
      <Select
        field={field(names.source)}
        label={`Source: ${of}`}
        hint="Independent of the client is a register, or a founding document or extract on the client’s record (NZ reg 11, 11A; AU s28(3))"
        optional
        empty="Select a source"
        choices={sourceChoices}
      />
      <Select
        field={field(names.register)}
        label={`Register: ${of}`}
        optional
        empty="None"
        choices={registerChoices}
      />
      <DocumentSelect
        field={field(names.document)}
        label={`Document: ${of}`}
        documents={documents}
        optional
      />
    </>
  );
}

/** One of the documents on record. */
export function DocumentSelect({
  documents,
  ...props
}: {
  field: FormField;
  label: string;
  documents: readonly SourceDocument[];
  optional?: boolean;
}) {
  return (
    <Select
      {...props}
      hint={documents.length === 0 ? 'None on record yet: request one, or add it in Documents' : undefined}
      empty="None"
      choices={documents.map(({ id, type, fileName }) => ({
        value: id,
        label: `${documentTypeLabels[type]}: ${fileName}`,
      }))}
    />
  );
}

/** One part of an entity's information: its text, that there is none, and its source. */
function EntityPartFields({ field, part, documents }: PartProps) {
  return (
    <div className="grid gap-2">
      <TextArea field={field(part)} label={entityPartLabels[part]} hint={hints[part]} optional {...area} />
      {isIn(noneableParts, part) ? <Checkbox field={field(`${part}None`)} label={noneLabels[part]} /> : null}
      {isIn(sourcedParts, part) ? (
        <SourceFields
          field={field}
          names={{ source: `${part}Source`, register: `${part}Register`, document: `${part}Document` }}
          of={entityPartLabels[part].toLowerCase()}
          documents={documents}
        />
      ) : null}
    </div>
  );
}

/** Legal form, structure, powers etc. of an entity, as far as the rules require them. */
export function EntityFields({
  field,
  parts,
  documents,
}: Omit<PartProps, 'part'> & { parts: readonly EntityPart[] }) {
  return (
    <>
      {parts.map((part) => (
        <EntityPartFields key={part} field={field} part={part} documents={documents} />
      ))}
      <TextArea
        field={field('basis')}
        label="Sources consulted"
        hint="Which documents or registers, and when"
        {...area}
      />
    </>
  );
}
