/** Why the provider's deletion of photos is not confirmed. */
export const imageDeletionProblems = [
  'timeout',
  'unreachable',
  'status',
  'unreadable',
  'rateLimited',
  'unauthorised',
  'refused',
  'unknownCapture',
  'otherCapture',
] as const;

export type ImageDeletionProblem = (typeof imageDeletionProblems)[number];

/** The problem as a clause after a colon. */
export const imageDeletionProblemLabels: Record<ImageDeletionProblem, string> = {
  timeout: 'the verification provider did not respond in time',
  unreachable: 'the verification provider could not be reached',
  status: 'the verification provider returned an error',
  unreadable: 'the verification provider returned an unreadable response',
  rateLimited: 'the verification provider received too many requests at once',
  unauthorised: 'the verification provider rejected Assay’s API key',
  refused: 'the verification provider refused the deletion',
  unknownCapture: 'the verification provider has no check with this reference',
  otherCapture: 'the verification provider’s response was about another check',
};

/** Minutes between requests that were not confirmed; the last interval repeats, because an unconfirmed deletion stays due. */
const retryMinutes = [15, 60, 360, 1_440, 2_880, 10_080];

/** When to request a deletion again. `tries`: requests so far, at least one. `retryAfterSeconds`: the provider's own minimum. */
export function nextDeletionRequest(tries: number, at: Date, retryAfterSeconds: number | null): Date {
  const minutes = retryMinutes[Math.min(tries, retryMinutes.length) - 1] ?? 0;
  return new Date(at.getTime() + Math.max(minutes * 60_000, (retryAfterSeconds ?? 0) * 1_000));
}

/** Days after the first request from which an unconfirmed deletion raises an alert. */
const overdueDays = 3;

/** Whether an unconfirmed deletion is to raise an alert. */
export function isDeletionOverdue(requestedAt: string, at: Date): boolean {
  return at.getTime() - Date.parse(requestedAt) >= overdueDays * 86_400_000;
}

/** The state of one deletion. ISO instants. */
export interface ImageDeletion {
  /** First request; null before it. */
  requestedAt: string | null;
  /** As the provider confirmed; null until then. */
  confirmedAt: string | null;
  /** The provider's reference of the deletion. */
  reference: string | null;
  /** Why the last request was not confirmed. */
  problem: ImageDeletionProblem | null;
}

/** A requested deletion as a sentence without its period; null before the request. `at`: formats an instant. */
export function describeImageDeletion(
  { requestedAt, confirmedAt, reference, problem }: ImageDeletion,
  at: (instant: string) => string,
): string | null {
  if (confirmedAt !== null)
    return `Photos deleted by the verification provider on ${at(confirmedAt)}, as it confirmed under reference ${reference}`;
  if (requestedAt === null) return null;
  return `Deletion of the photos was requested on ${at(requestedAt)} and ${problem === null ? 'is not confirmed yet' : `not confirmed: ${imageDeletionProblemLabels[problem]}`}`;
}
