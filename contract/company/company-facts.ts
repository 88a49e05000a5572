import { z } from 'zod';
import { calendarDate, checkedText, sector } from '#contract/fields.ts';
import { tranches } from '#rules/dates/commencement.ts';
import { checkEnrolmentNumber, formerSupervisors } from '#rules/firm/company-facts.ts';
import { sectors } from '#rules/sectors.ts';

/** Facts about the company that determine which rules apply. */
export const companyFactsShape = {
  otherSectors: z.array(sector),
  australianTranche: z.enum(tranches).nullable(),
  firstServiceNz: z.string().nullable(),
  firstServiceAu: z.string().nullable(),
  formerSupervisor: z.enum(formerSupervisors).nullable(),
  enrolmentNumber: z.string().nullable(),
  /** The only designated services in Australia are those of item 54 of table 1. AU s26T. */
  onlyItem54: z.boolean(),
};

/** The same as entered in a form. For an unrecorded fact, the stricter rule applies. */
export const companyFactsInputShape = {
  otherSectors: z
    .array(z.enum(sectors, { error: 'Select sectors from the list' }))
    .default([])
    .transform((list) => sectors.filter((sector) => list.includes(sector))),
  australianTranche: z.enum(tranches, { error: 'Select a tranche from the list' }).optional(),
  firstServiceNz: calendarDate.optional(),
  firstServiceAu: calendarDate.optional(),
  formerSupervisor: z.enum(formerSupervisors, { error: 'Select a supervisor from the list' }).optional(),
  enrolmentNumber: checkedText(checkEnrolmentNumber),
  onlyItem54: z.boolean().default(false),
  /** What was confirmed of the questions asked before (`confirmation.required`). */
  confirmations: z.array(z.string().max(100)).max(5).default([]),
};
