import type { Kysely, Transaction } from 'kysely';
import type { Template } from '#contract/risk-templates.ts';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../http/problems.ts';
import { readTemplateWhole } from './record.ts';
import { readTemplateRow, readVersionRows, type TemplateRow, type VersionRow } from './store.ts';

export interface TemplatesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;

/** A refusal about the form as a whole. */
export function refused(sentence: string) {
  return refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
}

/** Sentences by field, each field's in order. */
export function byField(problems: readonly { path: string; message: string }[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of problems) fields[path] = [...(fields[path] ?? []), message];
  return fields;
}

/** The template as it is after what was just written. */
export async function readBack(trx: Trx, id: string): Promise<Template> {
  const template = await readTemplateWhole(trx, id);
  if (template === null) throw new Error('A template that was just written cannot be read.');
  return template;
}

/** A template that the transaction has locked, with its versions. */
export interface Locked {
  row: TemplateRow;
  versions: VersionRow[];
  draft: VersionRow | undefined;
  published: VersionRow | undefined;
}

/** The template, locked, as the form knew it; 404 where it is not the company's, 409 with what is kept where it has changed since. */
export async function lockTemplate(trx: Trx, id: string, version: number): Promise<Locked> {
  const row = await readTemplateRow(trx, id, true);
  if (row === null) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: `${row.updated_by_name} changed this template after you opened it. Compare both versions, then save yours again.`,
      current: await readBack(trx, id),
    });
  }
  const versions = await readVersionRows(trx, [id]);
  return {
    row,
    versions,
    draft: versions.find(({ status }) => status === 'draft'),
    published: versions.find(({ status }) => status === 'published'),
  };
}

/** Refuses to change what is in the archive. */
export function refuseArchived({ archived_at }: TemplateRow): void {
  if (archived_at !== null) throw refused('This template is archived. Bring it back first, then change it.');
}
