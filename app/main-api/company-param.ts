/** Query parameter of a link that names its company. */
export const companyParam = 'company';

/** Hidden field of a page's forms: the company that the page was shown in. */
export const companyField = 'companyInUse';

/** `view` of the sign-in page that selects a company. */
export const companiesView = 'companies';

/** The page on which a person with several companies selects one. */
export const companiesPath = `/login?view=${companiesView}`;
