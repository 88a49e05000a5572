/** Size of the JavaScript that a page loads before it is interactive, gzipped, against a limit per page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const budgetsKilobytes = {
  '/login': 100,
  '/clients': 125,
  '/clients/create': 140,
  '/clients/:id': 140,
};

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
      for (let at = route; at; at = manifest.routes[at.parentId]) {
        for (const file of [at.module, ...at.imports]) files.add(file);
      }
      const bytes = [...files]
        .filter((file) => file.endsWith('.js'))
        .reduce((sum, file) => sum + weigh(file), 0);
      return { path: fullPath(manifest.routes, route), kilobytes: bytes / 1000 };
    });
}

/** Prints the weights of the pages that have a budget; throws when one is above it. */
export function checkBudgets(root, log) {
  const measured = firstJavaScript(root);
  const tooHeavy = [];
  for (const [path, limit] of Object.entries(budgetsKilobytes)) {
    const page = measured.find((candidate) => candidate.path === path);
    if (!page) throw new Error(`${path} has a JavaScript budget but is not in the build.`);
    log(`First JavaScript ${path}: ${page.kilobytes.toFixed(1)} kB gzip, limit ${limit}`);
    if (page.kilobytes > limit) tooHeavy.push(path);
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
