import { transitionClient } from '#api/checks/cdd/transitions.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import type { CddStatus, ClientStatus } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { DemoServices } from '../demo-business-verifications.ts';
import { type DemoDeps, demoCompanyId } from '../demo-company.ts';
import type { Random } from '../generators/random.ts';
import { fetchOutage, type Relationship } from './roster.ts';

const dayMs = 86_400_000;

/** A time as fractional days: hours after noon of the company’s day. */
const at = (day: number, hours: number) => day + hours / 24;

/** Days after the client was recorded on which each event happens. Clients in onboarding stop before `active`. */
export const days = {
  recorded: at(0, 0),
  onboarding: at(0, 0.5),
  identified: at(1, 1),
  screened: at(1, 2),
  found: at(2, 0),
  assessed: at(3, 1.5),
  approved: at(4, 0.5),
  ready: at(5, 0),
  decided: at(5, 3),
  active: at(6, 1),
  exchanged: at(7, 0),
};

/** A relationship of the demo in progress, with the members working on it. */
export interface Journey {
  demo: DemoDeps;
  services: DemoServices | undefined;
  relationship: Relationship;
  random: Random;
  clientId: string;
  name: string;
  /** The client’s version returned by the last command, if known. */
  version: number | undefined;
  staff: MemberCaller;
  officer: MemberCaller;
  senior: MemberCaller;
}

/** The demo's dependencies on a day of the relationship. */
export function onDay({ demo, relationship }: Pick<Journey, 'demo' | 'relationship'>, day: number): DemoDeps {
  // Midnight UTC is midday in New Zealand, so that members work by day.
  const midday = Math.floor(demo.now().getTime() / dayMs) * dayMs;
  const atMs = midday + (day - relationship.daysAgo) * dayMs;
  return { ...demo, now: () => new Date(atMs) };
}

/** When the lists were last fetched before a day of the relationship. */
export function fetchedBefore(journey: Pick<Journey, 'demo' | 'relationship'>, day: number): Date {
  const daysAgo = journey.relationship.daysAgo - day;
  const isOut = daysAgo < fetchOutage.lastFetched - 1 && daysAgo > fetchOutage.fetchedAgain;
  const shift = isOut ? daysAgo - fetchOutage.lastFetched : 0;
  return onDay(journey, day + shift).now();
}

/** Dependencies of commands, with the clock of the given day. */
export const servicesOn = ({ database, now }: DemoDeps) => ({ db: database.db, now });

/** The company’s calendar day at that time. */
export const getDay = ({ now }: DemoDeps, { company }: MemberCaller): CalendarDate =>
  companyDay(now(), company.timeZone);

/** The client's version: from the last command, or read if that command returned none. */
export async function getVersion({ demo, clientId, version }: Journey): Promise<number> {
  if (version !== undefined) return version;
  const row = await asTenant(demo.database.db, demoCompanyId, (trx) =>
    trx.selectFrom('clients').select('version').where('id', '=', clientId).executeTakeFirstOrThrow(),
  );
  return row.version;
}

/**
 * Changes the status of the client or its CDD, as a member on that day.
 *
 * @param day a key of `days`.
 */
export async function move(
  journey: Journey,
  day: number,
  by: MemberCaller,
  to: { client: ClientStatus } | { cdd: CddStatus },
  more: { reason?: string; endsOn?: CalendarDate } = {},
): Promise<void> {
  const demo = onDay(journey, day);
  const body = { version: await getVersion(journey), reason: undefined, ...more };
  const form =
    'client' in to
      ? ({ lifecycle: 'client', to: to.client, ...body } as const)
      : ({ lifecycle: 'cdd', to: to.cdd, ...body } as const);
  ({ version: journey.version } = await transitionClient.run(servicesOn(demo), by, {
    params: { id: journey.clientId },
    body: form,
  }));
}
