import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { type Binding, bind, type CallerFor, type Handler } from '../http/bind-endpoint.ts';

/** Response of an endpoint, as its handler returns it. */
export type ResponseFor<E extends Endpoint> = Awaited<ReturnType<Handler<E>>>;

/** Inputs of an endpoint, without those that it lacks. */
export type HandlerInput<E extends Endpoint> = {
  [Part in keyof EndpointInput<E> as undefined extends EndpointInput<E>[Part]
    ? never
    : Part]: EndpointInput<E>[Part];
};

/** An endpoint with its handler. Access is checked before it runs. */
export interface EndpointHandler<Deps, E extends Endpoint> {
  readonly endpoint: E;
  /** Handles a request from within the API; rejects by throwing `apiError(…)`. */
  readonly run: (deps: Deps, caller: CallerFor<E>, input: HandlerInput<E>) => Promise<ResponseFor<E>>;
  /** Supplies the dependencies. */
  readonly bind: (deps: Deps) => Binding;
}

type Taking<H> = H extends { readonly bind: (deps: infer Deps) => Binding } ? (deps: Deps) => void : never;

/** Dependencies of all handlers of a list. */
export type HandlerDeps<Handlers extends readonly unknown[]> =
  Taking<Handlers[number]> extends (deps: infer All) => void ? All : never;

/** The handlers that a module exports. */
type HandlersIn<Module> = Module extends unknown
  ? Extract<Module[keyof Module], { readonly endpoint: Endpoint; readonly bind: (deps: never) => Binding }>
  : never;

const isHandler = (exported: unknown): boolean =>
  typeof exported === 'object' && exported !== null && 'endpoint' in exported && 'bind' in exported;

/**
 * All handlers that modules of an area export, or records of them.
 *
 * @example import * as commands from './commands.ts';   export const fundsLineHandlers = handlersIn(commands, queries);
 */
export const handlersIn = <const Modules extends readonly object[]>(...modules: Modules) =>
  modules.flatMap((module) => Object.values(module)).filter(isHandler) as HandlersIn<Modules[number]>[];

/** Every part of a request; those that the endpoint lacks are undefined. */
export function toEndpointInput<E extends Endpoint>(input: HandlerInput<E>): EndpointInput<E> {
  const none = { params: undefined, query: undefined, body: undefined, upload: undefined };
  return { ...none, ...input } as EndpointInput<E>;
}

/** An endpoint's handler from the function that runs it. */
export function toHandler<Deps, E extends Endpoint>(
  endpoint: E,
  run: EndpointHandler<Deps, E>['run'],
): EndpointHandler<Deps, E> {
  return {
    endpoint,
    run,
    bind: (deps) =>
      bind(endpoint, ((input, caller) => run(deps, caller, input as HandlerInput<E>)) as Handler<E>),
  };
}

/**
 * Declares handlers of an area that are neither a member's query nor a command: streams, callers other than members, calls of services, several
 * transactions, and what precedes the idempotency key.
 *
 * @example const handler = handlersFor<AccountDeps>();   export const logIn = handler(login, (deps, { body }, { request }) => …);
 */
export function handlersFor<Deps>() {
  return <const E extends Endpoint>(
    endpoint: E,
    handle: (deps: Deps, input: EndpointInput<E>, caller: CallerFor<E>) => Promise<ResponseFor<E>>,
  ): EndpointHandler<Deps, E> =>
    toHandler(endpoint, (deps, caller, input) => handle(deps, toEndpointInput<E>(input), caller));
}
