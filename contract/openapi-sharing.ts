import { activityTypes } from '#rules/activity-types.ts';
import { alertTypes } from '#rules/alerts/alert-types.ts';
import { cddLevels, clientStatuses, displayStatuses, pepStatuses } from '#rules/clients/client-types.ts';
import { documentOwnerTypes } from '#rules/documents/document-types.ts';
import { fundsKinds } from '#rules/source-of-funds/funds-lines.ts';
import { activityStatuses } from './activities.ts';
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  Reference,
} from './openapi-document.ts';
import { type JsonSchema, schemasAt } from './openapi-schemas.ts';

/** Lists of values that several schemas use, by name in the document. */
const enumerations: Record<string, readonly string[]> = {
  ActivityStatus: activityStatuses,
  ActivityType: activityTypes,
  AlertType: alertTypes,
  CddLevel: cddLevels,
  ClientDisplayStatus: displayStatuses,
  ClientStatus: clientStatuses,
  DocumentOwnerType: documentOwnerTypes,
  FundsKind: fundsKinds,
  PepStatus: pepStatuses,
};

const isEnumeration = (schema: JsonSchema): boolean =>
  Object.keys(schema).join() === 'type,enum' && schema.type === 'string';

/** Occurrences from which a nullable reference gets a name of its own. */
const minNullableCount = 4;

/** Name of the component that a nullable reference (`anyOf` of a reference and null) is about. */
function nullableName(value: JsonSchema): string | undefined {
  const [first, second, ...others] = Array.isArray(value.anyOf) ? (value.anyOf as JsonSchema[]) : [];
  if (Object.keys(value).length > 1 || others.length > 0 || second?.type !== 'null') return undefined;
  return typeof first?.$ref === 'string' && first.$ref.startsWith(schemasAt)
    ? first.$ref.slice(schemasAt.length)
    : undefined;
}

/** Counts by key, over all nested objects of a value. */
function countObjects(
  value: unknown,
  keyOf: (object: JsonSchema) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  const visit = (of: unknown): void => {
    if (typeof of !== 'object' || of === null) return;
    const key = Array.isArray(of) ? undefined : keyOf(of as JsonSchema);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    Object.values(of).forEach(visit);
  };
  visit(value);
  return counts;
}

function replaceNullables<T>(value: T, names: ReadonlySet<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => replaceNullables(element, names)) as T;
  const name = nullableName(value as JsonSchema);
  if (name !== undefined && names.has(name)) return { $ref: `${schemasAt}${name}OrNull` } as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceNullables(member, names)]),
  ) as T;
}

/** References named enumerations wherever their values are listed. */
function shareEnumerations(document: OpenApiDocument): OpenApiDocument {
  const own = Object.entries(document.components.schemas).filter(([, schema]) => isEnumeration(schema));
  const added = Object.entries(enumerations)
    .filter(([name]) => document.components.schemas[name] === undefined)
    .map(([name, values]): [string, JsonSchema] => [name, { type: 'string', enum: [...values] }]);
  const names = new Map([...added, ...own].map(([name, schema]) => [JSON.stringify(schema), name]));
  const replace = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(replace) as T;
    const name = isEnumeration(value as JsonSchema) ? names.get(JSON.stringify(value)) : undefined;
    if (name !== undefined) return { $ref: `${schemasAt}${name}` } as T;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member)])) as T;
  };
  const isNamed = (name: string) => [...added, ...own].some(([known]) => known === name);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]): [string, JsonSchema] => [
    name,
    isNamed(name) ? schema : replace(schema),
  ]);
  return {
    ...document,
    paths: replace(document.paths),
    components: { ...document.components, schemas: Object.fromEntries([...schemas, ...added]) },
  };
}

/** Names nullable references that occur often: `InstantOrNull`. */
function shareNullables(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const counts = countObjects([document.paths, schemas], nullableName);
  const names = new Set(
    [...counts]
      .filter(([name, count]) => count >= minNullableCount && schemas[`${name}OrNull`] === undefined)
      .map(([name]) => name),
  );
  const added = [...names].map((name): [string, JsonSchema] => [
    `${name}OrNull`,
    { anyOf: [{ $ref: `${schemasAt}${name}` }, { type: 'null' }] },
  ]);
  const replaced = replaceNullables(schemas, names);
  return {
    ...document,
    paths: replaceNullables(document.paths, names),
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        [...Object.entries(replaced), ...added].sort(([nameA], [nameB]) => (nameA < nameB ? -1 : 1)),
      ),
    },
  };
}

/** The parts of one kind that occur more than once, by name: of several with one name the most frequent. */
function findRepeated<T>(parts: readonly T[], nameOf: (part: T) => string | undefined): Map<string, string> {
  const counts = new Map<string, { name: string; count: number }>();
  for (const part of parts) {
    const name = nameOf(part);
    if (name === undefined) continue;
    const text = JSON.stringify(part);
    counts.set(text, { name, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  const named = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, { name, count }] of [...counts].sort(
    ([, partA], [, partB]) => partB.count - partA.count,
  )) {
    if (count < 2 || taken.has(name)) continue;
    taken.add(name);
    named.set(text, name);
  }
  return named;
}

const isReference = (part: object): part is Reference => '$ref' in part;

const parameterName = (parameter: OpenApiParameter | Reference) =>
  isReference(parameter) ? undefined : `${parameter.in}.${parameter.name}`;

/** A JSON answer is named after its schema. */
function answerName(response: OpenApiResponse | Reference): string | undefined {
  if (isReference(response)) return undefined;
  const reference = response.content?.['application/json']?.schema.$ref;
  return typeof reference === 'string' ? reference.slice(schemasAt.length) : undefined;
}

const operationsOf = (document: OpenApiDocument): OpenApiOperation[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Moves what repeats in a document to its components: enumerations, nullable references, parameters and answers. */
export function shareParts(original: OpenApiDocument): OpenApiDocument {
  const document = shareNullables(shareEnumerations(original));
  const { components } = document;
  const operations = operationsOf(document);
  const parameters = findRepeated(
    operations.flatMap((operation) => operation.parameters),
    parameterName,
  );
  const answers = findRepeated(
    operations.flatMap(({ responses }) => Object.values(responses)),
    answerName,
  );
  const reference = <T>(part: T, named: Map<string, string>, place: string): T | Reference => {
    const name = named.get(JSON.stringify(part));
    return name === undefined ? part : { $ref: `#/components/${place}/${name}` };
  };
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((part) => reference(part, parameters, 'parameters'));
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, part]) => [
        status,
        reference(part, answers, 'responses'),
      ]),
    );
  }
  for (const [text, name] of parameters) components.parameters[name] = JSON.parse(text) as OpenApiParameter;
  for (const [text, name] of answers) components.responses[name] = JSON.parse(text) as OpenApiResponse;
  return document;
}
