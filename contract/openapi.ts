import { browserSessionHeader, companyHeader } from './company/accounts.ts';
import { compareEndpoints, type Endpoint } from './endpoint.ts';
import { type ProblemCode, problemCodes } from './errors.ts';
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiRequestBody,
  OpenApiResponse,
} from './openapi-document.ts';
import { getSchemas, type JsonSchema, type Schemas, schemasAt } from './openapi-schemas.ts';
import { shareParts } from './openapi-sharing.ts';

const callerLabels = {
  open: 'Open: no session token is needed.',
  identity: 'Needs a session token of the identity service; a member record is not needed yet.',
  member: 'For members.',
  admin: 'Needs the session token of an active platform admin.',
  person: 'For members and platform admins.',
  recipient: 'Needs the transaction id of a live document request as the bearer token.',
} as const;

/** The path parameter of most endpoints, written once. */
const recordIdParameter: OpenApiParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { $ref: `${schemasAt}RecordId` },
};

const isRecordId = ({ name, in: place, schema }: OpenApiParameter): boolean =>
  name === 'id' && place === 'path' && schema.$ref === recordIdParameter.schema.$ref;

/** One parameter for each field of an object schema. */
function getParameters(schemas: Schemas, endpoint: Endpoint, place: 'path' | 'query'): OpenApiParameter[] {
  const part = place === 'path' ? 'params' : 'query';
  if (endpoint[part] === undefined) return [];
  let schema = schemas.part(endpoint, part);
  if (typeof schema.$ref === 'string') schema = schemas.components[schema.$ref.slice(schemasAt.length)] ?? {};
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    ...(place === 'path' || required.includes(name) ? { required: true } : {}),
    schema: of,
  }));
}

/** Errors that an endpoint can return, by its caller and parts. */
function getErrors(endpoint: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = ['server.failed', 'server.unavailable'];
  if (endpoint.caller === 'recipient') codes.push('record.notFound', 'link.expired', 'rate.limited');
  else if (endpoint.caller !== 'open') codes.push('token.invalid');
  if (endpoint.caller === 'member')
    codes.push('role.forbidden', 'company.restricted', 'subscription.required', 'company.notInUse');
  if (endpoint.caller === 'admin') codes.push('role.forbidden');
  if (['member', 'admin', 'person'].includes(endpoint.caller) && endpoint.beforeSecondFactor !== true)
    codes.push('session.secondFactor');
  if (endpoint.recentProof) codes.push('session.confirm');
  if (endpoint.id === 'login') {
    codes.push(
      'token.invalid',
      'login.noAccount',
      'login.suspended',
      'login.ssoRequired',
      'login.accessEnded',
      'rate.limited',
    );
  }
  if (endpoint.id === 'signup') codes.push('signup.exists', 'rate.limited');
  if (endpoint.params) codes.push('record.notFound');
  if (endpoint.query) codes.push('request.invalid');
  if (endpoint.body) codes.push('request.malformed', 'request.invalid', 'request.tooLarge');
  if (endpoint.upload) codes.push('request.malformed', 'request.invalid', 'request.tooLarge');
  if (endpoint.once) codes.push('idempotencyKey.reused', 'request.malformed');
  if (endpoint.method === 'PUT') codes.push('record.versionConflict');
  if (endpoint.once && endpoint.body) codes.push('confirmation.required');
  return [...new Set(codes)];
}

/** Initials of the codes of every endpoint of a member. */
const ofMembers = 'rfcrsrcn';

/** Name of a shared error response under `components`: the initials of its codes. Short, because every operation references one. */
function responseName(codes: readonly ProblemCode[]): string {
  const initials = codes.map((code) =>
    code
      .split('.')
      .map((part) => part.charAt(0))
      .join(''),
  );
  return `errors.${initials.join('').replace(ofMembers, 'm')}`;
}

/** One response for all errors of an operation, which have one schema: each status with its codes. */
function errorResponse(codes: readonly ProblemCode[]): OpenApiResponse {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status } = problemCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``]);
  }
  const statuses = [...byStatus].sort(([statusA], [statusB]) => statusA - statusB);
  return {
    description: statuses.map(([status, names]) => `${status}: ${names.join(', ')}`).join('. '),
    ...(codes.includes('rate.limited')
      ? { headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } } }
      : {}),
    content: { 'application/problem+json': { schema: { $ref: `${schemasAt}Problem` } } },
  };
}

function getAnswer(schemas: Schemas, endpoint: Endpoint): OpenApiResponse {
  const { response: answer } = endpoint;
  return 'contentType' in answer
    ? { description: 'Success', content: { [answer.contentType]: { schema: { type: 'string' } } } }
    : {
        description: 'Success',
        content: { 'application/json': { schema: schemas.part(endpoint, 'answer') } },
      };
}

const requestKeyParameter: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Stored for 24 hours. Repeating the key and body returns the first response; a different body returns 409.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const uploadBody: OpenApiRequestBody = {
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

/** Of every operation that names none. */
const usualSecurity = [{ sessionToken: [], browserSession: [] }];

/** An operation's own security, where it is not the usual one. */
function getSecurity({ caller }: Endpoint): { security?: Record<string, string[]>[] } {
  if (caller === 'open') return { security: [] };
  if (caller === 'recipient') return { security: [{ requestLink: [] }] };
  return caller === 'identity' ? { security: [{ sessionToken: [] }] } : {};
}

function getOperation(schemas: Schemas, endpoint: Endpoint): OpenApiOperation {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    description:
      endpoint.caller === 'member' && endpoint.permission
        ? `For members with \`${endpoint.permission}\`.`
        : callerLabels[endpoint.caller] +
          (endpoint.permission ? ` Permission: \`${endpoint.permission}\`.` : ''),
    ...getSecurity(endpoint),
    parameters: [
      ...getParameters(schemas, endpoint, 'path').map((parameter) =>
        isRecordId(parameter) ? { $ref: '#/components/parameters/RecordId' } : parameter,
      ),
      ...getParameters(schemas, endpoint, 'query'),
      ...(endpoint.once ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.part(endpoint, 'body') } },
          },
        }
      : {}),
    ...(endpoint.upload ? { requestBody: { $ref: '#/components/requestBodies/Upload' } } : {}),
    responses: {
      [String(endpoint.status)]: getAnswer(schemas, endpoint),
      default: { $ref: `#/components/responses/${responseName(getErrors(endpoint))}` },
    },
  };
}

/** OpenAPI 3.1 document of endpoints, whatever their order. Takes several hundred milliseconds: see api/kernel/http/kept-docs.ts. */
export function openApiDocument(unordered: readonly Endpoint[]): OpenApiDocument {
  const endpoints = [...unordered].sort(compareEndpoints);
  const schemas = getSchemas(endpoints);
  const paths: OpenApiDocument['paths'] = {};
  const responses: Record<string, OpenApiResponse> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([^/]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: getOperation(schemas, endpoint) };
    const codes = getErrors(endpoint);
    const [name, response] = [responseName(codes), errorResponse(codes)];
    const known = responses[name];
    if (known !== undefined && known.description !== response.description) {
      throw new Error(`Two error responses would be named ${name}.`);
    }
    responses[name] = response;
  }
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)),
  );
  return shareParts({
    openapi: '3.1.0',
    info: {
      title: 'Assay main API',
      version: '1',
      description: `Clients, verifications and records of AML/CFT reporting entities in New Zealand and Australia. A member’s request with the header ${companyHeader} is rejected unless the session is in the company with that id.`,
    },
    servers: [{ url: '/api/v1' }],
    security: usualSecurity,
    tags: [...tags].map((name) => ({ name, description: `Everything below /${name}` })),
    paths,
    components: {
      schemas: schemas.components,
      responses,
      parameters: { IdempotencyKey: requestKeyParameter, RecordId: recordIdParameter },
      requestBodies: { Upload: uploadBody },
      securitySchemes: {
        sessionToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The session token of the identity service, by default of an active member whose access has not ended; a refresh token is rejected.',
        },
        browserSession: {
          type: 'apiKey',
          in: 'header',
          name: browserSessionHeader,
          description: 'The secret of the session, from the response to POST /login.',
        },
        requestLink: {
          type: 'http',
          scheme: 'bearer',
          description: 'The transaction id of a document request, from its link.',
        },
      },
    },
  });
}
