import { isTicked, typedText } from './posted.server.ts';

type Typed = Record<string, unknown>;

/** What somebody saw; left out where the form's boxes are all empty and nothing asks for them. */
export function sightedOf(typed: Typed, prefix = '') {
  const sighted = {
    originalSighted: isTicked(typed, `${prefix}sighted.originalSighted`),
    showsName: isTicked(typed, `${prefix}sighted.showsName`),
    showsDateOfBirth: isTicked(typed, `${prefix}sighted.showsDateOfBirth`),
  };
  const isAsked = typedText(typed, `${prefix}asksSighted`) !== undefined;
  return isAsked || Object.values(sighted).some(Boolean) ? sighted : undefined;
}

export function certifiedOf(typed: Typed, prefix = '') {
  const certified = {
    refereeName: typedText(typed, `${prefix}certified.refereeName`),
    refereeType: typedText(typed, `${prefix}certified.refereeType`),
    certifiedOn: typedText(typed, `${prefix}certified.certifiedOn`),
    statesLikeness: isTicked(typed, `${prefix}certified.statesLikeness`),
    independent: isTicked(typed, `${prefix}certified.independent`),
  };
  const isAsked = typedText(typed, `${prefix}asksCertified`) !== undefined;
  return isAsked || Object.values(certified).some(Boolean) ? certified : undefined;
}
