import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const usualPlaces = [
  // The same browser without a window: journeys take two thirds of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function installed() {
  return [process.env.CHROMIUM_PATH, ...usualPlaces, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
}

/**
 * Path of a Chromium to test with. Installs one if there is none: Debian's package on Debian with sufficient
 * permissions, else Playwright's own. Throws if neither works.
 */
export function findChromium() {
  const found = installed();
  if (found) return found;
  console.log('No Chromium here: installing one.');
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (!installed()) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  const now = installed();
  if (!now) throw new Error('Chromium could not be installed. Install it, or set CHROMIUM_PATH to one.');
  return now;
}
