import { randomBytes, randomUUID } from 'node:crypto';
import type { Journal } from '../journal.ts';

/** How a person's turn on the phone ended. */
export type CaptureEnding = 'match' | 'faceDiffers' | 'notLive' | 'unreadable' | 'declined';

export type CaptureStatus = 'PENDING' | 'OPENED' | 'COMPLETED' | 'EXPIRED' | 'CANCELLED';

export type CaptureResult = {
  liveness: 'PASS' | 'FAIL' | 'NOT_DONE';
  faceMatch: 'MATCH' | 'NO_MATCH' | 'NOT_DONE';
  /** 0 to 100. */
  matchPercentage: number | null;
  document: { readable: boolean; type: string | null };
  /** The person agreed on the phone. */
  consentGiven: boolean;
  /** UTC; the vendor deletes photos after it. */
  imagesHeldUntil: string;
};

export type Capture = {
  captureReference: string;
  /** The last part of the phone's link; who holds it is the person. */
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
};

export type NewCapture = Pick<Capture, 'clientReference' | 'givenName' | 'familyName' | 'callbackUrl'> & {
  expiresInSeconds: number;
};

/** A callback that is owed: tried until it is taken or the tries are used up. */
export type Delivery = {
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
  /** Ends a capture and owes its callback in the same write; `copies` times the same event. */
  complete(capture: Capture, ending: CaptureEnding, copies: number): Capture;
  waiting(): Delivery[];
  settle(delivery: Delivery): void;
};

const mostKept = 500;
const imagesDays = 7;

const results: Record<CaptureEnding, Omit<CaptureResult, 'imagesHeldUntil'>> = {
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

/** What the vendor says of a capture, in answers and callbacks alike; never the link's token. */
export function captureBody({
  captureReference,
  clientReference,
  status,
  createdAt,
  expiresAt,
  completedAt,
  result,
}: Capture) {
  return { captureReference, clientReference, status, createdAt, expiresAt, completedAt, result };
}

/** Captures and the callbacks they owe, kept in the journal: both survive a restart. */
export function openCaptures(deps: { journal: Journal; now: () => Date }): CaptureBook {
  const captures = deps.journal.collection<Capture>('captures');
  const deliveries = deps.journal.collection<Delivery>('deliveries');
  const aged = (capture: Capture): Capture =>
    (capture.status === 'PENDING' || capture.status === 'OPENED') &&
    capture.expiresAt <= deps.now().toISOString()
      ? { ...capture, status: 'EXPIRED' }
      : capture;
  const change = (capture: Capture, more: Partial<Capture>): Capture => {
    const changed = { ...capture, ...more };
    captures.put(changed.captureReference, changed);
    return changed;
  };
  const find = (matches: (one: Capture) => boolean) => {
    const found = captures.values().find(matches);
    return found && aged(found);
  };
  return {
    create({ expiresInSeconds, ...input }) {
      const at = deps.now();
      const capture: Capture = {
        ...input,
        captureReference: randomUUID(),
        token: randomBytes(24).toString('base64url'),
        status: 'PENDING',
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + expiresInSeconds * 1_000).toISOString(),
        completedAt: null,
        result: null,
      };
      deps.journal.together(() => {
        for (const { captureReference } of captures.values().slice(0, -(mostKept - 1)))
          captures.remove(captureReference);
        captures.put(capture.captureReference, capture);
      });
      return capture;
    },
    byReference: (captureReference) => find((one) => one.captureReference === captureReference),
    byToken: (token) => find((one) => one.token === token),
    all: () => captures.values().map(aged).reverse(),
    open: (capture) => (capture.status === 'PENDING' ? change(capture, { status: 'OPENED' }) : capture),
    cancel: (capture) => change(capture, { status: 'CANCELLED' }),
    complete(capture, ending, copies) {
      const at = deps.now();
      const imagesHeldUntil = new Date(at.getTime() + imagesDays * 86_400_000).toISOString();
      const done: Capture = {
        ...capture,
        status: 'COMPLETED',
        completedAt: at.toISOString(),
        result: { ...results[ending], imagesHeldUntil },
      };
      const eventId = randomUUID();
      const body = JSON.stringify({
        eventId,
        type: 'capture.completed',
        createdAt: done.completedAt,
        capture: captureBody(done),
      });
      deps.journal.together(() => {
        captures.put(done.captureReference, done);
        for (const old of deliveries
          .values()
          .filter(({ state }) => state !== 'waiting')
          .slice(0, -mostKept)) {
          deliveries.remove(old.id);
        }
        for (let copy = 0; copy < copies; copy += 1) {
          const id = randomUUID();
          const { captureReference, callbackUrl: url } = capture;
          deliveries.put(id, {
            id,
            eventId,
            captureReference,
            body,
            url,
            tries: 0,
            nextTryAtMs: at.getTime(),
            state: 'waiting',
          });
        }
      });
      return done;
    },
    waiting: () => deliveries.values().filter(({ state }) => state === 'waiting'),
    settle: (delivery) => deliveries.put(delivery.id, delivery),
  };
}
