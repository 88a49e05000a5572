import { z } from 'zod';
import { tranches } from '#rules/dates/commencement.ts';
import { checkEnrolmentNumber, formerSupervisors } from '#rules/firm/company-facts.ts';
import { sectors } from '#rules/sectors.ts';
import { calendarDate, checkedText } from './fields.ts';

/** What the law asks to be known of the company itself. */
export const companyFactsShape = {
  otherSectors: z.array(z.enum(sectors)),
  australianTranche: z.enum(tranches).nullable(),
  firstServiceNz: z.string().nullable(),
  firstServiceAu: z.string().nullable(),
  formerSupervisor: z.enum(formerSupervisors).nullable(),
  enrolmentNumber: z.string().nullable(),
};

/** The same as a form sends it. What is left out is not recorded, and the stricter reading of the law then counts. */
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
};
