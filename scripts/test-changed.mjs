import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { root } from './test-steps.mjs';

/** Areas of the journeys (files and folders of `tests/e2e`), and the words of product paths that belong to each beside its own name. */
const wordsOfAreas = {
  activities: ['activit'],
  admin: ['platform', 'support'],
  cdd: [
    'verification',
    'law-changes',
    'screening',
    'sanctions',
    'source-of-funds',
    'funds-lines',
    'exceptions',
  ],
  clients: ['client', 'parties', 'duplicates'],
  documents: ['document', 'upload'],
  monitoring: ['alert', 'screening', 'reviews', 'worklists'],
  settings: ['team', 'billing', 'privacy', 'retention'],
  'sign-in': ['session', 'login', 'onboarding', 'single-sign-on'],
  notifications: ['notification'],
  'access-log': ['read-events'],
  'second-factor': ['totp', 'passkey'],
};

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * The journeys of the areas that a change touches.
 * @param base the commit or branch it is compared with; what is not committed belongs to it
 * @returns `specs`, files of journeys; and `leftOut`, in words
 */
export function findChanges(base) {
  const changed = [
    ...git('diff', '--name-only', '--merge-base', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const product = changed.filter((path) => /^(app|api|contract|rules|server|sandbox|demo)\//.test(path));
  const all = readdirSync(`${root}/tests/e2e`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts'))
    .sort();
  const isTouched = (spec) => {
    const area = spec.split('/')[0].replace(/(\.axe)?\.spec\.ts$/, '');
    const words = [area, ...(wordsOfAreas[area] ?? [])];
    return (
      changed.includes(`tests/e2e/${spec}`) ||
      product.some((path) => path.split('/').some((part) => words.some((word) => part.startsWith(word))))
    );
  };
  const touched = all.filter(isTouched);
  const others = all.filter((spec) => !touched.includes(spec));
  return {
    specs: touched.map((spec) => `tests/e2e/${spec}`),
    leftOut: `tests that import nothing that changed, the soak, unused exports, and the journeys ${others.join(', ') || 'of no area'}`,
  };
}
