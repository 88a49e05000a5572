import type { Option } from '#rules/risk/template.ts';
import { option } from './question-builders.ts';

/**
 * Services captured in New Zealand: s5(1) of the 2009 Act, designated non-financial business or profession, and
 * financial institutions.
 */
export const newZealandServices: readonly Option[] = [
  option('registeredOffice', 'Providing a registered office or an address', 50),
  option('formation', 'Forming companies, trusts or partnerships', 60),
  option('nominee', 'Acting, or finding someone, as director, trustee or nominee', 80),
  option('managingFunds', 'Holding or managing money, accounts or securities', 70),
  option('realEstate', 'Real estate agency work', 60),
  option('conveyancing', 'Conveyancing', 60),
  option('businessSale', 'Buying or selling a business, or managing a legal arrangement', 55),
  option('financial', 'Lending, insurance, payments or another financial service', 50),
  option('other', 'Another captured activity', 40),
];

/** Services designated in Australia: the tables of s6 of the 2006 Act. */
export const australianServices: readonly Option[] = [
  option('registeredOffice', 'Providing a registered office or principal place of business', 50),
  option('formation', 'Creating or restructuring companies, trusts or partnerships', 60),
  option('shelfCompany', 'Selling a shelf company', 75),
  option('nominee', 'Acting, or arranging for someone to act, as director, trustee or nominee', 80),
  option('managingFunds', 'Holding or controlling money, accounts or securities', 70),
  option('realEstate', 'Brokering the sale or purchase of real estate', 60),
  option('conveyancing', 'Helping to transfer real estate', 60),
  option('businessSale', 'Helping to buy or sell a company or another business', 55),
  option('financing', 'Helping to raise equity or debt', 55),
  option('preciousMetals', 'Dealing in precious metals, stones or products', 65),
  option('financial', 'Lending, payments or another financial service', 50),
  option('other', 'Another designated service', 40),
];
