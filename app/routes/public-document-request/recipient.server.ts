import type { Problem } from '#contract/errors.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import type { AnyoneArgs } from '../../session/guard-args.server.ts';
import type { Guarded } from '../../session/guarded-request.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { type NeutralStatus, neutralResponse } from './unavailable-page.server.ts';

export interface RecipientArgs extends AnyoneArgs {
  /** The ID in the link; sent to the API as the bearer token and nowhere else. */
  transactionId: string;
  /** Calls the API for the recipient. An unknown or expired link throws the neutral page, never a 401. */
  recipient: Pick<MainApi, 'submit' | 'call' | 'pass'>;
}

/** URL of the page, with its link's ID. */
export const requestPath = ({ transactionId }: RecipientArgs) => `/document_request/${transactionId}`;

const wellFormed = /^[\w-]{43}$/;

const neutralStatuses: Record<number, NeutralStatus> = { 401: 404, 403: 410, 404: 404, 410: 410, 429: 429 };

function getCalls(api: MainApi, isPost: boolean): RecipientArgs['recipient'] {
  /** Turns a rejection of the link into the neutral page; passes everything else on. */
  const neutralFor = (status: number): Response | undefined => {
    const neutral = neutralStatuses[status];
    return neutral === undefined ? undefined : neutralResponse(neutral, isPost);
  };
  const toRejection = (problem: Problem): never => {
    throw neutralFor(problem.status) ?? new Response(null, { status: problem.status });
  };
  // "Too many requests" is shown in the form, which preserves the input.
  const asForm = ({ status }: Problem) =>
    status === 429 || (neutralStatuses[status] === undefined && status < 500);
  return {
    async call(endpoint, input) {
      const result = await api.ask(endpoint, input);
      return result.ok ? result.value : toRejection(result.problem);
    },
    async submit(endpoint, input) {
      const result = await api.ask(endpoint, input);
      return result.ok || asForm(result.problem) ? result : toRejection(result.problem);
    },
    async pass(endpoint, input, from) {
      try {
        const result = await api.pass(endpoint, input, from);
        return result.ok || asForm(result.problem) ? result : toRejection(result.problem);
      } catch (error) {
        throw (error instanceof Response ? neutralFor(error.status) : undefined) ?? error;
      }
    },
  };
}

/** Wraps a loader or action of the document request page. There is no session here, and no cookie is read. */
export function asRecipient<T>(handler: (args: RecipientArgs) => Promise<T>): Guarded<T> {
  return asAnyone((args) => {
    const transactionId = args.params.transaction_id ?? '';
    // A malformed ID needs no call, and could not be sent in a header.
    if (!wellFormed.test(transactionId)) throw neutralResponse(404);
    const recipient = getCalls(args.api({ sessionToken: transactionId }), args.request.method === 'POST');
    return handler({ ...args, transactionId, recipient });
  });
}
