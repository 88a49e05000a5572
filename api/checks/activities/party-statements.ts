import { v7 as uuidv7 } from 'uuid';
import type { ZodType } from 'zod';
import type { activity } from '#contract/activities.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import type { Capacity } from '#rules/activity-types.ts';
import type { DesignatedService } from '#rules/firm/captured-services.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { EndpointHandler } from '../../kernel/command/handler.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { followDelayedCdd } from '../../records/alerts/delayed-cdd-alerts.ts';
import { type LockedActivity, lockActivity, staleActivity } from './commands.ts';
import type { PartyStatement, StatementStore } from './party-statements-store.ts';
import { type ActivitiesDeps, readRecord, reloadRecord } from './queries.ts';
import { isOpen } from './requirements.ts';
import { activities, type StoredActivity } from './store.ts';

interface StatementBody {
  version: number;
  clientId: string;
}

type StatementEndpoint<Body> = Endpoint & {
  readonly caller: 'member';
  readonly params: ZodType<{ id: string }>;
  readonly body: ZodType<Body>;
  readonly response: typeof activity;
};

/** Context of a command about a statement. */
interface PartyContext<Body = { clientId: string }> extends Work {
  caller: MemberCaller;
  body: Body;
}

interface PartyStatementSteps<Values> {
  endpoints: {
    record: StatementEndpoint<StatementBody & NoInfer<Values>>;
    withdraw: StatementEndpoint<StatementBody & { reason: string }>;
  };
  store: StatementStore<Values>;
  /** Actions of the audit events, recorded for ever. */
  actions: { recorded: string; withdrawn: string };
  /** Keys of the audit events' details, recorded for ever: for the party's name and for each value. */
  audit: Record<'party' | (keyof NoInfer<Values> & string), string>;
  /** Whether the law lets a statement about a party replace CDD or a part of it. */
  allows: (party: {
    capacity: Capacity;
    designatedServiceAu: DesignatedService | null;
    jurisdictions: readonly Jurisdiction[];
  }) => boolean;
  /** Rejects values that do not fit the activity. */
  check?: (context: PartyContext<NoInfer<Values>>, stored: StoredActivity) => void;
  messages: {
    /** For a client who is not a party, and for a party about which the law allows no such statement. */
    notAllowed: string;
    exists: (by: string, party: string) => string;
    absent: string;
  };
}

const command = commandsFor<ActivitiesDeps>();

/** Rejects a cancelled activity, and a completed one without outstanding CDD. */
function rejectEnded({ caller }: PartyContext, { details }: StoredActivity): void {
  if (isOpen(details) || (details.status === 'completed' && details.delayedCdd !== null)) return;
  const { singular } = toActivityNoun(caller.company.sector);
  throw invalid(`This ${singular} has ended and requires no further CDD.`);
}

/**
 * Increments the activity's version. Withdraws a senior manager's approval, which covered the former statements, and opens or closes the
 * alerts about delayed CDD.
 */
async function touch(context: PartyContext, { details }: StoredActivity): Promise<void> {
  const unapproved = isOpen(details) ? { senior_approved_by: null, senior_approved_at: null } : {};
  await activities.update(context, details, unapproved);
  await followDelayedCdd(context, details.id, context.caller.company.timeZone);
}

/** A senior manager's approval before a command, and without it afterwards, for its event. */
const getApproval = ({ details }: StoredActivity) =>
  isOpen(details) ? { seniorApproval: details.seniorApproval?.by.name ?? null } : {};

const noApproval = ({ details }: StoredActivity) => (isOpen(details) ? { seniorApproval: null } : {});

/**
 * Declares the two commands of a statement about a party of an activity, which replaces CDD on the party or a part of it. At most one
 * statement about a party is in force. A withdrawn one stays in the history.
 */
export function partyStatement<Values extends object>({
  endpoints,
  store,
  actions,
  audit,
  allows,
  check,
  messages,
}: PartyStatementSteps<Values>) {
  /** Returns the party of a statement. Throws for a client about whom the law allows no such statement. */
  function requireParty({ caller, body }: PartyContext, { details, parties }: StoredActivity) {
    const party = parties.find(({ clientId }) => clientId === body.clientId);
    const { designatedServiceAu } = details;
    const { regulatedIn: jurisdictions } = caller.company;
    if (party === undefined || !allows({ capacity: party.capacity, designatedServiceAu, jurisdictions })) {
      throw invalid(messages.notAllowed);
    }
    return party;
  }

  async function readOne(
    { trx, body }: PartyContext,
    { details }: StoredActivity,
  ): Promise<PartyStatement<Values> | undefined> {
    const statements = await store.read(trx, details.id);
    return statements.find(({ clientId }) => clientId === body.clientId);
  }

  const recordEndpoint: StatementEndpoint<StatementBody> = endpoints.record;
  /** The endpoint's schema has parsed the values with the rest. */
  const toValues = (body: StatementBody) => body as StatementBody & Values;

  const record = command(recordEndpoint, {
    lock: (context) => lockActivity(context),
    stale: staleActivity,
    async change(context, { stored }: LockedActivity) {
      const { trx, time, at, caller } = context;
      const values = toValues(context.body);
      const party = requireParty(context, stored);
      rejectEnded(context, stored);
      check?.({ ...context, body: values }, stored);
      const existing = await readOne(context, stored);
      if (existing !== undefined) throw invalid(messages.exists(existing.by.name, party.name));
      await store.insert(trx, {
        companyId: caller.company.id,
        id: uuidv7({ msecs: time().getTime() }),
        activityId: stored.details.id,
        clientId: party.clientId,
        values,
        at,
        by: caller.member.id,
      });
      await touch(context, stored);
      return party.name;
    },
    read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
    again: ({ trx, time, caller, params }) => readRecord(trx, { now: time }, caller, params.id),
    events({ params, body }, { before: { stored }, done: name }) {
      const { party, ...keys } = audit;
      const values: Record<string, unknown> = { ...body };
      const recorded = Object.entries<string>(keys).map(([value, key]) => [key, values[value]]);
      return {
        action: actions.recorded,
        resourceType: 'activity',
        resourceId: params.id,
        detail: {
          changes: changesBetween(getApproval(stored), {
            [party]: name,
            ...Object.fromEntries(recorded),
            ...noApproval(stored),
          }),
        },
      };
    },
  });

  const withdraw = command(endpoints.withdraw, {
    lock: (context) => lockActivity(context),
    stale: staleActivity,
    async change(context, { stored }: LockedActivity) {
      const { trx, at, caller, body } = context;
      const statement = await readOne(context, stored);
      if (statement === undefined) throw invalid(messages.absent);
      rejectEnded(context, stored);
      await store.end(trx, statement.id, {
        withdrawn_at: at,
        withdrawn_by: caller.member.id,
        withdrawal_reason: body.reason,
      });
      await touch(context, stored);
      return statement.name;
    },
    read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
    again: ({ trx, time, caller, params }) => readRecord(trx, { now: time }, caller, params.id),
    events: ({ params, body: { reason } }, { before: { stored }, done: name }) => ({
      action: actions.withdrawn,
      resourceType: 'activity',
      resourceId: params.id,
      detail: {
        changes: changesBetween(
          { [audit.party]: name, ...getApproval(stored) },
          { [audit.party]: null, reason, ...noApproval(stored) },
        ),
      },
      reason,
    }),
  });

  return {
    record: record as unknown as EndpointHandler<ActivitiesDeps, StatementEndpoint<StatementBody & Values>>,
    withdraw,
  };
}
