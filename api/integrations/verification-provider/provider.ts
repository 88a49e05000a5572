import type { CheckedDocument } from '#rules/identity-verification/documents/documents.ts';
import type { DataSourceCode, VerificationSourceCode } from '#rules/identity-verification/sources.ts';
import {
  type CaptureResult,
  type CaptureState,
  cancelCapture,
  deleteImages,
  type ImageDeletionResult,
  readCapture,
  startCapture,
} from './captures.ts';
import { type CheckedPerson, type DocumentRequest, documentRequest } from './document-check-requests.ts';
import { callGateway, type GatewayResponse } from './gateway.ts';
import {
  type ParsedResponse,
  parseDvsResponse,
  parseNzResponse,
  parseSourceResponse,
} from './parse-responses.ts';
import type { ProviderResult } from './result.ts';

/** Sources queried without a document, by the vendor's names. */
const dataSources = {
  nzCreditBureau: { service: 'New Zealand Credit Bureau', countryCode: 'NZ' },
  nzResidential: { service: 'New Zealand Residential', countryCode: 'NZ' },
  nzLandRegister: { service: 'New Zealand LINZ Property', countryCode: 'NZ' },
  auCreditBureau: { service: 'Australia Credit Bureau', countryCode: 'AU' },
  auElectoralRoll: { service: 'Australia Electoral Roll', countryCode: 'AU' },
} as const satisfies Record<DataSourceCode, { service: string; countryCode: 'NZ' | 'AU' }>;

/** Lines of an address in postal order; five at most. */
type PersonWithAddress = CheckedPerson & { addressLines?: readonly string[] };

/**
 * The verification provider. No call throws for errors of the provider: an unavailable, slow or unreadable source is a result.
 * Nothing is queried without consent; callers pass `consentAt`, so that it cannot be forgotten.
 */
export interface VerificationProvider {
  /**
   * Queries the document's issuer. Undefined if no issuer can check it, or a required field is missing (see
   * document-check-requests.ts).
   */
  checkDocument(
    document: CheckedDocument,
    person: CheckedPerson,
    consentAt: string,
  ): Promise<ProviderResult | undefined>;
  /** Queries one bureau or register. `reference`: ours, without personal data. */
  checkSource(
    source: DataSourceCode,
    person: PersonWithAddress,
    options: { consentAt: string; reference: string },
  ): Promise<ProviderResult>;
  /** The person consents on the phone before any photo is captured; see `consentGiven` of the result. */
  startCapture(
    input: Parameters<typeof startCapture>[1],
  ): Promise<CaptureResult<CaptureState & { url: string }>>;
  readCapture(captureReference: string): Promise<CaptureResult<CaptureState>>;
  cancelCapture(captureReference: string): Promise<CaptureResult<CaptureState>>;
  /** Requests the deletion of a capture's photos and videos; idempotent. */
  deleteImages(captureReference: string): Promise<ImageDeletionResult>;
}

export interface ProviderLog {
  warn(fields: object, message: string): void;
}

function assertConsent(consentAt: string): void {
  // A caller that got here without consent is a fault of the program, not of the person.
  if (Number.isNaN(Date.parse(consentAt)))
    throw new Error('No register may be checked without a recorded consent');
}

/** Payload for one bureau or register: names and lines truncated to its limits. */
function sourceBody(
  { service, countryCode }: (typeof dataSources)[DataSourceCode],
  person: PersonWithAddress,
  reference: string,
) {
  const lines = (person.addressLines ?? [])
    .slice(0, 5)
    .map((line, i) => [`addressElement${i + 1}`, line.slice(0, 200)]);
  return {
    countryCode,
    service: [service],
    clientReference: reference,
    firstName: person.givenNames.slice(0, 100),
    ...(person.middleNames ? { middleName: person.middleNames.slice(0, 100) } : {}),
    lastName: person.familyName.slice(0, 100),
    dateOfBirth: person.dateOfBirth,
    ...Object.fromEntries(lines),
    consentObtained: { [service]: true },
  };
}

/** Client of the verification gateway at `baseUrl`. Logs sources, outcomes and codes, never the query. */
export function createVerificationProvider(options: {
  baseUrl: string;
  token: string;
  now: () => Date;
  log: ProviderLog;
  timeoutMs?: number;
}): VerificationProvider {
  const { now, log, ...gateway } = options;

  function result(
    source: VerificationSourceCode,
    response: GatewayResponse,
    read: (body: unknown) => ParsedResponse | undefined,
  ): ProviderResult {
    const common = { source, checkedAt: now().toISOString(), retryAfterSeconds: null };
    const known = response.ok ? read(response.body) : undefined;
    if (known !== undefined) return { ...common, ...known, problem: null };
    const problem = response.ok ? 'unreadable' : response.problem;
    log.warn({ source, problem, status: response.status }, 'A verification source returned no response');
    return {
      ...common,
      // The gateway will not accept a rejected request later either; a person reviews it.
      outcome: problem === 'refused' ? 'exception' : 'source_unavailable',
      matched: [],
      unmatched: [],
      reference: null,
      code: response.status === null ? null : String(response.status),
      problem,
      retryAfterSeconds: response.ok ? null : response.retryAfterSeconds,
    };
  }

  const send = (request: DocumentRequest) =>
    callGateway(gateway, { method: 'POST', path: request.path, body: request.body });

  return {
    async checkDocument(document, person, consentAt) {
      assertConsent(consentAt);
      const planned = documentRequest(document, person);
      if (!planned.ok) return undefined;
      const { request } = planned;
      return result(
        request.source,
        await send(request),
        request.kind === 'dvs' ? parseDvsResponse : parseNzResponse,
      );
    },
    async checkSource(source, person, { consentAt, reference }) {
      assertConsent(consentAt);
      const body = sourceBody(dataSources[source], person, reference);
      const response = await callGateway(gateway, { method: 'POST', path: '/api/v2/verify', body });
      return result(source, response, (read) => parseSourceResponse(read, dataSources[source].service));
    },
    startCapture: (input) => startCapture(gateway, input),
    readCapture: (reference) => readCapture(gateway, reference),
    cancelCapture: (reference) => cancelCapture(gateway, reference),
    async deleteImages(reference) {
      const response = await deleteImages(gateway, reference);
      if (!response.ok) {
        const { problem, status } = response;
        log.warn({ problem, status }, 'The deletion of photos was not confirmed');
      }
      return response;
    },
  };
}
