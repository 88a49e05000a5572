/** A URL and its module, in the shape that Remix's build reads. Paths are relative to the parent, files to `app/`. */
export interface RouteEntry {
  id?: string;
  path?: string;
  file: string;
  children?: RouteEntry[];
}

/** A screen or resource route at `path`. `id` is required where one module handles several URLs. */
export function route(path: string, file: string, { id }: { id?: string } = {}): RouteEntry {
  return { ...(id === undefined ? {} : { id }), path, file };
}

/** A module around the screens in it, which adds nothing to their URLs. */
export function layout(file: string, children: RouteEntry[]): RouteEntry {
  return { file, children };
}
