import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

/** Prefixes of the ids of every endpoint about activities, the parties of clients and the verification of businesses. */
const prefixes = ['activities.', 'parties.', 'businessVerifications.'];

/** Fields of a body by whose value a command does one thing or another. */
const tellingFields = ['move', 'to', 'outcome', 'intent', 'decision'] as const;

type JsonSchema = {
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
};

const valuesOf = (schema: JsonSchema): string[] =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).map(String);

/** What each way of a body says in its telling fields, as words. */
function variantsOf(schema: JsonSchema): string[] {
  const ways = schema.oneOf ?? schema.anyOf ?? [];
  return ways.flatMap(({ properties = {} }) =>
    tellingFields
      .filter((field) => properties[field] !== undefined)
      .reduce<string[]>(
        (said, field) =>
          said.flatMap((words) => valuesOf(properties[field] ?? {}).map((value) => `${words} ${value}`)),
        [''],
      ),
  );
}

function casesOfEndpoint({ id, body }: Endpoint): string[] {
  if (body === undefined) return [id];
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const variants = variantsOf(schema);
  return variants.length === 0 ? [id] : variants.map((words) => `${id}${words}`);
}

/** Every command of the contract that the model must hold: its id, with each variant of its body. */
export const contractCases: readonly string[] = endpoints
  .filter(({ id, method }) => method !== 'GET' && prefixes.some((prefix) => id.startsWith(prefix)))
  .flatMap(casesOfEndpoint);

/** The case of a command as it was sent. */
export function caseOf(endpoint: Endpoint, body: unknown): string {
  const sent = (body ?? {}) as Record<string, unknown>;
  const words = tellingFields.filter((field) => typeof sent[field] === 'string').map((field) => sent[field]);
  const whole = [endpoint.id, ...words].join(' ');
  return contractCases.includes(whole) ? whole : endpoint.id;
}
