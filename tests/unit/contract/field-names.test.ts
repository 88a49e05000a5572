import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { contractExports } from './contract-exports.ts';

/** A verb followed by another word: a function's name, which tells nothing of a value. */
const functionName = /^(assert|format|get|lock|read|save|sign|throw|write)[A-Z]/;

/** Fields that begin with such a word in another sense, as a participle or a noun: `readAt`. */
const exceptions: readonly string[] = [];

/** All names of fields and parameters in a JSON schema or an OpenAPI document. */
function fieldNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(fieldNames);
  const { properties, name, in: place } = value as Record<string, unknown>;
  return [
    ...(typeof properties === 'object' && properties !== null ? Object.keys(properties) : []),
    ...(typeof name === 'string' && typeof place === 'string' ? [name] : []),
    ...Object.values(value).flatMap(fieldNames),
  ];
}

async function contractSchemas(): Promise<z.ZodType[]> {
  const exported = await contractExports();
  return exported.filter((value): value is z.ZodType => value instanceof z.ZodType);
}

it('fields of the API are not named like functions', async () => {
  const schemas = (await contractSchemas()).flatMap((schema) =>
    (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' })),
  );
  const names = new Set(fieldNames([openApiDocument(endpoints), schemas]));
  expect(names).toContain('displayName');
  const found = [...names].filter((name) => functionName.test(name)).sort();
  expect(found).toEqual(exceptions);
});
