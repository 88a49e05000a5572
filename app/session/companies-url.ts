import { companiesPath, companyParam } from '../main-api/company-param.ts';
import { safeRedirectTo } from './redirect-to.ts';

/** Splits a path of this site; the base is never used. */
const parsed = (path: string) => new URL(path, 'http://localhost');

const pathOf = ({ pathname, search, hash }: URL) => pathname + search + hash;

/** The company that a path names; undefined without one. */
export function companyIn(path: string | undefined): string | undefined {
  return path === undefined ? undefined : (parsed(path).searchParams.get(companyParam) ?? undefined);
}

/** The path without the name of its company, once the session is in it. */
export function withoutCompany(path: string): string {
  const url = parsed(path);
  url.searchParams.delete(companyParam);
  return pathOf(url);
}

function withCompany(path: string, company: string): string {
  const url = parsed(path);
  url.searchParams.set(companyParam, company);
  return pathOf(url);
}

/**
 * The page that selects a company and leads on to the wanted page, which belongs to `company` if given.
 * @param isForm a form of that page was rejected
 */
export function companiesUrl(
  wanted: string | undefined,
  { company, isForm = false }: { company?: string | undefined; isForm?: boolean } = {},
): string {
  const page = isForm ? `${companiesPath}&posted` : companiesPath;
  const path = safeRedirectTo(wanted) ?? (company === undefined ? undefined : '/home');
  if (path === undefined) return page;
  const target = company === undefined ? path : withCompany(path, company);
  return `${page}&redirectTo=${encodeURIComponent(target)}`;
}
