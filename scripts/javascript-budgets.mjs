/** Size of the JavaScript that a page loads before it is interactive, gzipped, against a limit per page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Limits in kB by path; `*` stands for the rest of a path. A page has the first that fits, and every page of members needs one: the
 * sign-in page, lists and tabs are opened most and on the slowest devices, forms and editors seldom.
 */
const budgetsKilobytes = [
  ['/login', 100],
  ['/clients', 112],
  ['/clients/create', 130],
  ['/clients/import', 118],
  ['/clients/bulk', 112],
  ['/clients/:id/edit', 130],
  ['/clients/:id/merge', 108],
  ['/clients/:id/permits', 115],
  ['/clients/:id/risk_assessments/create', 120],
  ['/clients/:id/*', 122],
  ['/clients/:id', 122],
  ['/clients/:resourceId/risk_assessments/:riskAssessmentId', 136],
  ['/clients/:clientId/*', 143],
  ['/activities', 116],
  ['/activities/create', 135],
  ['/activities/:id', 134],
  ['/activities/:id/edit', 135],
  ['/activities/:id/risk_assessments/create', 120],
  ['/activities/:resourceId/*', 136],
  ['/activities/:id/*', 110],
  ['/onboard', 127],
  ['/home', 117],
  ['/search', 108],
  ['/notifications', 108],
  ['/unsaved', 108],
  ['/settings', 118],
  ['/settings/*', 118],
  ['/monitoring', 118],
  ['/monitoring/*', 118],
  ['/templates', 118],
  ['/risk_assessment_templates/create/:resourceType', 108],
  ['/risk_assessment_templates/*', 144],
];

/** Pages that are not hydrated and load one script of their own. */
const plainPages = {
  '/document_request/:transaction_id': { script: /^recipient-script-.*\.js$/, limit: 30 },
};

function readManifest(clientFolder) {
  const assets = join(clientFolder, 'assets');
  const file = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name));
  if (!file) throw new Error('The build has no manifest.');
  const source = readFileSync(join(assets, file), 'utf8');
  return JSON.parse(source.slice(source.indexOf('=') + 1).replace(/;\s*$/, ''));
}

function fullPath(routes, route) {
  const parent = route.parentId ? fullPath(routes, routes[route.parentId]) : '';
  return route.path ? `${parent}/${route.path}`.replace(/\/+/g, '/') : parent;
}

/**
 * First JavaScript per page in kB (1,000 bytes) after gzip: the entry, and every module of the page's route and its
 * parents with their imports.
 */
export function firstJavaScript(root) {
  const clientFolder = join(root, 'build/client');
  const manifest = readManifest(clientFolder);
  const weights = new Map();
  const weigh = (url) => {
    if (!weights.has(url)) weights.set(url, gzipSync(readFileSync(join(clientFolder, url))).length);
    return weights.get(url);
  };
  return Object.values(manifest.routes)
    .filter((route) => route.path && route.hasDefaultExport !== false)
    .map((route) => {
      const files = new Set([manifest.entry.module, ...manifest.entry.imports]);
      let isForMembers = false;
      for (let at = route; at; at = manifest.routes[at.parentId]) {
        isForMembers ||= at.id === 'routes/main-layout';
        for (const file of [at.module, ...at.imports]) files.add(file);
      }
      const bytes = [...files]
        .filter((file) => file.endsWith('.js'))
        .reduce((sum, file) => sum + weigh(file), 0);
      return { path: fullPath(manifest.routes, route), kilobytes: bytes / 1000, isForMembers };
    });
}

const fits = (path, pattern) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** Prints the weights of the pages that have a budget; throws when one is above it, or a page of members has none. */
export function checkBudgets(root, log) {
  const tooHeavy = [];
  for (const { path, kilobytes, isForMembers } of firstJavaScript(root)) {
    const limit = budgetsKilobytes.find(([pattern]) => fits(path, pattern))?.[1];
    if (limit === undefined) {
      if (isForMembers) throw new Error(`${path} has no JavaScript budget.`);
      continue;
    }
    log(`First JavaScript ${path}: ${kilobytes.toFixed(1)} kB gzip, limit ${limit}`);
    if (kilobytes > limit) tooHeavy.push(path);
  }
  for (const [path, { script, limit }] of Object.entries(plainPages)) {
    const assets = join(root, 'build/client/assets');
    const file = readdirSync(assets).find((name) => script.test(name));
    if (file === undefined)
      throw new Error(`${path} has a JavaScript budget but its script is not in the build.`);
    const kilobytes = gzipSync(readFileSync(join(assets, file))).length / 1000;
    log(`First JavaScript ${path}: ${kilobytes.toFixed(1)} kB gzip, limit ${limit}`);
    if (kilobytes > limit) tooHeavy.push(path);
  }
  if (tooHeavy.length > 0) throw new Error(`Too much first JavaScript: ${tooHeavy.join(', ')}.`);
}
