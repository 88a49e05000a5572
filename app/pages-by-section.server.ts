import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/server-runtime';

type Routes = ServerBuild['routes'];
type Handle = (request: Request, context?: AppLoadContext) => Promise<Response>;

/** A route's path from the root on, without slashes at its ends. */
function fullPath(routes: Routes, id: string): string {
  const { parentId, path = '' } = routes[id] ?? {};
  return [parentId ? fullPath(routes, parentId) : '', path].filter(Boolean).join('/');
}

/** The word that every URL of a route begins with; undefined where it may be any, as for the layouts and for `*`. */
function firstWord(path: string): string | undefined {
  const [word = ''] = path.split('/');
  return /^[\w-]+$/.test(word) ? word : undefined;
}

/** The build with those routes alone that a URL beginning with `word` can lead to. */
function sectionOf(build: ServerBuild, word: string): ServerBuild {
  const isReachable = ([id]: [string, unknown]) =>
    [word, undefined].includes(firstWord(fullPath(build.routes, id)));
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(isReachable));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/**
 * Answers like `createRequestHandler(build)`, but looks for a URL's route only among those that begin with its first word. Remix
 * matches a URL half a dozen times on its way to a document and builds its route tree anew for each, all of which grows with the
 * number of routes: a tenth of a page's time before this.
 *
 * What begins with no word that a route begins with, as written, is answered from the whole build: it may be escaped, in capitals,
 * Remix's own `/__manifest`, or nothing at all.
 */
export function createPagesBySection(build: ServerBuild, mode: 'production' | 'development'): Handle {
  const whole = createRequestHandler(build, mode);
  const words = new Set(Object.keys(build.routes).map((id) => firstWord(fullPath(build.routes, id))));
  const sections = new Map(
    [...words].flatMap((word) =>
      word ? [[word, createRequestHandler(sectionOf(build, word), mode)] as const] : [],
    ),
  );
  return (request, context) => {
    const word = /^\w+:\/\/[^/]+\/([\w-]+)(?=\.data(?:$|\?)|[/?#]|$)/.exec(request.url)?.[1];
    return ((word && sections.get(word)) || whole)(request, context);
  };
}
