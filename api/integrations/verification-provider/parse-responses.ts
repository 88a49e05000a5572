import { z } from 'zod';
import type { CheckOutcome, MatchedPart } from '#rules/identity-verification/evidence.ts';
import type { ProviderResult } from './result.ts';

export type ParsedResponse = Pick<ProviderResult, 'outcome' | 'matched' | 'unmatched' | 'reference' | 'code'>;

const dvsResponse = z.object({
  VerifyDocumentResult: z.object({
    VerificationRequestNumber: z.string().max(200).optional(),
    VerificationResultCode: z.enum(['Y', 'N', 'D', 'S']),
    Errors: z.object({ Error: z.unknown() }).optional(),
  }),
  fieldDetails: z.record(z.string(), z.string()).optional(),
});

const dvsOutcomes: Record<'Y' | 'N' | 'D' | 'S', CheckOutcome> = {
  Y: 'match',
  N: 'no_match',
  D: 'document_error',
  S: 'source_unavailable',
};

/** Parts of a person by the vendors' names of fields, whatever their spaces and case. */
function getPart(field: string): MatchedPart | undefined {
  const plain = field.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(given|first|middle|family|last|full)name\d?$/.test(plain)) return 'name';
  if (/birth/.test(plain)) return 'dob';
  if (/^addresselement\d$/.test(plain)) return 'address';
  if (/(document|licence|passport|registration|certificate|card)(number|no)$/.test(plain))
    return 'documentNumber';
  return undefined;
}

/** A part matches if none of its fields differs: a name consists of given and family name. */
function parts(fields: readonly { field: string; agrees: boolean }[]): {
  matched: MatchedPart[];
  unmatched: MatchedPart[];
} {
  const agreementByPart = new Map<MatchedPart, boolean>();
  for (const { field, agrees } of fields) {
    const part = getPart(field);
    if (part !== undefined) agreementByPart.set(part, (agreementByPart.get(part) ?? true) && agrees);
  }
  const of = (wanted: boolean) =>
    [...agreementByPart].filter(([, agrees]) => agrees === wanted).map(([part]) => part);
  return { matched: of(true), unmatched: of(false) };
}

/** The vendor's code of an error ("MD-001"), never its text. */
function errorCode(error: unknown): string | undefined {
  const first = Array.isArray(error) ? error[0] : error;
  const message = z.object({ Message: z.string() }).safeParse(first);
  return message.success ? /^[A-Z]{2}-\d{3}/.exec(message.data.Message)?.[0] : undefined;
}

/**
 * Parses a response of the Australian Document Verification Service; undefined if malformed. Y means that all fields
 * match; field details, if present, only list mismatches.
 */
export function parseDvsResponse(body: unknown): ParsedResponse | undefined {
  const parsed = dvsResponse.safeParse(body);
  if (!parsed.success) return undefined;
  const { VerifyDocumentResult: result, fieldDetails } = parsed.data;
  const outcome = dvsOutcomes[result.VerificationResultCode];
  const compared = parts(
    Object.entries(fieldDetails ?? {}).map(([field, word]) => ({
      field,
      agrees: /^full match$/i.test(word),
    })),
  );
  const isMatch = outcome === 'match';
  return {
    outcome,
    matched: isMatch
      ? (['name', 'dob', 'documentNumber'] as const).filter((part) => !compared.unmatched.includes(part))
      : compared.matched,
    unmatched: compared.unmatched,
    reference: result.VerificationRequestNumber ?? null,
    code: errorCode(result.Errors?.Error) ?? result.VerificationResultCode,
  };
}

const nzResponse = z.object({
  data: z.object({
    ResponseCode: z.enum(['C', 'NC', 'E']),
    Exceptions: z.array(z.unknown()).default([]),
    MatchedFields: z.array(z.string()).default([]),
    UnmatchedFields: z.array(z.string()).default([]),
    rapidID: z.string().max(200).optional(),
  }),
});

/** Exceptions that mean an unavailable register, and those that reject the document. Others remain exceptions. */
const exceptionOutcomes: readonly (readonly [RegExp, CheckOutcome])[] = [
  [/unavailable|timeout|service|system/i, 'source_unavailable'],
  [/document|cancel|not.?current|lost|stolen/i, 'document_error'],
];

/** Parses a response of a New Zealand register: Consistent, Not Consistent or Exception. */
export function parseNzResponse(body: unknown): ParsedResponse | undefined {
  const parsed = nzResponse.safeParse(body);
  if (!parsed.success) return undefined;
  const { ResponseCode, Exceptions, MatchedFields, UnmatchedFields, rapidID } = parsed.data.data;
  const compared = parts([
    ...MatchedFields.map((field) => ({ field, agrees: true })),
    ...UnmatchedFields.map((field) => ({ field, agrees: false })),
  ]);
  const exception = Exceptions.map(String).join(' ');
  const outcome: CheckOutcome =
    ResponseCode === 'C'
      ? 'match'
      : ResponseCode === 'NC'
        ? 'no_match'
        : (exceptionOutcomes.find(([pattern]) => pattern.test(exception))?.[1] ?? 'exception');
  return {
    outcome,
    matched:
      outcome === 'match'
        ? (['name', 'dob', 'documentNumber'] as const).filter((part) => !compared.unmatched.includes(part))
        : compared.matched,
    unmatched: compared.unmatched,
    reference: rapidID ?? null,
    code: ResponseCode,
  };
}

const sourcesResponse = z.object({
  reportingReference: z.string().max(200).optional(),
  serviceResponses: z.record(
    z.string(),
    z.object({
      sourceStatus: z.string(),
      identityVerified: z.boolean(),
      verifications: z.record(z.string(), z.boolean().nullable()).default({}),
    }),
  ),
});

/**
 * Parses one data source's part of a response. Matches are derived from its fields, not from its overall result: a bureau that has
 * the name with another date of birth has not matched the person (Data Zoo).
 */
export function parseSourceResponse(body: unknown, service: string): ParsedResponse | undefined {
  const parsed = sourcesResponse.safeParse(body);
  const response = parsed.success ? parsed.data.serviceResponses[service] : undefined;
  if (!parsed.success || response === undefined) return undefined;
  const compared = parts(
    Object.entries(response.verifications).flatMap(([field, agrees]) =>
      agrees === null ? [] : [{ field, agrees }],
    ),
  );
  const isDown = !/^success/i.test(response.sourceStatus);
  // Without a matching name the record is another person's, so other matching parts do not count.
  const isSomebodyElse = compared.unmatched.includes('name');
  return {
    outcome: isDown
      ? 'source_unavailable'
      : response.identityVerified && !isSomebodyElse
        ? 'match'
        : 'no_match',
    matched: isDown || isSomebodyElse ? [] : compared.matched,
    unmatched: isDown ? [] : compared.unmatched,
    reference: parsed.data.reportingReference ?? null,
    code: response.sourceStatus.slice(0, 40),
  };
}
