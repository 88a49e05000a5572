import { expect, it } from 'vitest';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openAlertIn } from '#tests/support/app/alerts.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

const { app, browser: owner } = await openSignedInApp('owner@demo.test');

it('an alert snoozed until a day returns at the start of that day in the company’s time zone', async () => {
  const created = await owner.post('/clients/create?type=individual', {
    clientType: 'individual',
    'individual.givenNames': 'Ana',
    'individual.familyName': 'Snoozed',
    requestKey: crypto.randomUUID(),
  });
  const resourceId = created.headers.get('Location')?.split('/').at(-1) ?? '';
  const summary = 'Alert to snooze.';
  await openAlertIn(app, { resourceType: 'clients', resourceId, summary });
  const read = async () => {
    const { rows } = await app.database.asSuperuser(
      `SELECT a.id, a.version, a.status, c.time_zone,
              to_char(a.snoozed_until AT TIME ZONE c.time_zone, 'YYYY-MM-DD HH24:MI:SS') AS until
         FROM assay.alerts a JOIN assay.companies c ON c.id = a.company_id WHERE a.resource_id = $1`,
      [resourceId],
    );
    return rows[0] as {
      id: string;
      version: number;
      status: string;
      time_zone: string;
      until: string | null;
    };
  };
  const { id, version, time_zone: timeZone } = await read();
  const day = addDays(testDay(timeZone), 10);
  const sent = await owner.post(`/monitoring/alerts/${id}`, {
    intent: 'move-snoozed',
    version: String(version),
    snoozedUntil: day,
    requestKey: crypto.randomUUID(),
  });
  expect(sent.status).toBe(302);
  expect(await read()).toMatchObject({ status: 'snoozed', until: `${day} 00:00:00` });
});
