import { randomBytes, randomUUID } from 'node:crypto';
import type { Collection, Journal } from '../journal.ts';

/** Result of the person's capture on the phone. */
export type CaptureEnding = 'match' | 'faceDiffers' | 'notLive' | 'unreadable' | 'declined';

type CaptureStatus = 'PENDING' | 'OPENED' | 'COMPLETED' | 'EXPIRED' | 'CANCELLED';

type CaptureResult = {
  liveness: 'PASS' | 'FAIL' | 'NOT_DONE';
  faceMatch: 'MATCH' | 'NO_MATCH' | 'NOT_DONE';
  /** 0 to 100. */
  matchPercentage: number | null;
  document: { readable: boolean; type: string | null };
  /** Whether the person consented on the phone. */
  consentGiven: boolean;
};

type CaptureImage = { imageId: string; kind: 'document' | 'face' | 'livenessVideo'; content: string };

/** The vendor's record of a deletion. */
type ImageDeletion = { deletionReference: string; deletedAt: string };

export type Capture = {
  captureReference: string;
  /** Last part of the phone's link; possession identifies the person. */
  token: string;
  clientReference: string;
  givenName: string;
  familyName: string;
  callbackUrl: string;
  status: CaptureStatus;
  createdAt: string;
  expiresAt: string;
  completedAt: string | null;
  result: CaptureResult | null;
  /** Photos and videos taken on the phone, base64; held until their deletion is requested. */
  images: CaptureImage[];
  imageDeletion: ImageDeletion | null;
};

type NewCapture = Pick<Capture, 'clientReference' | 'givenName' | 'familyName' | 'callbackUrl'> & {
  expiresInSeconds: number;
};

/** A pending callback: attempted until it is accepted or the attempts run out. */
type Delivery = {
  id: string;
  eventId: string;
  captureReference: string;
  body: string;
  url: string;
  tries: number;
  nextTryAtMs: number;
  state: 'waiting' | 'taken' | 'givenUp';
};

export type CaptureBook = {
  create(input: NewCapture): Capture;
  byReference(captureReference: string): Capture | undefined;
  byToken(token: string): Capture | undefined;
  /** Newest first. */
  all(): Capture[];
  open(capture: Capture): Capture;
  cancel(capture: Capture): Capture;
  /** Deletes the images, and ends a capture that is still open. Repeated, returns the first deletion. */
  deleteImages(capture: Capture): ImageDeletion;
  /** Ends a capture and queues its callback in one write; `copies` sends the same event several times. */
  complete(capture: Capture, ending: CaptureEnding, copies: number): Capture;
  waiting(): Delivery[];
  settle(delivery: Delivery): void;
};

const maxRetained = 500;

const results: Record<CaptureEnding, CaptureResult> = {
  match: {
    liveness: 'PASS',
    faceMatch: 'MATCH',
    matchPercentage: 97,
    document: { readable: true, type: 'PASSPORT' },
    consentGiven: true,
  },
  faceDiffers: {
    liveness: 'PASS',
    faceMatch: 'NO_MATCH',
    matchPercentage: 31,
    document: { readable: true, type: 'PASSPORT' },
    consentGiven: true,
  },
  notLive: {
    liveness: 'FAIL',
    faceMatch: 'NOT_DONE',
    matchPercentage: null,
    document: { readable: true, type: 'PASSPORT' },
    consentGiven: true,
  },
  unreadable: {
    liveness: 'PASS',
    faceMatch: 'NOT_DONE',
    matchPercentage: null,
    document: { readable: false, type: null },
    consentGiven: true,
  },
  declined: {
    liveness: 'NOT_DONE',
    faceMatch: 'NOT_DONE',
    matchPercentage: null,
    document: { readable: false, type: null },
    consentGiven: false,
  },
};

/** A capture as in the vendor's responses and callbacks; never includes the link's token, and of its images only the kinds. */
export function captureBody({
  captureReference,
  clientReference,
  status,
  createdAt,
  expiresAt,
  completedAt,
  result,
  images,
  imageDeletion,
}: Capture) {
  return {
    captureReference,
    clientReference,
    status,
    createdAt,
    expiresAt,
    completedAt,
    result,
    images: images.map(({ imageId, kind }) => ({ imageId, kind })),
    imagesDeletedAt: imageDeletion?.deletedAt ?? null,
  };
}

/** Captures and their pending callbacks, stored in the journal: both survive a restart. */
export function openCaptures(deps: { journal: Journal; now: () => Date }): CaptureBook {
  const { journal, now } = deps;
  const captures = journal.collection<Capture>('captures');
  // Captures of a former sandbox have no images.
  const current = (capture: Capture): Capture => ({
    ...capture,
    images: capture.images ?? [],
    imageDeletion: capture.imageDeletion ?? null,
  });
  const deliveries = journal.collection<Delivery>('deliveries');
  const aged = (capture: Capture): Capture =>
    (capture.status === 'PENDING' || capture.status === 'OPENED') && capture.expiresAt <= now().toISOString()
      ? { ...current(capture), status: 'EXPIRED' }
      : current(capture);
  const change = (capture: Capture, more: Partial<Capture>): Capture => {
    const changed = { ...capture, ...more };
    captures.put(changed.captureReference, changed);
    return changed;
  };
  const find = (matches: (capture: Capture) => boolean) => {
    const capture = captures.values().find(matches);
    return capture && aged(capture);
  };
  return {
    create(input) {
      const capture = newCapture(input, now());
      journal.together(() => {
        for (const { captureReference } of captures.values().slice(0, -(maxRetained - 1)))
          captures.remove(captureReference);
        captures.put(capture.captureReference, capture);
      });
      return capture;
    },
    byReference: (captureReference) => find((capture) => capture.captureReference === captureReference),
    byToken: (token) => find((capture) => capture.token === token),
    all: () => captures.values().map(aged).reverse(),
    open: (capture) => (capture.status === 'PENDING' ? change(capture, { status: 'OPENED' }) : capture),
    cancel: (capture) => change(capture, { status: 'CANCELLED' }),
    deleteImages(capture) {
      if (capture.imageDeletion !== null) return capture.imageDeletion;
      const imageDeletion = { deletionReference: randomUUID(), deletedAt: now().toISOString() };
      const isOpen = capture.status === 'PENDING' || capture.status === 'OPENED';
      change(capture, { images: [], imageDeletion, ...(isOpen ? { status: 'CANCELLED' } : {}) });
      return imageDeletion;
    },
    complete(capture, ending, copies) {
      const at = now();
      const completed = completeCapture(capture, ending, at);
      const callback = newCallback(completed, at);
      journal.together(() => {
        captures.put(completed.captureReference, completed);
        removeOldDeliveries(deliveries);
        for (let copy = 0; copy < copies; copy += 1) {
          const id = randomUUID();
          deliveries.put(id, { id, ...callback });
        }
      });
      return completed;
    },
    waiting: () => deliveries.values().filter(({ state }) => state === 'waiting'),
    settle: (delivery) => deliveries.put(delivery.id, delivery),
  };
}

function newCapture({ expiresInSeconds, ...input }: NewCapture, at: Date): Capture {
  return {
    ...input,
    captureReference: randomUUID(),
    token: randomBytes(24).toString('base64url'),
    status: 'PENDING',
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + expiresInSeconds * 1_000).toISOString(),
    completedAt: null,
    result: null,
    images: [],
    imageDeletion: null,
  };
}

function completeCapture(capture: Capture, ending: CaptureEnding, at: Date): Capture {
  const result = results[ending];
  // Without consent nothing is captured.
  const kinds: CaptureImage['kind'][] = result.consentGiven ? ['document', 'face', 'livenessVideo'] : [];
  return {
    ...capture,
    status: 'COMPLETED',
    completedAt: at.toISOString(),
    result,
    images: kinds.map((kind) => ({
      imageId: randomUUID(),
      kind,
      content: randomBytes(48).toString('base64'),
    })),
  };
}

/** The callback of a completed capture; its copies share the event. */
function newCallback(capture: Capture, at: Date): Omit<Delivery, 'id'> {
  const { captureReference, callbackUrl: url, completedAt } = capture;
  const eventId = randomUUID();
  const body = JSON.stringify({
    eventId,
    type: 'capture.completed',
    createdAt: completedAt,
    capture: captureBody(capture),
  });
  return { eventId, captureReference, body, url, tries: 0, nextTryAtMs: at.getTime(), state: 'waiting' };
}

/** Removes all but the newest finished deliveries. */
function removeOldDeliveries(deliveries: Collection<Delivery>): void {
  const ended = deliveries.values().filter(({ state }) => state !== 'waiting');
  for (const { id } of ended.slice(0, -maxRetained)) deliveries.remove(id);
}
