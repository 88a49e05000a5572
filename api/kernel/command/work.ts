import type { Kysely } from 'kysely';
import { type AuditEventInput, type EventOrigin, recordEvents } from '../audit/record-event.ts';
import type { Schema, Trx } from '../database/tables/schema.ts';
import { asJobs, asPlatform, asWritingTenant } from '../database/tenancy.ts';
import type { Emitted, EmittedName } from './emitted.ts';

/** Actor of a transaction: a signed-in person, the recipient of a document request, or a job. */
export interface WorkActor {
  /** Company of the records; null for the platform's own. */
  companyId: string | null;
  actor: AuditEventInput['actor'];
  /** The request's id, or the job's name. */
  requestId: string;
  /** Where the request came from; absent for jobs. */
  origin?: EventOrigin;
  /**
   * Required if only background jobs (`assay_jobs`) may write, such as data from the payment service; default: the
   * company's own permissions.
   */
  rights?: 'jobs';
}

/** An audit event without the parts that the work supplies: company, actor and request. */
export type WorkEvent = Pick<
  AuditEventInput,
  'action' | 'resourceType' | 'resourceId' | 'reason' | 'detail'
> & {
  /** The current actor as read in the transaction, if the work's own may be outdated. */
  actor?: AuditEventInput['actor'];
  /** For an admin's work, which may also write to a company's chain; default: the platform's own. */
  companyId?: string | null;
  /** The original request that a job continues. */
  requestId?: string;
};

/** One transaction with its services. Its functions can be destructured. */
export interface Work {
  readonly trx: Trx;
  readonly by: WorkActor;
  /** The clock. */
  readonly time: () => Date;
  /** ISO instant at which the work started, used for every row. */
  readonly at: string;
  /** Queues audit events. They are written last, in order, so that the company's chain is locked only briefly. */
  readonly record: (...events: readonly WorkEvent[]) => void;
  /** Emits an event; its consequences run before the work ends. */
  readonly emit: <Name extends EmittedName>(name: Name, payload: Emitted[Name]) => void;
  /**
   * Runs a hook after the commit; the same function only once. Only for effects that may be lost: the process can end
   * in between.
   */
  readonly afterCommit: (hook: () => void | Promise<void>) => void;
}

/** Reaction of a higher area to an emitted event, in the same transaction. */
export interface Consequence<Payload> {
  run(work: Work, payload: Payload): Promise<void>;
  /** Runs once per distinct payload, after all others: for derived data. */
  isLast?: boolean;
}

/** Reactions to each event, in order. */
export type Consequences = { readonly [Name in EmittedName]: readonly Consequence<Emitted[Name]>[] };

let installed: Consequences | undefined;

/** Installs the table of consequences. Called once by every entry point of a process before it serves anything. */
export function installConsequences(consequences: Consequences): void {
  installed = consequences;
}

/** @throws Error in a process without installed consequences, which would otherwise be skipped silently. */
function getConsequences<Name extends EmittedName>(name: Name): readonly Consequence<Emitted[Name]>[] {
  if (installed === undefined) throw new Error('This process has not installed its consequences.');
  return installed[name];
}

export interface WorkDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** Exceeds the steps of any command; stops consequences that trigger each other endlessly. */
const maxSteps = 1000;

/** A work with the functions reserved to its runner. */
export interface OpenWork {
  work: Work;
  /** Runs the consequences of emitted events, including those of consequences, until none is left. */
  settle(): Promise<void>;
  /** Queues events before those of the consequences. */
  recordOwn(events: readonly WorkEvent[]): void;
  /** Writes the events, once. Nothing can be recorded or emitted afterwards. */
  writeEvents(): Promise<void>;
  /** Runs all hooks, even if some fail. @throws AggregateError if any failed. */
  runHooks(): Promise<void>;
}

interface Step {
  key: string;
  run: () => Promise<void>;
}

/** Opens a work on a started transaction; only `inWork` and commands call it. */
export function openWork(trx: Trx, { now }: Pick<WorkDeps, 'now'>, by: WorkActor): OpenWork {
  const events: WorkEvent[] = [];
  const steps: Step[] = [];
  const lastSteps = new Map<string, Step>();
  const hooks = new Set<() => void | Promise<void>>();
  let ownEvents: number | undefined;
  let isWritten = false;
  const requireOpen = (what: string) => {
    if (isWritten) throw new Error(`Audit events are already written; ${what} was recorded too late.`);
  };
  const work: Work = {
    trx,
    by,
    time: now,
    at: now().toISOString(),
    record(...more) {
      requireOpen('an event');
      events.push(...more);
    },
    emit(name, payload) {
      requireOpen(name);
      for (const [index, { run, isLast }] of getConsequences(name).entries()) {
        const key = `${name} ${index} ${JSON.stringify(payload)}`;
        const step = { key, run: () => run(work, payload) };
        if (isLast) lastSteps.set(step.key, step);
        else steps.push(step);
      }
    },
    afterCommit: (hook) => void hooks.add(hook),
  };
  function nextStep(): Step | undefined {
    const next = steps.shift();
    if (next !== undefined) return next;
    const [last] = lastSteps.values();
    if (last !== undefined) lastSteps.delete(last.key);
    return last;
  }
  return {
    work,
    async settle() {
      ownEvents ??= events.length;
      for (let count = 0; ; count += 1) {
        const step = nextStep();
        if (step === undefined) return;
        if (count === maxSteps) throw new Error(`Consequences form a loop; last: ${step.key}.`);
        await step.run();
      }
    },
    recordOwn(more) {
      requireOpen('an event');
      events.splice(ownEvents ?? events.length, 0, ...more);
    },
    async writeEvents() {
      if (isWritten) return;
      if (steps.length > 0 || lastSteps.size > 0)
        throw new Error('Something was emitted too late to be acted on.');
      isWritten = true;
      await recordEvents(
        trx,
        { now },
        events.map((event) => ({ ...by, ...event })),
      );
    },
    async runHooks() {
      const results = await Promise.allSettled([...hooks].map(async (hook) => hook()));
      const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (failed.length > 0) throw new AggregateError(failed, 'What follows a commit failed.');
    },
  };
}

/** How a work runs beside others. */
export interface WorkOptions {
  /** No other work of the company runs at the same time: for a change of what the rules read for every client, and for its consequences. */
  alone?: boolean | undefined;
}

/** Runs a transaction with the actor's rights: of one company, the platform, or background jobs. */
export function asActor<T>(
  db: Kysely<Schema>,
  { companyId, rights }: WorkActor,
  run: (trx: Trx) => Promise<T>,
  options?: WorkOptions,
): Promise<T> {
  if (rights === 'jobs') return asJobs(db, run);
  return companyId === null ? asPlatform(db, run) : asWritingTenant(db, companyId, run, options);
}

/**
 * Runs one transaction with its consequences and audit events, for jobs, batches and webhooks. Commands of endpoints
 * are declared with `commandsFor`.
 */
export async function inWork<T>(
  deps: WorkDeps,
  by: WorkActor,
  run: (work: Work) => Promise<T>,
  options?: WorkOptions,
): Promise<T> {
  const runOpened = async (trx: Trx) => {
    const opened = openWork(trx, deps, by);
    const result = await run(opened.work);
    await opened.settle();
    await opened.writeEvents();
    return { result, opened };
  };
  const { result, opened } = await asActor(deps.db, by, runOpened, options);
  await opened.runHooks();
  return result;
}

/** A job of one company as an event's actor. */
export function jobActor(companyId: string, job: string): WorkActor & { companyId: string } {
  return { companyId, actor: { type: 'system', id: job, role: 'job' }, requestId: job };
}
