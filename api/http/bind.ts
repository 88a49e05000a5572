import type { ZodType, z } from 'zod';
import type { CompanyState, SignedInAdmin, SignedInMember } from '#contract/accounts.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';

/** What is known of a request besides its input. */
export interface RequestContext {
  /** Id that the answer, the log and the audit event carry. */
  id: string;
  endpointId: string;
  /** The `Idempotency-Key`: the same key, member and body must not act twice. */
  requestKey: string | undefined;
  /** Address of whoever sits at the browser; see `clientAddress`. */
  clientIp: string;
}

export interface OpenCaller {
  kind: 'open';
  request: RequestContext;
}

/** A person with a valid session token of the identity service; no record of ours is needed. */
export interface IdentityCaller {
  kind: 'identity';
  /** The identity service's user id: the token's `sub`. */
  subject: string;
  request: RequestContext;
}

/** An active member whose role and company allow the endpoint's act, as the database says right now. */
export interface MemberCaller {
  kind: 'member';
  subject: string;
  member: SignedInMember;
  company: CompanyState;
  request: RequestContext;
}

/** An active platform admin. */
export interface AdminCaller {
  kind: 'admin';
  subject: string;
  admin: SignedInAdmin;
  request: RequestContext;
}

/** Whoever holds the link of a live document request of a company that is not restricted. */
export interface RecipientCaller {
  kind: 'recipient';
  companyId: string;
  requestId: string;
  /** SHA-256 in hex of the transaction id, by which a command sees that the link was not replaced meanwhile. */
  linkHash: string;
  request: RequestContext;
}

interface Callers {
  open: OpenCaller;
  identity: IdentityCaller;
  member: MemberCaller;
  admin: AdminCaller;
  recipient: RecipientCaller;
}

export type AnyCaller = Callers[keyof Callers];

/** A long answer, sent piece by piece: nothing is read before the caller takes it. */
export interface StreamedAnswer {
  /** Name under which a browser saves it. */
  fileName: string;
  /** By its content, where the endpoint's own type is too general. */
  contentType?: string;
  /** Bytes, where they are known beforehand. */
  contentLength?: number;
  /** Shown in the browser instead of saved, under a policy that lets it do nothing. */
  isInline?: boolean;
  /** Pieces in order. Left early (`return()`) when the caller goes away. */
  chunks: AsyncIterable<string | Uint8Array>;
}

export type HandlerAnswer<E extends Endpoint> = E['answer'] extends ZodType
  ? z.input<E['answer']>
  : StreamedAnswer;

/** Answers one endpoint; refuses by throwing `refuse(…)`. */
export type Handler<E extends Endpoint> = (
  input: EndpointInput<E>,
  caller: Callers[E['caller']],
) => Promise<HandlerAnswer<E>>;

/** An endpoint and what answers it, with the types of the pair forgotten. */
export interface Binding {
  readonly endpoint: Endpoint;
  readonly handle: (input: EndpointInput<Endpoint>, caller: AnyCaller) => Promise<unknown>;
}

/** Pairs an endpoint of the contract with its handler; the compiler holds them to each other. */
export function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): Binding {
  return { endpoint, handle: handler as unknown as Binding['handle'] };
}
