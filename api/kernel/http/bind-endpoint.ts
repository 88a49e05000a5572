import type { ZodType, z } from 'zod';
import type { CompanyState, SignedInAdmin, SignedInMember } from '#contract/company/accounts.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import type { SecondFactorState } from '#rules/second-factor.ts';
import type { BrowserSession } from './browser-sessions.ts';
import type { SessionToken } from './session-tokens.ts';

/** Properties of a request besides its input. */
export interface RequestContext {
  /** Request id in the response, the log and the audit event. */
  id: string;
  endpointId: string;
  /** The `Idempotency-Key`: the same key, caller and body must not act twice. */
  requestKey: string | undefined;
  /** IP address of the browser; see `requestOrigin`. */
  clientIp: string;
  /** Our own web server made the request: it signed the address. */
  isFromWeb?: boolean;
  /** Id of the browser's session; of a caller who needs none, the start of the session token's SHA-256, in hex. Absent without a token. */
  sessionId?: string;
}

interface OpenCaller {
  kind: 'open';
  request: RequestContext;
}

/** A person with a valid session token of the identity service, who may be unknown here. */
export interface IdentityCaller {
  kind: 'identity';
  /** The identity service's user id: the token's `sub`. */
  subject: string;
  session: SessionToken;
  /** Of the secret that was sent with the token, whether or not it is that of a session. */
  secretHash: string | undefined;
  request: RequestContext;
}

/** An active member or platform admin, for what concerns the account rather than the company. */
export interface PersonCaller {
  kind: 'person';
  subject: string;
  token: SessionToken;
  session: BrowserSession;
  /** Of the session's secret. */
  secretHash: string | undefined;
  secondFactor: { isEnrolled: boolean; isRequired: boolean; state: SecondFactorState };
  who:
    | {
        realm: 'member';
        member: SignedInMember;
        company: CompanyState;
        /** False if the person has yet to select a company: then this is the one last signed in to. */
        isCompanyChosen: boolean;
      }
    | { realm: 'admin'; admin: SignedInAdmin };
  request: RequestContext;
}

/** An active member whose role and company permit the endpoint, according to the database. */
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

/** Recipient of a live document request of a company that is not restricted. */
export interface RecipientCaller {
  kind: 'recipient';
  companyId: string;
  requestId: string;
  /** SHA-256 in hex of the transaction id, by which a command detects that the link was replaced in the meantime. */
  linkHash: string;
  request: RequestContext;
}

interface Callers {
  open: OpenCaller;
  identity: IdentityCaller;
  member: MemberCaller;
  admin: AdminCaller;
  person: PersonCaller;
  recipient: RecipientCaller;
}

export type AnyCaller = Callers[keyof Callers];

/** Caller of an endpoint. */
export type CallerFor<E extends Endpoint> = Callers[E['caller']];

/** Streamed response: produced as the caller consumes it. */
export interface StreamedResponse {
  /** File name for saving. */
  fileName: string;
  /** Overrides the endpoint's general type. */
  contentType?: string;
  /** Size in bytes, if known in advance. */
  contentLength?: number;
  /** Displayed in the browser instead of saved, under a policy that permits nothing else. */
  isInline?: boolean;
  /** Chunks in order. Ended early (`return()`) when the caller disconnects. */
  chunks: AsyncIterable<string | Uint8Array>;
}

type HandlerResult<E extends Endpoint> = E['response'] extends ZodType
  ? z.input<E['response']>
  : StreamedResponse;

/** Handler of one endpoint; rejects by throwing `apiError(…)`. */
export type Handler<E extends Endpoint> = (
  input: EndpointInput<E>,
  caller: CallerFor<E>,
) => Promise<HandlerResult<E>>;

/** Endpoint with its handler, with the pair's types erased. */
export interface Binding {
  readonly endpoint: Endpoint;
  readonly handle: (input: EndpointInput<Endpoint>, caller: AnyCaller) => Promise<unknown>;
}

/** Pairs an endpoint of the contract with its handler; the compiler checks that they match. */
export function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): Binding {
  return { endpoint, handle: handler as unknown as Binding['handle'] };
}
