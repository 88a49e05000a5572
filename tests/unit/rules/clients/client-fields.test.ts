import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identifierColumns } from '#api/kernel/database/tables/client-tables.ts';
import { misplacedFields } from '#api/records/clients/field-checks.ts';
import { describeFields } from '#api/records/clients/import/stored-values.ts';
import { exportColumns, partColumns } from '#api/records/clients/list/export-columns.ts';
import { type ClientDetails, storedPart } from '#api/records/clients/record/client-record.ts';
import { partRows } from '#api/views/evidence-packs/render/client-sections.ts';
import { partFormValues } from '#app/routes/clients/form/client-form-values.ts';
import { formatFields } from '#app/routes/clients/form/client-versions.server.ts';
import { fieldLines } from '#app/routes/clients/panels/client-details.server.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { inputShape, outputShape } from '#contract/records/field-schemas.ts';
import { mergeFieldsOf } from '#rules/client-merging/merging.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { cellReader, readFields } from '#rules/clients/client-import-cells.ts';
import { columnMeanings } from '#rules/clients/client-import-columns.ts';
import { getFields } from '#rules/clients/fields-by-type.ts';
import { describedFields, labelsOf, type RecordFields, readPart } from '#rules/records/fields.ts';
import { fieldFacts } from '#rules/risk/prefill.ts';
import { fieldSources, prefillSources } from '#rules/risk/prefill-sources.ts';

/** The fields with one more of each kind of text and of flag. */
const scratch = {
  ...clientFields,
  employer: {
    kind: 'text',
    parts: ['individual'],
    max: 120,
    label: 'Employer',
    csv: 'Employer',
    prefill: 'client.employer',
  },
  isListedAbroad: {
    kind: 'flag',
    parts: ['business'],
    types: ['company'],
    label: 'Listed abroad',
    csv: 'Listed abroad',
    prefill: 'client.isListedAbroad',
  },
} as const satisfies RecordFields;

const person = {
  kind: 'individual',
  clientType: 'individual',
  individual: { familyName: 'Ngata', employer: 'Rata Ltd' },
  business: null,
} as unknown as Client;
const company = {
  kind: 'business',
  clientType: 'company',
  individual: null,
  business: { legalName: 'Rata Ltd', registrationCountry: 'NZL', isListedAbroad: true },
} as unknown as Client;

describe('a further field of a client needs its entry alone', () => {
  test('it is read and answered by the schemas, with its limit', () => {
    const input = z.object({
      individual: z.object(inputShape(scratch, 'individual')),
      business: z.object(inputShape(scratch, 'business')),
    });
    const sent = {
      individual: { familyName: 'Ngata', employer: ' Rata Ltd ' },
      business: { legalName: 'Rata Ltd', registrationCountry: 'NZL' },
    };
    const parsed: { individual: { employer?: string | undefined }; business: { isListedAbroad: boolean } } =
      input.parse(sent);
    expect(parsed.individual.employer).toBe('Rata Ltd');
    expect(parsed.business.isListedAbroad).toBe(false);
    const long = { ...sent, individual: { ...sent.individual, employer: 'ä'.repeat(121) } };
    expect(input.safeParse(long).error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'individual.employer',
    ]);
    const output = z.object(outputShape(scratch, 'individual')).shape.employer;
    expect([output.parse(null), output.parse('Rata Ltd')]).toEqual([null, 'Rata Ltd']);
  });

  test('it is stored, and empty in a record from before it', () => {
    expect(JSON.parse(storedPart(scratch, 'individual', { employer: 'Rata Ltd' }) ?? '')).toMatchObject({
      employer: 'Rata Ltd',
      occupation: null,
    });
    expect(readPart(scratch, 'individual', { familyName: 'Ngata' }).employer).toBeNull();
    expect(readPart(scratch, 'business', { legalName: 'Rata Ltd' }).isListedAbroad).toBe(false);
  });

  test('it has values in the form, and lines in versions, details, history and pack', () => {
    expect(partFormValues(scratch, 'individual', { employer: 'Rata Ltd' })).toMatchObject({
      employer: 'Rata Ltd',
    });
    expect(formatFields(scratch, { ...person, responsible: null }).part).toContainEqual([
      'Employer',
      'Rata Ltd',
      'individual.employer',
    ]);
    expect(formatFields(scratch, { ...company, responsible: null }).part).toContainEqual([
      'Listed abroad',
      'Yes',
      'business.isListedAbroad',
    ]);
    expect(fieldLines(scratch, person).part).toContainEqual({ label: 'Employer', texts: ['Rata Ltd'] });
    expect(fieldLines(scratch, company).part).toContainEqual({ label: 'Listed abroad', texts: ['Yes'] });
    expect(Object.fromEntries(labelsOf(scratch))).toMatchObject({
      employer: 'Employer',
      isListedAbroad: 'Listed abroad',
    });
    expect(partRows(scratch, person)).toContainEqual(['Employer', 'Rata Ltd', null]);
    expect(partRows(scratch, company)).toContainEqual(['Listed abroad', 'Yes', null]);
  });

  test('it is a column of export and import, and part of the preview', () => {
    const beside = { decidedByOne: [], getDay: String };
    const cells = (client: Client) =>
      Object.fromEntries(partColumns(scratch).map(({ heading, cell }) => [heading, cell(client, beside)]));
    expect(cells(person)).toMatchObject({ Employer: 'Rata Ltd', 'Listed abroad': null });
    expect(cells(company)).toMatchObject({ Employer: null, 'Listed abroad': 'Yes' });
    expect(Object.fromEntries(columnMeanings(scratch))).toMatchObject({
      employer: { label: 'Employer', headings: ['Employer'] },
    });
    const columns = ['employer', 'isListedAbroad'] as never[];
    const reader = cellReader(['Rata Ltd', 'Yes'], { columns, clientType: 'individual', country: 'NZL' });
    expect(readFields(reader, scratch, 'individual')).toMatchObject({ employer: 'Rata Ltd' });
    expect(readFields(reader, scratch, 'business')).toMatchObject({ isListedAbroad: true });
    expect(describeFields(scratch, person).part).toContainEqual({ label: 'Employer', text: 'Rata Ltd' });
    expect(describeFields(scratch, company).part).toContainEqual({ label: 'Listed abroad', text: 'Yes' });
  });

  test('it is compared when clients are merged, and answers questions', () => {
    expect(mergeFieldsOf(scratch, 'individual')).toContainEqual({
      key: 'employer',
      label: 'Employer',
      paths: ['individual.employer'],
    });
    const aliases = { ...scratch.otherNames, label: 'Aliases', csv: 'Aliases' };
    expect(mergeFieldsOf({ ...scratch, aliases }, 'individual').map(({ key }) => key)).toContain('aliases');
    expect(fieldSources(scratch, 'clients')['client.isListedAbroad']).toEqual({
      label: 'Listed abroad',
      resourceType: 'clients',
      type: 'yesNo',
      values: ['yes', 'no'],
    });
    expect(fieldFacts(scratch, person)).toEqual({ 'client.employer': 'Rata Ltd' });
    expect(fieldFacts(scratch, company)).toMatchObject({ 'client.isListedAbroad': 'yes' });
  });

  test('it belongs to the types of its entry alone', () => {
    expect(getFields('company', 'NZL', scratch)).toContain('isListedAbroad');
    expect(getFields('trust', 'NZL', scratch)).not.toContain('isListedAbroad');
    const trust = { ...company, clientType: 'trust' } as unknown as ClientDetails;
    expect(misplacedFields({ ...trust, individual: undefined }, scratch)).toEqual({
      'business.isListedAbroad': [
        'Listed abroad does not apply to “Trust, New Zealand”. Clear it, or change the type or country',
      ],
    });
  });
});

/** Names that files, audit events, templates and imports of customers have: a field may be renamed, these may not. */
describe('names that stay for ever', () => {
  test('headings of the CSV export', () => {
    expect(exportColumns.map(({ heading }) => heading)).toEqual([
      'Name',
      'Kind',
      'Type',
      'Status',
      'External ID',
      'Relationship owner',
      'Given names',
      'Middle names',
      'Family name',
      'Other names',
      'Date of birth',
      'Citizenships',
      'Country of residence',
      'Occupation',
      'Legal name',
      'Trading names',
      'Country of registration',
      'NZBN',
      'NZ company number',
      'ABN',
      'ACN',
      'ARBN',
      'Date of formation',
      'Trust type',
      'Beneficiaries',
      'Nominee shareholders',
      'Shares in bearer form',
      'Email',
      'Phone',
      'Address',
      'Address line 1',
      'Address line 2',
      'Suburb',
      'Town or city',
      'State',
      'Postcode',
      'Country of the address',
      'Address type',
      'Other addresses',
      'Tags',
      'Purpose of the relationship',
      'Client since',
      'Pre-commencement client',
      'CDD status',
      'CDD level',
      'Risk',
      'PEP status',
      'Sanctions',
      'Decided by one person',
      'Next review due',
      'Created',
      'Created by',
      'Last updated',
      'Last updated by',
      'ID',
    ]);
  });

  test('names on the wire, under which the audit log records changes', () => {
    const names = describedFields(clientFields).flatMap(([name, { parts }]) =>
      parts === undefined ? [name] : parts.map((part) => `${part}.${name}`),
    );
    expect(names.sort()).toEqual(
      [
        'individual.givenNames',
        'individual.middleNames',
        'individual.familyName',
        'individual.otherNames',
        'individual.dateOfBirth',
        'individual.citizenships',
        'individual.residenceCountry',
        'individual.occupation',
        'individual.tradingNames',
        'individual.nzbn',
        'individual.abn',
        'business.legalName',
        'business.tradingNames',
        'business.registrationCountry',
        'business.nzbn',
        'business.nzCompanyNumber',
        'business.abn',
        'business.acn',
        'business.arbn',
        'business.incorporatedOn',
        'business.trustType',
        'business.beneficiaryClassDescription',
        'business.hasNomineeShareholders',
        'business.hasBearerShares',
        'relationshipPurpose',
        'relationshipStartedOn',
        'preCommencement',
        'externalId',
        'tags',
      ].sort(),
    );
  });

  test('keys by which questions of templates are answered', () => {
    expect(
      Object.keys(prefillSources)
        .filter((key) => key.startsWith('client.'))
        .sort(),
    ).toEqual([
      'client.adverseMedia',
      'client.citizenships',
      'client.clientType',
      'client.hasBearerShares',
      'client.hasNomineeShareholders',
      'client.incorporatedOn',
      'client.occupation',
      'client.pepStatus',
      'client.registrationCountry',
      'client.relationshipPurpose',
      'client.residenceCountry',
      'client.sanctionsStatus',
      'client.trustType',
    ]);
  });

  test('columns and keys of merging', () => {
    expect(identifierColumns).toEqual({
      nzbn: 'nzbn',
      nzCompanyNumber: 'nz_company_number',
      abn: 'abn',
      acn: 'acn',
      arbn: 'arbn',
    });
    expect(mergeFieldsOf(clientFields, 'business').map(({ key }) => key)).toEqual([
      'name',
      'registrationCountry',
      'nzbn',
      'nzCompanyNumber',
      'abn',
      'acn',
      'arbn',
      'incorporatedOn',
      'trustType',
      'beneficiaries',
      'hasNomineeShareholders',
      'hasBearerShares',
    ]);
  });
});
