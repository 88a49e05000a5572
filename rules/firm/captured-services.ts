import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';

/**
 * Captured activities of professions, AML/CFT Act 2009 (NZ) s5(1) "designated non-financial business or profession" (a). The letters are as DIA
 * cites them. To be confirmed (nz.scope.activity): the wording, amended on 19 May 2026.
 */
export const capturedActivities = ['nz.a1', 'nz.a2', 'nz.a3', 'nz.a4', 'nz.a5', 'nz.a6'] as const;
export type CapturedActivity = (typeof capturedActivities)[number];

/** Designated services of tables 5 and 6, AML/CTF Act 2006 (AU) s6(5A), (5B). */
export const designatedServices = [
  'au.t5.1',
  'au.t5.2',
  'au.t6.1',
  'au.t6.2',
  'au.t6.3',
  'au.t6.4',
  'au.t6.5',
  'au.t6.6',
  'au.t6.7',
  'au.t6.8',
  'au.t6.9',
] as const;
export type DesignatedService = (typeof designatedServices)[number];

export type ServiceCode = CapturedActivity | DesignatedService;

type Service = { label: string; provision: string; sectors: readonly Sector[] };

const professions = ['legal', 'conveyancing', 'accounting', 'trustAndCompanyService'] as const;

const services: Record<ServiceCode, Service> = {
  'nz.a1': {
    label: 'Forming companies, trusts or other arrangements',
    provision: 'NZ s5(1) (a)(i)',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
  'nz.a2': {
    label: 'Acting as, or arranging, a nominee director, nominee shareholder or trustee',
    provision: 'NZ s5(1) (a)(ii)',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
  'nz.a3': {
    label: 'Registered office or business address',
    provision: 'NZ s5(1) (a)(iii)',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
  'nz.a4': {
    label: 'Managing client funds, accounts, securities or other assets',
    provision: 'NZ s5(1) (a)(iv)',
    sectors: professions,
  },
  'nz.a5': {
    label: 'Real estate agency work to effect a transaction',
    provision: 'NZ s5(1) (a)(v)',
    sectors: ['realEstate'],
  },
  'nz.a6': {
    label: 'Conveyancing, or buying, transferring, selling or managing land, a business or an entity',
    provision: 'NZ s5(1) (a)(vi)',
    sectors: professions,
  },
  'au.t5.1': {
    label: 'Brokering the sale, purchase or transfer of real estate',
    provision: 'AU s6 table 5 item 1',
    sectors: ['realEstate'],
  },
  'au.t5.2': {
    label: 'Selling real estate in a business of selling it, without an independent agent',
    provision: 'AU s6 table 5 item 2',
    sectors: ['realEstate'],
  },
  'au.t6.1': {
    label: 'Helping to sell, buy or transfer real estate',
    provision: 'AU s6 table 6 item 1',
    sectors: ['legal', 'conveyancing'],
  },
  'au.t6.2': {
    label: 'Helping to sell, buy or transfer a body corporate or legal arrangement',
    provision: 'AU s6 table 6 item 2',
    sectors: ['legal', 'accounting', 'conveyancing'],
  },
  'au.t6.3': {
    label: 'Receiving, holding or managing money or property as part of a transaction',
    provision: 'AU s6 table 6 item 3',
    sectors: professions,
  },
  'au.t6.4': {
    label: 'Equity or debt financing of a body corporate or legal arrangement',
    provision: 'AU s6 table 6 item 4',
    sectors: ['legal', 'accounting'],
  },
  'au.t6.5': {
    label: 'Selling a shelf company',
    provision: 'AU s6 table 6 item 5',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
  'au.t6.6': {
    label: 'Creating or restructuring a body corporate or legal arrangement',
    provision: 'AU s6 table 6 item 6',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
  'au.t6.7': {
    label: 'Acting as, or arranging, a director, secretary, attorney, partner or trustee',
    provision: 'AU s6 table 6 item 7',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
  'au.t6.8': {
    label: 'Acting as, or arranging, a nominee shareholder',
    provision: 'AU s6 table 6 item 8',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
  'au.t6.9': {
    label: 'Registered office or principal place of business address',
    provision: 'AU s6 table 6 item 9',
    sectors: ['legal', 'accounting', 'trustAndCompanyService'],
  },
};

/** A service as a person reads it, with its code and provision. */
export function formatService(code: ServiceCode): string {
  const { label, provision } = services[code];
  return `${label} (${code}, ${provision})`;
}

/** A service in a select: without its code, which says nothing to its reader. */
function formatChoice(code: ServiceCode): string {
  const { label, provision } = services[code];
  return `${label} – ${provision}`;
}

/** The service's label. */
export const serviceLabel = (code: ServiceCode): string => services[code].label;

/** Whether a service is one of a sector's. */
export const isServiceOf = (code: ServiceCode, sector: Sector): boolean =>
  services[code].sectors.includes(sector);

/** Facts that determine which services a company is offered. */
type ServiceCompany = {
  sector: Sector | null;
  otherSectors?: readonly Sector[];
  regulatedIn: readonly Jurisdiction[];
};

/** Whether any of the company's sectors has services by code: a company without a sector is offered all. */
function servesWith({ sector, otherSectors = [] }: ServiceCompany, code: ServiceCode): boolean {
  return (
    sector === null || [sector, ...otherSectors].some((sector) => services[code].sectors.includes(sector))
  );
}

function ofCompany<Code extends ServiceCode>(codes: readonly Code[], company: ServiceCompany): Code[] {
  return codes.filter((code) => servesWith(company, code));
}

/** Services that a company may provide by its sectors, by country; none in a country whose law does not apply to it. */
export function getCompanyServices(company: ServiceCompany): {
  NZL: CapturedActivity[];
  AUS: DesignatedService[];
} {
  const { regulatedIn } = company;
  return {
    NZL: regulatedIn.includes('NZL') ? ofCompany(capturedActivities, company) : [],
    AUS: regulatedIn.includes('AUS') ? ofCompany(designatedServices, company) : [],
  };
}

/** Choices of a form's select: the company's own services first, then the Act's others. */
export function serviceChoices(
  jurisdiction: Jurisdiction,
  company: ServiceCompany,
): { label: string; choices: { value: string; label: string }[] }[] {
  const all: readonly ServiceCode[] = jurisdiction === 'NZL' ? capturedActivities : designatedServices;
  const own: readonly ServiceCode[] = getCompanyServices(company)[jurisdiction];
  const toChoice = (code: ServiceCode) => ({ value: code, label: formatChoice(code) });
  return [
    { label: 'By your sectors', choices: own.map(toChoice) },
    { label: 'Others of the Act', choices: all.filter((code) => !own.includes(code)).map(toChoice) },
  ].filter(({ choices }) => choices.length > 0);
}
