import { isChecked, textIn, typedTextIn } from '../forms/parse-form.server.ts';

/** A member's comparison with the record; null where nothing was compared. */
function comparisonIn(form: FormData, name: string): boolean | null {
  const answer = textIn(form, name);
  return answer === 'matches' || answer === 'differs' ? answer === 'matches' : null;
}

/** The sighting; undefined if all its fields are empty and the method does not need it. */
export function getSighted(form: FormData, prefix = '') {
  const sighted = {
    originalSighted: isChecked(form, `${prefix}sighted.originalSighted`),
    showsName: comparisonIn(form, `${prefix}sighted.showsName`),
    showsDateOfBirth: comparisonIn(form, `${prefix}sighted.showsDateOfBirth`),
    likenessConfirmed: isChecked(form, `${prefix}sighted.likenessConfirmed`),
    metBy: typedTextIn(form, `${prefix}sighted.metBy`),
    metOn: typedTextIn(form, `${prefix}sighted.metOn`),
  };
  const isQueried = typedTextIn(form, `${prefix}needsSighting`) !== undefined;
  const isCompared = sighted.showsName !== null || sighted.showsDateOfBirth !== null;
  return isQueried || isCompared || Object.values(sighted).some(Boolean) ? sighted : undefined;
}

export function getCertified(form: FormData, prefix = '') {
  const certified = {
    refereeName: typedTextIn(form, `${prefix}certified.refereeName`),
    refereeType: typedTextIn(form, `${prefix}certified.refereeType`),
    certifiedOn: typedTextIn(form, `${prefix}certified.certifiedOn`),
    statesLikeness: isChecked(form, `${prefix}certified.statesLikeness`),
    independent: isChecked(form, `${prefix}certified.independent`),
    delivery: typedTextIn(form, `${prefix}certified.delivery`),
  };
  const isQueried = typedTextIn(form, `${prefix}needsCertification`) !== undefined;
  return isQueried || Object.values(certified).some(Boolean) ? certified : undefined;
}
