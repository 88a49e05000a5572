import type { Problem } from '#contract/errors.ts';
import type { AnyoneArgs, Guarded } from '../../guards.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { asAnyone } from '../../session.server.ts';
import { type NeutralStatus, neutralResponse } from './neutral-page.server.ts';

export interface RecipientArgs extends AnyoneArgs {
  /** The id in the link; it goes to the API as the bearer token and nowhere else. */
  transactionId: string;
  /** Calls in the name of the link's holder. A link that is unknown or over throws the neutral page, never a 401. */
  recipient: Pick<MainApi, 'submit' | 'call' | 'pass'>;
}

const wellFormed = /^[\w-]{43}$/;

const neutralStatuses: Record<number, NeutralStatus> = { 401: 404, 403: 410, 404: 404, 410: 410, 429: 429 };

/** A refusal of the link itself as its neutral page; everything else stays what it is. */
function neutralFor(status: number): Response | undefined {
  const neutral = neutralStatuses[status];
  return neutral === undefined ? undefined : neutralResponse(neutral);
}

function callsOf(api: MainApi): RecipientArgs['recipient'] {
  const refuse = (problem: Problem): never => {
    throw neutralFor(problem.status) ?? new Response(null, { status: problem.status });
  };
  // A busy moment is told beside the form: what was typed stays there.
  const asForm = ({ status }: Problem) =>
    status === 429 || (neutralStatuses[status] === undefined && status < 500);
  return {
    async call(endpoint, input) {
      const answer = await api.ask(endpoint, input);
      return answer.ok ? answer.value : refuse(answer.problem);
    },
    async submit(endpoint, input) {
      const answer = await api.ask(endpoint, input);
      return answer.ok || asForm(answer.problem) ? answer : refuse(answer.problem);
    },
    async pass(endpoint, input, from) {
      try {
        const answer = await api.pass(endpoint, input, from);
        return answer.ok || asForm(answer.problem) ? answer : refuse(answer.problem);
      } catch (error) {
        throw (error instanceof Response ? neutralFor(error.status) : undefined) ?? error;
      }
    },
  };
}

/** Wraps a loader or action of a document request's page. Nobody is signed in here, and no cookie is read. */
export function asRecipient<T>(handler: (args: RecipientArgs) => Promise<T>): Guarded<T> {
  return asAnyone((args) => {
    const transactionId = args.params.transaction_id ?? '';
    // What cannot be an id is not worth a call, and could not be sent in a header.
    if (!wellFormed.test(transactionId)) throw neutralResponse(404);
    const recipient = callsOf(args.api({ sessionToken: transactionId }));
    return handler({ ...args, transactionId, recipient });
  });
}
