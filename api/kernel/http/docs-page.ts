import { createHash } from 'node:crypto';
import { problemCodes } from '#contract/errors.ts';
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  Reference,
} from '#contract/openapi-document.ts';
import { escapeHtml } from './escape-html.ts';

const styles = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: #fff; color: #16201f;
  font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.1875rem; margin-top: 2.5rem; border-top: 1px solid #c9d2d0; padding-top: 1.25rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 0.25rem; }
h4 { font-size: 0.875rem; margin: 1rem 0 0.25rem; }
p { margin: 0.25rem 0; }
a { color: #0b5f5a; }
li > a { display: inline-block; padding-block: 0.25rem; }
a:focus-visible, summary:focus-visible { outline: 2px solid #0b5f5a; outline-offset: 2px; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.8125rem; }
pre { white-space: pre-wrap; background: #f2f5f4; padding: 0.75rem; margin: 0.25rem 0; border-radius: 4px; }
.method { display: inline-block; min-width: 3.5rem; font-weight: 600; }
dl { margin: 0; display: grid; grid-template-columns: minmax(7rem, 14rem) 1fr; gap: 0.25rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; }
summary { cursor: pointer; padding: 0.25rem 0; }
ul { padding-left: 1.25rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin: 0 0 0.5rem; } }
`;

const styleHash = createHash('sha256').update(styles).digest('base64');

/** Escaped text in which `…` becomes code. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** A schema as JSON with links for its references. */
function schemaText(schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 1));
  const linked = text.replace(
    /#\/components\/schemas\/([\w.-]+)/g,
    (_, name: string) => `<a href="#${schemaAnchor(name)}">${name}</a>`,
  );
  return `<pre>${linked}</pre>`;
}

/** A response, with its reference resolved. */
function responseIn(document: OpenApiDocument, response: OpenApiResponse | Reference): OpenApiResponse {
  if (!('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? { description: '' };
}

/** A short description of a value's JSON schema. */
function describeSchema(schema: Record<string, unknown>): string {
  const {
    type,
    enum: choices,
    format,
    maxLength,
    minimum,
    maximum,
    anyOf,
  } = schema as Record<string, unknown> & {
    enum?: unknown[];
    anyOf?: Record<string, unknown>[];
  };
  if (Array.isArray(anyOf)) return anyOf.map(describeSchema).join(' or ');
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => `\`${String(choice)}\``).join(', ')}`;
  const words = [format ?? type ?? 'anything'];
  if (maxLength !== undefined) words.push(`at most ${maxLength} characters`);
  if (minimum !== undefined && maximum !== undefined) words.push(`${minimum} to ${maximum}`);
  return words.join(', ');
}

function parameterRow(document: OpenApiDocument, parameterOrReference: OpenApiParameter | Reference): string {
  const parameter =
    '$ref' in parameterOrReference
      ? document.components.parameters[parameterOrReference.$ref.split('/').at(-1) ?? '']
      : parameterOrReference;
  if (parameter === undefined) return '';
  const { name, in: place, required, description, schema } = parameter;
  const words = [`${place}${required ? ', required' : ''}`, describeSchema(schema), description]
    .filter(Boolean)
    .join('. ');
  return `<dt><code>${escapeHtml(name)}</code></dt><dd>${prose(words)}</dd>`;
}

function responseRow(
  document: OpenApiDocument,
  [status, responseOrReference]: [string, OpenApiResponse | Reference],
): string {
  const { description } = responseIn(document, responseOrReference);
  return `<dt>${escapeHtml(status)}</dt><dd>${prose(description)}</dd>`;
}

/** A row for each error code. */
function problemRows(): string {
  return Object.entries(problemCodes)
    .map(
      ([code, { status, title }]) => `<dt><code>${code}</code></dt><dd>${status}. ${escapeHtml(title)}</dd>`,
    )
    .join('');
}

function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

/** A section for each named schema. */
function schemaSections({ components }: OpenApiDocument): string {
  return Object.entries(components.schemas)
    .map(
      ([name, schema]) =>
        `<details id="${schemaAnchor(name)}"><summary>${escapeHtml(name)}</summary>${schemaText(schema)}</details>`,
    )
    .join('');
}

function anchor(operationId: string): string {
  return operationId.replace(/[^\w]/g, '-');
}

function operationSection(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OpenApiOperation,
): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [answerType, response] =
    Object.entries(
      Object.values(responses).map((value) => responseIn(document, value))[0]?.content ?? {},
    )[0] ?? [];
  const body =
    requestBody === undefined || '$ref' in requestBody
      ? undefined
      : requestBody.content['application/json']?.schema;
  return `
<section aria-labelledby="${anchor(operationId)}">
<h3 id="${anchor(operationId)}"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${prose(summary)}. ${prose(description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4><dl>${parameters.map((parameter) => parameterRow(document, parameter)).join('')}</dl>` : ''}
${body ? `<details><summary>Body of ${escapeHtml(operationId)}</summary>${schemaText(body)}</details>` : ''}
${response ? `<details><summary>Answer of ${escapeHtml(operationId)}: ${escapeHtml(answerType ?? '')}</summary>${schemaText(response.schema)}</details>` : ''}
<details><summary>Statuses of ${escapeHtml(operationId)}</summary><dl>${Object.entries(responses)
    .map((entry) => responseRow(document, entry))
    .join('')}</dl></details>
</section>`;
}

function areaSections(document: OpenApiDocument): string {
  const areas = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const area = operation.tags[0] ?? '';
      areas.set(area, [...(areas.get(area) ?? []), operationSection(document, method, path, operation)]);
    }
  }
  return [...areas].map(([area, sections]) => `<h2>${escapeHtml(area)}</h2>${sections.join('')}`).join('');
}

function contents(document: OpenApiDocument): string {
  const items = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) =>
        `<li><a href="#${anchor(operationId)}">${method.toUpperCase()} ${escapeHtml(path)}</a></li>`,
    ),
  );
  return `<nav aria-label="Endpoints"><ul>${items.join('')}</ul></nav>`;
}

/** The OpenAPI document as a page without scripts, with a matching Content-Security-Policy. */
export function docsPage(document: OpenApiDocument): { html: string; contentSecurityPolicy: string } {
  const { info, servers } = document;
  const html = `<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${escapeHtml(info.title)}</h1>
<p>${prose(info.description)}</p>
<p>Paths are below <code>${escapeHtml(servers[0]?.url ?? '')}</code>. The same as a machine reads it:
<a href="openapi.json">OpenAPI document</a>.</p>
${contents(document)}
${areaSections(document)}
<h2>Errors</h2> <p>Every error is <code>application/problem+json</code>: a <a href="#${schemaAnchor('Problem')}">Problem</a> with one of these codes.</p>
<dl>${problemRows()}</dl>
<h2>Schemas</h2>
${schemaSections(document)}
</main>
</body>
</html>
`;
  return {
    html,
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}
