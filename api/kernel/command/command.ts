import type { Kysely } from 'kysely';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { canTransition, type Lifecycle } from '#rules/lifecycles/lifecycle.ts';
import type { Schema, Trx } from '../database/tables/schema.ts';
import { apiError, invalid } from '../http/api-error.ts';
import type { CallerFor } from '../http/bind-endpoint.ts';
import { respondOnce } from '../idempotency/idempotent-response.ts';
import { type CommandCaller, callerActor } from './caller-actor.ts';
import {
  type EndpointHandler,
  type HandlerInput,
  type ResponseFor,
  toEndpointInput,
  toHandler,
} from './handler.ts';
import { asActor, openWork, type Work, type WorkEvent, type WorkOptions } from './work.ts';

export interface CommandDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** An endpoint of a member, a platform admin, or the recipient of a document request. */
type CommandEndpoint = Endpoint & { readonly caller: 'member' | 'admin' | 'recipient' };

/** Collects the problems of a request by field. */
interface Problems {
  /** @param field the form's field; '' for the form as a whole. */
  add(field: string, message: string): void;
}

/** Context of every step of a command. */
export type Context<Deps, E extends Endpoint> = Work &
  EndpointInput<E> & { deps: Deps; caller: CallerFor<E> };

const unchangedSymbol = Symbol('unchanged');

/** Result of a command without any change. */
export interface Unchanged<Answer> {
  readonly [unchangedSymbol]: true;
  readonly response: Answer;
}

/** For `change`, if a repeated command must change nothing: returns the response without reading or recording. */
export const unchanged = <Answer>(response: Answer): Unchanged<Answer> => ({
  [unchangedSymbol]: true,
  response,
});

type Awaitable<T> = T | Promise<T>;

/** Error for a record that changed in the meantime. Required if the body contains a version. */
interface Stale<C, Rec> {
  /** Message; a function if it names the member who changed the record. */
  message: string | ((before: Rec) => string);
  /**
   * The current record in the form of the endpoint's responses; null if the form has nothing to compare. Never a row.
   */
  current: (context: C, before: Rec) => Awaitable<unknown>;
}

type StaleFor<E extends Endpoint, C, Rec> = EndpointInput<E>['body'] extends { version: number }
  ? { stale: Stale<C, Rec> }
  : { stale?: never };

/** A lifecycle transition, rejected with the lifecycle's message. */
interface Transition<C, Rec> {
  lifecycle: Lifecycle<string>;
  from: (before: Rec) => string;
  to: (context: C) => string;
  /** Status before the hold, for a record on hold. */
  heldFrom?: (before: Rec) => string | null;
  /** Message for transitions that only the system makes. Without it they are permitted. */
  notYours?: string;
}

/** Audit events of a command. If the response includes them, `after` is not available yet. */
type EventsFor<E extends Endpoint, C, Rec, Done> =
  | {
      readsHistory?: false;
      events: (
        context: C,
        result: { before: Rec; after: ResponseFor<E>; done: Done },
      ) => WorkEvent | readonly WorkEvent[];
    }
  | {
      /**
       * The response includes the record's history: it is read after the events are written, while the company's chain
       * is locked.
       */
      readsHistory: true;
      events: (context: C, result: { before: Rec; done: Done }) => WorkEvent | readonly WorkEvent[];
    };

/**
 * Reads the response to a repeated request key: the record as it is now, in the form of this release; null responds with 404. `first` is the stored
 * response as the release that sent it wrote it: take only ids from it.
 */
type Again<C, E extends Endpoint> = (context: C, first: ResponseFor<E>) => Promise<ResponseFor<E> | null>;

/** Recipients of document requests have no request keys. */
type AgainFor<E extends Endpoint, C> = E extends { readonly caller: 'recipient' }
  ? { again?: never }
  : { again: Again<C, E> };

/**
 * For `again`, if the response is a receipt of what the command did and no record: ids, names, numbers. A release adds only optional properties to
 * it, so that every release can read it.
 */
export const receipt = async <Answer>(_context: unknown, first: Answer): Promise<Answer> => first;

/** Steps of an endpoint's command; see `commandsFor`. */
export type CommandSteps<Deps, E extends Endpoint, Rec, Done> = WorkOptions & {
  /** Locks the record; null responds with 404. */
  lock?: (context: Context<Deps, E>) => Promise<Rec | null>;
  transition?: Transition<Context<Deps, E>, Rec>;
  /** Rejects invalid requests, and writes nothing. Reports all problems together. */
  check?: (context: Context<Deps, E> & { problems: Problems }, before: Rec) => Awaitable<void>;
  /** Writes. Can reject the request too. */
  change: (context: Context<Deps, E>, before: Rec) => Promise<Done | Unchanged<ResponseFor<E>>>;
  /** Reads the response after the consequences. */
  read: (context: Context<Deps, E>, before: Rec, done: Done) => Promise<ResponseFor<E>>;
} & EventsFor<E, Context<Deps, E>, Rec, Done> &
  StaleFor<E, Context<Deps, E>, Rec> &
  AgainFor<E, Context<Deps, E>>;

const isUnchanged = (done: unknown): done is Unchanged<unknown> =>
  typeof done === 'object' && done !== null && unchangedSymbol in done;

/** Throws all problems found together. */
async function runCheck(check: (problems: Problems) => Awaitable<void>): Promise<void> {
  const fields: Record<string, string[]> = {};
  await check({
    add: (field, message) => {
      fields[field] = [...(fields[field] ?? []), message];
    },
  });
  if (Object.keys(fields).length === 0) return;
  const [whole] = fields[''] ?? [];
  throw apiError('request.invalid', { fields, ...(whole === undefined ? {} : { detail: whole }) });
}

function requireTransition<C, Rec>(
  { lifecycle, from, to, heldFrom, notYours }: Transition<C, Rec>,
  context: C,
  before: Rec,
): void {
  const decision = canTransition(lifecycle, from(before), to(context), {
    heldFrom: heldFrom?.(before) ?? null,
  });
  const rejection = decision.allowed ? (decision.by === 'person' ? undefined : notYours) : decision.reason;
  if (rejection !== undefined) throw invalid(rejection);
}

/**
 * Declares commands of an area, each one transaction; access is checked before. Order: idempotency key, lock, 404,
 * version, transition, check, change, consequences of emitted events, response (stored under the key), audit events;
 * hooks run after the commit. A repeated key is answered by `again` alone.
 *
 * @example const command = commandsFor<AlertsDeps>();   export const claim = command(claimAlert, { lock, stale, change,
 * read, events });
 */
export function commandsFor<Deps extends CommandDeps>() {
  return <const E extends CommandEndpoint, Rec = undefined, Done = void>(
    endpoint: E,
    steps: CommandSteps<Deps, E, Rec, Done>,
  ): EndpointHandler<Deps, E> => {
    type Ctx = Context<Deps, E>;
    /** Runs the steps between the key and the audit events. */
    async function runSteps(context: Ctx, opened: ReturnType<typeof openWork>): Promise<ResponseFor<E>> {
      const { lock, transition, check, change, read } = steps;
      const stale = (steps as { stale?: Stale<Ctx, Rec> }).stale;
      // Without a `lock` step there is no record, and `Rec` is undefined.
      const locked = lock === undefined ? (undefined as Rec) : await lock(context);
      if (locked === null) throw apiError('record.notFound');
      if (stale !== undefined) {
        const { version } = context.body as { version: number };
        if ((locked as { version: number }).version !== version) {
          const current = await stale.current(context, locked);
          const detail = typeof stale.message === 'string' ? stale.message : stale.message(locked);
          throw apiError('record.versionConflict', { detail, ...(current === null ? {} : { current }) });
        }
      }
      if (transition !== undefined) requireTransition(transition, context, locked);
      if (check !== undefined) await runCheck((problems) => check({ ...context, problems }, locked));
      const done = await change(context, locked);
      if (isUnchanged(done)) return done.response as ResponseFor<E>;
      await opened.settle();
      if (steps.readsHistory) {
        opened.recordOwn([steps.events(context, { before: locked, done })].flat() as WorkEvent[]);
        await opened.writeEvents();
        return read(context, locked, done);
      }
      const after = await read(context, locked, done);
      opened.recordOwn([steps.events(context, { before: locked, after, done })].flat() as WorkEvent[]);
      return after;
    }
    async function run(deps: Deps, caller: CallerFor<E>, parts: HandlerInput<E>): Promise<ResponseFor<E>> {
      const input = toEndpointInput<E>(parts);
      const acting = caller as CommandCaller;
      const by = callerActor(acting);
      const runKeyed = async (trx: Trx) => {
        const opened = openWork(trx, deps, by);
        const context = { ...opened.work, ...input, deps, caller };
        const record = Object.values((input.params ?? {}) as Record<string, unknown>).join(' ');
        // Without a body the query identifies the form.
        const key = { record, body: input.body ?? input.query ?? {}, status: endpoint.status };
        const runHere = () => runSteps(context, opened);
        const readAgain = async (first: ResponseFor<E>): Promise<ResponseFor<E> | null> => {
          // Only recipients' commands lack it, and they have no key.
          const { again } = steps as unknown as { again: Again<Ctx, E> };
          return again(context, first);
        };
        const response =
          acting.kind === 'recipient'
            ? await runHere()
            : await respondOnce(trx, deps, acting, key, runHere, readAgain);
        await opened.writeEvents();
        return { response, opened };
      };
      const { response, opened } = await asActor(deps.db, by, runKeyed, { alone: steps.alone });
      await opened.runHooks();
      return response;
    }
    return toHandler(endpoint, run);
  };
}
