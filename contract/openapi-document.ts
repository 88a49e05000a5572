import type { JsonSchema } from './openapi-schemas.ts';

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  /** Default false. */
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

/** Shared part under `components`. */
export interface Reference {
  $ref: string;
}

export interface OpenApiRequestBody {
  required: boolean;
  content: Record<string, { schema: JsonSchema; example?: unknown }>;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  description: string;
  /** Missing where the document's applies. */
  security?: Record<string, string[]>[];
  parameters: (OpenApiParameter | Reference)[];
  requestBody?: OpenApiRequestBody | Reference;
  responses: Record<string, OpenApiResponse | Reference>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  /** Of every operation that names none. */
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  tags: { name: string; description: string }[];
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, OpenApiResponse>;
    parameters: Record<string, OpenApiParameter>;
    requestBodies: Record<string, OpenApiRequestBody>;
    securitySchemes: Record<string, JsonSchema>;
  };
}
