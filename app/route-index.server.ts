import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/server-runtime';

type Routes = ServerBuild['routes'];
type Handle = (request: Request, context?: AppLoadContext) => Promise<Response>;

/** A route's path from the root on, without slashes at its ends. */
function fullPath(routes: Routes, id: string): string {
  const { parentId, path = '' } = routes[id] ?? {};
  return [parentId ? fullPath(routes, parentId) : '', path].filter(Boolean).join('/');
}

/** First segment of a route's URLs; undefined if it can be any, as for the layouts and for `*`. */
function firstWord(path: string): string | undefined {
  const [word = ''] = path.split('/');
  return /^[\w-]+$/.test(word) ? word : undefined;
}

/** The part of a URL's path that selects possible routes: its first segment, and the number of segments. */
interface Section {
  word: string;
  length: number;
}

/** Whether the route with this path can match a URL of the section. */
function fits(path: string, { word, length }: Section): boolean {
  const words = path.split('/').filter(Boolean);
  if (![word, undefined].includes(firstWord(path))) return false;
  if (path.includes('?')) return true;
  return words.at(-1) === '*' ? words.length - 1 <= length : words.length === length;
}

/** The build with only the routes that a URL of the section can match, and their layouts. */
function getBuild(build: ServerBuild, section: Section): ServerBuild {
  const routeIds = new Set<string>();
  for (const id of Object.keys(build.routes)) {
    if (!fits(fullPath(build.routes, id), section)) continue;
    for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) routeIds.add(at);
  }
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => routeIds.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/** The section of a URL that starts with a segment as written in the routes; undefined for any other. */
function getSection(url: string): Section | undefined {
  const path = /^\w+:\/\/[^/]+(\/[^?#]*)/.exec(url)?.[1]?.replace(/\.data$/, '');
  const word = path && /^\/([\w-]+)(?=\/|$)/.exec(path)?.[1];
  return word ? { word, length: path.split('/').filter(Boolean).length } : undefined;
}

/**
 * Like `createRequestHandler(build)`, but searches a URL's route only among those with the same first segment and length. Remix matches a
 * URL half a dozen times for a document, builds its route tree each time and compiles an expression for each route that it tries, all of
 * which grows with the number of routes: a tenth of a page's time before this.
 *
 * URLs whose first segment is none of the routes', as written, or that are longer than all of them, use the whole build: they may be
 * escaped, in capitals, or unknown.
 */
export function createPagesBySection(build: ServerBuild, mode: 'production' | 'development'): Handle {
  const whole = createRequestHandler(build, mode);
  const sections = new Map<string, Handle>();
  const getName = ({ word, length }: Section) => `${word} ${length}`;
  for (const id of Object.keys(build.routes)) {
    const path = fullPath(build.routes, id);
    const word = firstWord(path);
    if (word === undefined) continue;
    const section = { word, length: path.split('/').filter(Boolean).length };
    if (!sections.has(getName(section)))
      sections.set(getName(section), createRequestHandler(getBuild(build, section), mode));
  }
  return (request, context) => {
    const section = getSection(request.url);
    return ((section && sections.get(getName(section))) ?? whole)(request, context);
  };
}
