import { expect, it } from 'vitest';
import { openAlertIn } from '#tests/support/app/alerts.ts';
import { parsePage } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './clients/page.ts';

const { app, browser: owner } = await openSignedInApp('owner@demo.test');

const open = async (path: string) => parsePage((await readPage(await owner.get(path))).html);
const hrefIn = (page: Document, selector: string) => page.querySelector(selector)?.getAttribute('href') ?? '';
const alertIn = (href: string) => new URL(href, app.origin).pathname.split('/').at(-1);

it('an alert of a further page has that page beside it, and is followed by the next one there', async () => {
  const created = await owner.post('/clients/create?type=individual', {
    clientType: 'individual',
    'individual.givenNames': 'Ana',
    'individual.familyName': 'Longqueue',
    requestKey: crypto.randomUUID(),
  });
  const resourceId = created.headers.get('Location')?.split('/').at(-1) ?? '';
  for (let number = 1; number <= 53; number += 1)
    await openAlertIn(app, {
      resourceType: 'clients',
      resourceId,
      severity: 'low',
      type: 'other',
      summary: `Alert number ${number}.`,
    });
  const first = await open('/monitoring?type=other&severity=low');
  const further = hrefIn(first, 'nav[aria-label="Pages"] a[rel="next"]');
  const list = await open(further);
  const rows = [...list.querySelectorAll('table tbody a[href*="/alerts/"]')].map(
    (link) => link.getAttribute('href') ?? '',
  );
  expect(rows).toHaveLength(3);

  const page = await open(rows[1] ?? '');
  expect(alertIn(hrefIn(page, 'nav[aria-label="Alert queue"] a[aria-current="page"]'))).toBe(
    alertIn(rows[1] ?? ''),
  );
  expect(alertIn(hrefIn(page, 'a[rel="prev"]'))).toBe(alertIn(rows[0] ?? ''));
  expect(hrefIn(page, 'a[rel="next"]')).toBe(rows[2]);
  // Back in the list, the same page is shown.
  const back = [...page.querySelectorAll('a')].find((link) => link.textContent === 'All alerts');
  expect(back?.getAttribute('href')).toBe(further);
});
