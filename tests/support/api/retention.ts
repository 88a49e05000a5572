import { listDestructions } from '#api/follow-up/retention/list-due-job.ts';
import { createClient } from '#contract/clients/clients.ts';
import { readRetention } from '#contract/views/retention.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import type { TestApi, TestCompany } from './api.ts';

/** Last day of a relationship that ended some months ago. */
export const endedOn = addMonths(testDay(), -9);
/** Last day for which its records are kept: seven years on. Source: NZ s50. */
export const keptUntil = addMonths(endedOn, 84);

/** A client of a company, as its owner adds one. */
export async function addClient(test: TestApi, { owner }: TestCompany, familyName = 'Exampleton') {
  const body = {
    clientType: 'individual',
    individual: { givenNames: 'Hinemoa', familyName },
    confirmations: ['likelyDuplicates'],
  };
  return (await test.request(createClient, { body: body as never }, { as: owner })).response;
}

/** Ends a client's relationship so long ago that its retention has ended. */
export async function endLongAgo(test: TestApi, clientId: string): Promise<void> {
  await test.database.asSuperuser(
    `UPDATE assay.clients SET status = 'exited', relationship_started_on = '2008-01-01',
       relationship_ended_on = '2010-01-31', retain_until = '2017-01-31' WHERE id = $1`,
    [clientId],
  );
}

/** A client whose retention has ended and that the nightly job has listed, with its list entry; `whileActive` adds dependent records. */
export async function dueClient(
  test: TestApi,
  company: TestCompany,
  whileActive: (clientId: string) => Promise<void> = async () => {},
): Promise<{ id: string; clientId: string }> {
  const { id: clientId } = await addClient(test, company);
  await whileActive(clientId);
  await endLongAgo(test, clientId);
  await listDestructions(test.database.db, test.clock);
  const { response } = await test.request(readRetention, { query: {} }, { as: company.owner });
  const listed = response.due.find(({ client }) => client.id === clientId);
  if (listed === undefined) throw new Error('The client was not listed.');
  return { id: listed.id, clientId };
}
