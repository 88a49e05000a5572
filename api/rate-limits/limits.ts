/**
 * Every rate limit there is: so many uses within a window that starts with the first. `per` says what is counted; one
 * route may have several.
 */
export const rateLimits = {
  // A family or an office behind one address signs in together; a guesser of passwords tries one login id, or many.
  'login.ip': { per: 'ip', limit: 20, windowSeconds: 60 },
  'login.loginId': { per: 'loginId', limit: 10, windowSeconds: 60 },
  'signup.ip': { per: 'ip', limit: 10, windowSeconds: 3600 },
  // Whoever tries links of invitations. An office that joins on one morning opens a few each.
  'invitation.ip': { per: 'ip', limit: 60, windowSeconds: 60 },
  // Each is a mail to somebody who did not ask for it.
  'invitations.company': { per: 'company', limit: 60, windowSeconds: 3600 },
  // Each is a question to a register about one's own company.
  'onboarding.lookUp': { per: 'company', limit: 30, windowSeconds: 600 },
  // A page's combobox asks at each pause in typing; the provider charges by the look-up.
  'addresses.member': { per: 'member', limit: 120, windowSeconds: 60 },
  // An export reads every client of a company.
  'clients.export.member': { per: 'member', limit: 10, windowSeconds: 300 },
  // Forms that people send, and whatever a runaway script does in their name.
  'commands.member': { per: 'member', limit: 300, windowSeconds: 60 },
  // Whoever holds a link, and whoever tries links: an office or a family behind one address gives its files together.
  'publicRequest.ip': { per: 'ip', limit: 300, windowSeconds: 60 },
  // Forms with files: a morning's scans sent one by one, by a script of the office's own as well.
  'uploads.member': { per: 'member', limit: 300, windowSeconds: 60 },
  // A client sends some files for each of a few items, and some of them again.
  'uploads.link': { per: 'link', limit: 60, windowSeconds: 600 },
} as const satisfies Record<
  string,
  { per: 'ip' | 'loginId' | 'member' | 'company' | 'link'; limit: number; windowSeconds: number }
>;

export type RateLimitName = keyof typeof rateLimits;
