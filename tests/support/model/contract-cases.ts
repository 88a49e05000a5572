import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

/** Fields of a path or a body by whose value a command does one thing or another. */
const tellingFields = [
  'key',
  'subject',
  'move',
  'lifecycle',
  'to',
  'outcome',
  'intent',
  'decision',
  'method',
] as const;

type JsonSchema = {
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
};

const valuesOf = (schema: JsonSchema): string[] =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).map(String);

/** What each way of a path or a body says in its telling fields, as words; one way without words if it has none. */
function variantsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [''];
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const ways = whole.oneOf ?? whole.anyOf ?? [whole];
  return ways.flatMap(({ properties = {} }) =>
    tellingFields
      .filter((field) => valuesOf(properties[field] ?? {}).length > 0)
      .reduce<string[]>(
        (said, field) =>
          said.flatMap((words) => valuesOf(properties[field] ?? {}).map((value) => `${words} ${value}`)),
        [''],
      ),
  );
}

const casesOfEndpoint = ({ id, params, body }: Endpoint): string[] =>
  variantsOf(params).flatMap((path) => variantsOf(body).map((words) => `${id}${path}${words}`));

const cases = endpoints
  .filter(({ method }) => method !== 'GET')
  .flatMap((endpoint) => casesOfEndpoint(endpoint).map((name) => ({ id: endpoint.id, name })));
const names = new Set(cases.map(({ name }) => name));

/** Every command of the contract whose id has one of the prefixes: the id, with each variant of its path and body. */
export const casesOf = (prefixes: readonly string[]): readonly string[] =>
  cases.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix))).map(({ name }) => name);

/** The case of a command as it was sent. */
export function caseOf(endpoint: Endpoint, { params, body }: { params?: unknown; body?: unknown }): string {
  const words = [params, body].flatMap((part) => {
    const sent = (part ?? {}) as Record<string, unknown>;
    return tellingFields.filter((field) => typeof sent[field] === 'string').map((field) => sent[field]);
  });
  const whole = [endpoint.id, ...words].join(' ');
  return names.has(whole) ? whole : endpoint.id;
}
