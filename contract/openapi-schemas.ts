import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { namedSchemas } from './named-schemas.ts';

export type JsonSchema = Record<string, unknown>;

/** Location of components in the document. */
export const schemasAt = '#/components/schemas/';

/** Schema referenced only by error responses. */
const problemSchema = 'Problem';

/** Name of an endpoint part that other endpoints share and the contract does not name, e.g. `RetentionHoldAnswer`. */
const getPart = (endpoint: Endpoint, part: string) =>
  [...endpoint.id.split(/\W/), part].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

/** Endpoints that name a schema which they share with one of a shorter path, so that no type of a generated client is renamed. */
const namesakes = ['countryLists.preview', 'sessions.endOthers'];

/** The endpoint with the shortest path names an unnamed schema that several share. */
function byNaming(a: Endpoint, b: Endpoint): number {
  const rank = ({ id, path }: Endpoint) => (namesakes.includes(id) ? 0 : path.length);
  return rank(a) - rank(b);
}

interface Part {
  id: string;
  schema: z.ZodType;
  io: 'input' | 'output';
  isParameters: boolean;
}

/** Schemas of an endpoint's parts. */
function getParts(endpoint: Endpoint): Part[] {
  const { params, query, body, response: answer } = endpoint;
  const part = (name: string, schema: z.ZodType | undefined): Part[] =>
    schema === undefined
      ? []
      : [
          {
            id: getPart(endpoint, name),
            schema,
            io: name === 'answer' ? 'output' : 'input',
            isParameters: name === 'params' || name === 'query',
          },
        ];
  return [
    ...part('params', params),
    ...part('query', query),
    ...part('body', body),
    ...part('answer', 'contentType' in answer ? undefined : answer),
  ];
}

/** Returns a JSON value with every nested object mapped. */
function mapObjects(value: unknown, change: (object: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((element) => mapObjects(element, change));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)] as const);
  return change(Object.fromEntries(inner));
}

/** Names of the components that a schema references. */
function referencesIn(schema: unknown): Set<string> {
  const found = new Set<string>();
  mapObjects(schema, (object) => {
    if (typeof object.$ref === 'string') found.add(object.$ref.slice(schemasAt.length));
    return object;
  });
  return found;
}

/** All components reachable by reference from the given schemas, by name. */
function reachableFrom(starts: Iterable<JsonSchema>, byName: Record<string, JsonSchema>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    for (const name of referencesIn(schema)) {
      const next = byName[name];
      if (reached.has(name) || next === undefined) continue;
      reached.add(name);
      waiting.push(next);
    }
  }
  return reached;
}

/** Clients must accept fields added later; JavaScript's integer bounds carry no meaning. */
function withoutNoise(object: JsonSchema): JsonSchema {
  const entries = Object.entries(object).filter(
    ([name, value]) =>
      !(name === 'additionalProperties' && value === false) &&
      !(name === 'maximum' && value === Number.MAX_SAFE_INTEGER) &&
      !(name === 'minimum' && value === Number.MIN_SAFE_INTEGER),
  );
  return entries.length === Object.keys(object).length ? object : Object.fromEntries(entries);
}

/** Converts all schemas of a registry to JSON schemas that reference each other by name. */
function convert(
  registry: z.core.$ZodRegistry<{ id?: string }>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    uri: (id) => `${schemasAt}${id}`,
  });
  if ('__shared' in schemas)
    throw new Error('A schema that refers to itself has no name: export it from its module.');
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [
      id,
      mapObjects(schema, withoutNoise) as JsonSchema,
    ]),
  );
}

/** Schemas of a list of endpoints. */
export interface Schemas {
  /** Schema of an endpoint part, by `getPart`. */
  part(endpoint: Endpoint, part: 'params' | 'query' | 'body' | 'answer'): JsonSchema;
  /** Components referenced by the parts. */
  components: Record<string, JsonSchema>;
}

/** Schemas by id and ids by schema, for those named in the contract and for unnamed endpoint parts. */
function nameSchemas(parts: readonly Part[]) {
  const registry = z.registry<{ id?: string }>();
  const names = new Map<z.ZodType, string>();
  for (const [id, schema] of namedSchemas()) {
    registry.add(schema, { id });
    names.set(schema, id);
  }
  const inContract = new Set(names.values());
  const shared = new Set<string>();
  for (const { id, schema } of parts) {
    const known = names.get(schema);
    if (known !== undefined) shared.add(known);
    if (known !== undefined) continue;
    if (inContract.has(id)) throw new Error(`${id} is the name of a schema and of a part of an endpoint.`);
    names.set(schema, id);
    registry.add(schema, { id });
  }
  const isNamed = (id: string) => inContract.has(id) || shared.has(id);
  return { registry, names, isNamed };
}

/** Ids of the schemas whose input differs from their output, directly or through references. */
function findDiffering(
  input: Record<string, JsonSchema>,
  output: Record<string, JsonSchema>,
): ReadonlySet<string> {
  const differ = new Set(
    Object.keys(input).filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])),
  );
  for (let size = -1; size !== differ.size; ) {
    size = differ.size;
    for (const [id, schema] of Object.entries(input)) {
      if ([...referencesIn(schema)].some((name) => differ.has(name))) differ.add(id);
    }
  }
  return differ;
}

/** Renames all references in a schema. */
function renameReferences(schema: JsonSchema, rename: (id: string) => string): JsonSchema {
  return mapObjects(schema, (object) =>
    typeof object.$ref === 'string'
      ? { ...object, $ref: `${schemasAt}${rename(object.$ref.slice(schemasAt.length))}` }
      : object,
  ) as JsonSchema;
}

/** Schemas of endpoints, each named one once. If defaults or normalisation make input and output differ, the input is named `…Input`. */
export function getSchemas(endpoints: readonly Endpoint[]): Schemas {
  const parts = [...endpoints].sort(byNaming).flatMap(getParts);
  const { registry, names, isNamed } = nameSchemas(parts);
  const [input, output] = [convert(registry, 'input'), convert(registry, 'output')];
  // Parameters are listed one by one; the schemas they reference are shared.
  const start = (io: 'input' | 'output') =>
    parts
      .filter((part) => part.io === io)
      .map(({ schema, isParameters }): JsonSchema => {
        const id = names.get(schema) ?? '';
        return (
          (isParameters || !isNamed(id) ? { input, output }[io][id] : { $ref: `${schemasAt}${id}` }) ?? {}
        );
      });
  const [goesIn, comesOut] = [
    reachableFrom(start('input'), input),
    reachableFrom([...start('output'), { $ref: `${schemasAt}${problemSchema}` }], output),
  ];
  const named = new Set([...goesIn, ...comesOut]);

  const differ = findDiffering(input, output);
  const inputName = (id: string) => {
    if (!differ.has(id) || !comesOut.has(id)) return id;
    const name = id.endsWith('Input') ? `${id}Body` : `${id}Input`;
    if (named.has(name)) throw new Error(`${name} is also the name of another schema. Rename that one.`);
    return name;
  };
  const asInput = (schema: JsonSchema) => renameReferences(schema, inputName);

  const components: [string, JsonSchema][] = [];
  for (const id of named) {
    const [outputSchema, inputSchema] = [output[id], input[id]];
    if (comesOut.has(id) && outputSchema) components.push([id, outputSchema]);
    if (goesIn.has(id) && inputSchema && (!comesOut.has(id) || differ.has(id)))
      components.push([inputName(id), asInput(inputSchema)]);
  }
  return {
    components: Object.fromEntries(components.sort(([nameA], [nameB]) => (nameA < nameB ? -1 : 1))),
    part(endpoint, part) {
      const schema = part === 'answer' ? (endpoint.response as z.ZodType) : endpoint[part];
      const id = (schema && names.get(schema)) ?? '';
      const isOut = part === 'answer';
      if (named.has(id) && part !== 'params' && part !== 'query')
        return { $ref: `${schemasAt}${isOut ? id : inputName(id)}` };
      return (isOut ? output[id] : asInput(input[id] ?? {})) ?? {};
    },
  };
}
