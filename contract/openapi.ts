import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { type ProblemCode, problem, problemCodes } from './errors.ts';

type JsonSchema = Record<string, unknown>;

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  description: string;
  security: Record<string, string[]>[];
  parameters: OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}

const callerWords = {
  open: 'Open: no session token is needed.',
  identity: 'Needs a session token of the identity service; a member record is not needed yet.',
  member: 'Needs the session token of an active member whose access has not ended.',
  admin: 'Needs the session token of an active platform admin.',
  recipient: 'Needs the transaction id of a live document request as the bearer token.',
} as const;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

/** One parameter for each field of an object schema. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): OpenApiParameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

/** The refusals that an endpoint may answer with, by its caller and its parts. */
function refusalsOf(endpoint: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = ['server.failed', 'server.unavailable'];
  if (endpoint.caller === 'recipient') codes.push('record.notFound', 'link.ended', 'rate.limited');
  else if (endpoint.caller !== 'open') codes.push('token.invalid');
  if (endpoint.caller === 'member')
    codes.push('role.forbidden', 'company.restricted', 'subscription.required');
  if (endpoint.caller === 'admin') codes.push('role.forbidden');
  if (endpoint.id === 'login') {
    codes.push('token.invalid', 'login.noAccount', 'login.suspended', 'login.accessEnded', 'rate.limited');
  }
  if (endpoint.id === 'signup') codes.push('signup.exists', 'rate.limited');
  if (endpoint.params) codes.push('record.notFound');
  if (endpoint.query) codes.push('request.invalid');
  if (endpoint.body) codes.push('request.malformed', 'request.invalid', 'request.tooLarge');
  if (endpoint.upload) codes.push('request.malformed', 'request.invalid', 'request.tooLarge');
  if (endpoint.once) codes.push('requestKey.reused', 'request.malformed');
  if (endpoint.method === 'PUT') codes.push('record.stale');
  if (endpoint.once && endpoint.body) codes.push('confirmation.needed');
  return [...new Set(codes)];
}

function refusalResponses(endpoint: Endpoint): Record<string, OpenApiResponse> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of refusalsOf(endpoint)) {
    const { status } = problemCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${problemCodes[code].title}`).join('. '),
        ...(status === 429 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function answerOf({ answer, summary }: Endpoint): OpenApiResponse {
  return 'contentType' in answer
    ? { description: summary, content: { [answer.contentType]: { schema: { type: 'string' } } } }
    : { description: summary, content: { 'application/json': { schema: jsonSchema(answer, 'output') } } };
}

const requestKeyParameter: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Kept 24 hours: the same key and body give the first answer again, another body is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const uploadBody: OpenApiOperation['requestBody'] = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
        additionalProperties: true,
      },
    },
  },
};

function securityOf({ caller }: Endpoint): Record<string, string[]>[] {
  if (caller === 'open') return [];
  return caller === 'recipient' ? [{ requestLink: [] }] : [{ sessionToken: [] }];
}

function operationOf(endpoint: Endpoint): OpenApiOperation {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    description: callerWords[endpoint.caller] + (endpoint.act ? ` Right: \`${endpoint.act}\`.` : ''),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.once ? [requestKeyParameter] : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    ...(endpoint.upload ? { requestBody: uploadBody } : {}),
    responses: { [String(endpoint.status)]: answerOf(endpoint), ...refusalResponses(endpoint) },
  };
}

function documentOf(endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([^/]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay main API',
      version: '1',
      description:
        'Clients, checks and records of companies regulated for money laundering in New Zealand and Australia.',
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      securitySchemes: {
        sessionToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The session token of the identity service; a refresh token is refused.',
        },
        requestLink: {
          type: 'http',
          scheme: 'bearer',
          description: 'The transaction id of a document request, from its link.',
        },
      },
    },
  };
}

const documents = new WeakMap<readonly Endpoint[], OpenApiDocument>();

/** The OpenAPI 3.1 document of a list of endpoints; made once for each list, since schemas do not change. */
export function openApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const known = documents.get(endpoints);
  if (known !== undefined) return known;
  const made = documentOf(endpoints);
  documents.set(endpoints, made);
  return made;
}
