import type { ClockRow } from './clock-row.ts';

const breachesNewZealand =
  'https://www.nwm.co.nz/legal-updates-item/new-requirements-under-the-privacy-act-2020-mandatory-notifications-for-serious-privacy-breaches';
const breachesAustralia = 'https://rulesmate.com.au/insights/oaic-eligible-data-breach-statement-content';

/**
 * Clocks under the Privacy Act 2020 (NZ) and the Privacy Act 1988 (AU), for firms of every sector. To be confirmed (clock
 * au.privacy.breach, clock au.privacy.request): that reporting entities are bound by the Australian Act whatever their turnover (s 6E(1A)), on which nothing depends for larger ones.
 */
export const privacyClocks = {
  /**
   * Event: the instant at which the firm became aware of the breach. The Act requires notice as soon as practicable after the firm knows that
   * the breach is notifiable (s 114); the Privacy Commissioner expects it within 72 hours. Counted from awareness of the breach, which is never later.
   */
  'nz.privacy.breach': [
    {
      rule: 'nz.privacy.breach',
      provision: 'NZ Privacy Act 2020 ss114, 115',
      effectiveFrom: '2020-12-01',
      certainty: 'B',
      sourceUrl: breachesNewZealand,
      period: { unit: 'hours', count: 72 },
      note: 'the Privacy Commissioner’s expectation; the Act says as soon as practicable',
    },
  ],
  /** Event: the day on which the request was received. Working days of that Act exclude 25 December to 15 January. To be confirmed
   * (clock nz.privacy.request): s 7. */
  'nz.privacy.request': [
    {
      rule: 'nz.privacy.request',
      provision: 'NZ Privacy Act 2020 ss44, 63',
      effectiveFrom: '2020-12-01',
      certainty: 'C',
      sourceUrl: 'https://plainlanguagelaw.ackama.com/acts/LMS23193/LMS134243.html',
      period: { unit: 'workingDays', count: 20, dayZero: 'after' },
      note: '25 Dec to 15 Jan are not working days under that Act',
    },
  ],
  /** Event: the day on which the firm became aware of grounds to suspect an eligible data breach. */
  'au.privacy.breach': [
    {
      rule: 'au.privacy.breach',
      provision: 'AU Privacy Act 1988 s26WH',
      effectiveFrom: '2018-02-22',
      certainty: 'C',
      sourceUrl: breachesAustralia,
      period: { unit: 'calendarDays', count: 30, dayZero: 'after' },
      note: 'to assess; a statement and notices follow as soon as practicable (ss26WK, 26WL)',
    },
  ],
  /** Event: the day on which the request was received. A reasonable period, taken as 30 days. To be confirmed (clock
   * au.privacy.request): the Commissioner’s guidance. */
  'au.privacy.request': [
    {
      rule: 'au.privacy.request',
      provision: 'AU Privacy Act 1988 APP 12.4, 13.5',
      effectiveFrom: '2014-03-12',
      certainty: 'C',
      sourceUrl:
        'https://www.oaic.gov.au/privacy/australian-privacy-principles/australian-privacy-principles-guidelines',
      period: { unit: 'calendarDays', count: 30, dayZero: 'after' },
      note: 'the Act says within a reasonable period',
    },
  ],
} as const satisfies Record<string, readonly ClockRow[]>;
