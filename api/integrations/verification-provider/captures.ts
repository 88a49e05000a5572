import { z } from 'zod';
import type { CheckOutcome } from '#rules/identity-verification/evidence.ts';
import type { ImageDeletionProblem } from '#rules/retention/image-deletion.ts';
import { callGateway, type GatewayOptions } from './gateway.ts';
import type { CheckProblem } from './result.ts';

const captureResponse = z.object({
  captureReference: z.string().min(1).max(200),
  clientReference: z.string().max(200),
  status: z.enum(['PENDING', 'OPENED', 'COMPLETED', 'EXPIRED', 'CANCELLED']),
  expiresAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  result: z
    .object({
      liveness: z.enum(['PASS', 'FAIL', 'NOT_DONE']),
      faceMatch: z.enum(['MATCH', 'NO_MATCH', 'NOT_DONE']),
      matchPercentage: z.number().min(0).max(100).nullable(),
      document: z.object({ readable: z.boolean(), type: z.string().max(50).nullable() }),
      consentGiven: z.boolean(),
    })
    .nullable(),
});

/** State of a capture on the person's phone, in our terms. */
export type CaptureState = {
  captureReference: string;
  /** Our own reference, as sent. */
  clientReference: string;
  status: 'sent' | 'opened' | 'completed' | 'expired' | 'cancelled';
  expiresAt: string;
  completedAt: string | null;
  /** Null until completed. Without the person's consent there are no checks. */
  result: {
    consentGiven: boolean;
    face: CheckOutcome | null;
    liveness: CheckOutcome | null;
    matchPercentage: number | null;
    documentReadable: boolean;
  } | null;
};

const statuses = {
  PENDING: 'sent',
  OPENED: 'opened',
  COMPLETED: 'completed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
} as const;

function captureState(response: z.output<typeof captureResponse>): CaptureState {
  const { result } = response;
  const isReadable = result?.document.readable ?? false;
  return {
    captureReference: response.captureReference,
    clientReference: response.clientReference,
    status: statuses[response.status],
    expiresAt: response.expiresAt,
    completedAt: response.completedAt,
    result: result && {
      consentGiven: result.consentGiven,
      // A face that could not be compared is no finding; an unreadable document is reported separately.
      face:
        result.faceMatch === 'MATCH'
          ? 'match'
          : result.faceMatch === 'NO_MATCH'
            ? 'no_match'
            : !result.consentGiven
              ? null
              : isReadable
                ? 'exception'
                : 'document_error',
      liveness: result.liveness === 'PASS' ? 'match' : result.liveness === 'FAIL' ? 'no_match' : null,
      matchPercentage: result.matchPercentage,
      documentReadable: isReadable,
    },
  };
}

export type CaptureResult<T> =
  | { ok: true; value: T }
  | { ok: false; problem: CheckProblem; status: number | null };

function read<T>(response: Awaited<ReturnType<typeof callGateway>>, schema: z.ZodType<T>): CaptureResult<T> {
  if (!response.ok) return { ok: false, problem: response.problem, status: response.status };
  const parsed = schema.safeParse(response.body);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problem: 'unreadable', status: response.status };
}

const newCaptureResponse = captureResponse.extend({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Starts a capture on the person's phone. `url` is the person's link, a secret that must be sent and not stored. `clientReference` is
 * ours and is returned with the callback.
 */
export async function startCapture(
  gateway: GatewayOptions,
  input: {
    clientReference: string;
    givenName: string;
    familyName: string;
    callbackUrl: string;
    expiresInSeconds: number;
    /** Recipient of the link from the gateway; omitted if staff deliver it. `to`: address, or number in E.164. */
    delivery?: { channel: 'email' | 'sms'; to: string; message?: string };
  },
): Promise<CaptureResult<CaptureState & { url: string }>> {
  const response = read(
    await callGateway(gateway, { method: 'POST', path: '/capture/v1/sessions', body: input }),
    newCaptureResponse,
  );
  return response.ok
    ? { ok: true, value: { ...captureState(response.value), url: response.value.url } }
    : response;
}

/** State of a capture, if its callback does not arrive. */
export async function readCapture(
  gateway: GatewayOptions,
  captureReference: string,
): Promise<CaptureResult<CaptureState>> {
  const path = `/capture/v1/sessions/${encodeURIComponent(captureReference)}` as const;
  const response = read(await callGateway(gateway, { method: 'GET', path }), captureResponse);
  return response.ok ? { ok: true, value: captureState(response.value) } : response;
}

/** Invalidates the person's link. A completed capture stays unchanged: problem `refused`, status 409. */
export async function cancelCapture(
  gateway: GatewayOptions,
  captureReference: string,
): Promise<CaptureResult<CaptureState>> {
  const path = `/capture/v1/sessions/${encodeURIComponent(captureReference)}/cancel`;
  const response = read(await callGateway(gateway, { method: 'POST', path }), captureResponse);
  return response.ok ? { ok: true, value: captureState(response.value) } : response;
}

const deletionResponse = z.object({
  captureReference: z.string().max(200),
  deletionReference: z.string().min(1).max(200),
  deletedAt: z.iso.datetime(),
});

/** The provider's confirmation, or why there is none. */
export type ImageDeletionResult =
  | { ok: true; deletedAt: string; deletionReference: string }
  | {
      ok: false;
      problem: ImageDeletionProblem;
      status: number | null;
      /** Delay that the vendor requires before another request. */
      retryAfterSeconds: number | null;
    };

/**
 * Requests the deletion of a capture's photos and videos. Repeated requests return the first confirmation. A response about another capture
 * confirms nothing, and neither does one that the capture is unknown.
 */
export async function deleteImages(
  gateway: GatewayOptions,
  captureReference: string,
): Promise<ImageDeletionResult> {
  const path = `/capture/v1/sessions/${encodeURIComponent(captureReference)}/images`;
  const response = await callGateway(gateway, { method: 'DELETE', path });
  const { status } = response;
  if (!response.ok) {
    const { problem, retryAfterSeconds } = response;
    return { ok: false, problem: status === 404 ? 'unknownCapture' : problem, status, retryAfterSeconds };
  }
  const unconfirmed = { ok: false, status, retryAfterSeconds: null } as const;
  const parsed = deletionResponse.safeParse(response.body);
  if (!parsed.success) return { ...unconfirmed, problem: 'unreadable' };
  const { deletedAt, deletionReference } = parsed.data;
  return parsed.data.captureReference === captureReference
    ? { ok: true, deletedAt: new Date(deletedAt).toISOString(), deletionReference }
    : { ...unconfirmed, problem: 'otherCapture' };
}

const callbackBody = z.object({
  eventId: z.string().min(1).max(200),
  type: z.literal('capture.completed'),
  createdAt: z.iso.datetime(),
  capture: captureResponse,
});

/** Event of a callback whose signature was verified (callback-signature.ts); undefined for an unknown format. */
export function readCallback(
  rawBody: Uint8Array,
): { eventId: string; createdAt: string; capture: CaptureState } | undefined {
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = callbackBody.safeParse(body);
  if (!parsed.success) return undefined;
  const { eventId, createdAt, capture } = parsed.data;
  return { eventId, createdAt, capture: captureState(capture) };
}
