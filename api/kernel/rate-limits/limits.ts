/**
 * All rate limits: `limit` uses within a window that starts with the first. `per` is the counted subject; a route may
 * have several.
 */
export const rateLimits = {
  // An attempt at a password, a code or a link, before the identity service is called. Generous for an office that
  // signs in together from one address; guessing takes much longer.
  'signIn.ip': { per: 'ip', limit: 30, windowSeconds: 60 },
  'signIn.ipHour': { per: 'ip', limit: 300, windowSeconds: 3600 },
  // A provider hands out whole /48 networks of IPv6, with 65,536 addresses as counted above.
  'signIn.network': { per: 'network', limit: 120, windowSeconds: 60 },
  'signIn.networkHour': { per: 'network', limit: 1200, windowSeconds: 3600 },
  // Passwords and codes are counted separately: guessing passwords does not block sign-in by code.
  'signIn.loginId': { per: 'loginId', limit: 10, windowSeconds: 60 },
  // Far more than a person needs in a day; bounds the guesses at a password or code.
  'signIn.loginIdDay': { per: 'loginId', limit: 100, windowSeconds: 86_400 },
  // A browser in which this person has signed in before counts alone, so that strangers cannot stop its sign-in.
  'signIn.device': { per: 'device', limit: 10, windowSeconds: 60 },
  'signIn.deviceDay': { per: 'device', limit: 100, windowSeconds: 86_400 },
  // A code or link to be emailed, possibly to a person who did not request it.
  'signInMail.ip': { per: 'ip', limit: 30, windowSeconds: 600 },
  // Below the limit of an address, so that one caller cannot use up another person's.
  'signInMail.ipAndLoginId': { per: 'ipAndLoginId', limit: 5, windowSeconds: 600 },
  'signInMail.network': { per: 'network', limit: 120, windowSeconds: 600 },
  'signInMail.loginId': { per: 'loginId', limit: 15, windowSeconds: 600 },
  'signInMail.device': { per: 'device', limit: 5, windowSeconds: 600 },
  // Sign-up codes go to any address. Filling this limit stops no sign-in.
  'signUpMail.all': { per: 'all', limit: 1200, windowSeconds: 600 },
  // Reports of failures for a person's audit log.
  'signInReport.loginId': { per: 'loginId', limit: 120, windowSeconds: 3600 },
  // A code of an authenticator app has a million values, three of them right at a time.
  'secondFactor.person': { per: 'person', limit: 10, windowSeconds: 300 },
  'secondFactor.personDay': { per: 'person', limit: 100, windowSeconds: 86_400 },
  'secondFactor.ip': { per: 'ip', limit: 60, windowSeconds: 300 },
  // An office behind one address signs in together; a guesser tries one login id, or many.
  'login.ip': { per: 'ip', limit: 20, windowSeconds: 60 },
  'login.loginId': { per: 'loginId', limit: 10, windowSeconds: 60 },
  // Each open browser of an office asks about every ten minutes.
  'sessionCheck.ip': { per: 'ip', limit: 600, windowSeconds: 60 },
  'signup.ip': { per: 'ip', limit: 10, windowSeconds: 3600 },
  // Opening invitation links, valid or not. A new office opens a few each.
  'invitation.ip': { per: 'ip', limit: 60, windowSeconds: 60 },
  // Each is an unsolicited email.
  'invitations.company': { per: 'company', limit: 60, windowSeconds: 3600 },
  // Each asks the name server of a domain that someone entered.
  'domainProofs.company': { per: 'company', limit: 30, windowSeconds: 600 },
  'ssoLookup.ip': { per: 'ip', limit: 60, windowSeconds: 60 },
  // Each is a register query about the company itself.
  'onboarding.lookup': { per: 'company', limit: 30, windowSeconds: 600 },
  // OpenAPI document and page, half a megabyte each.
  'docs.ip': { per: 'ip', limit: 30, windowSeconds: 60 },
  // An export reads every record of a company, or packs all evidence of one record.
  'exports.member': { per: 'member', limit: 30, windowSeconds: 300 },
  // Files opened in sequence during a review.
  'downloads.member': { per: 'member', limit: 300, windowSeconds: 300 },
  // Pictures that pages of documents load by themselves, dozens at a time.
  'previews.member': { per: 'member', limit: 600, windowSeconds: 300 },
  // Each applies the rules to 500 clients. A preview compares up to 5,000.
  'comparisons.member': { per: 'member', limit: 120, windowSeconds: 300 },
  // Issuer checks and register extracts, which the company pays for.
  'paidLookups.company': { per: 'company', limit: 120, windowSeconds: 600 },
  // Requests by link, valid or not: several recipients may share one address.
  'publicRequest.ip': { per: 'ip', limit: 300, windowSeconds: 60 },
  // File uploads: a batch of scans, possibly by a script.
  'uploads.member': { per: 'member', limit: 300, windowSeconds: 60 },
  // A recipient uploads several files for each of a few items, some repeatedly.
  'uploads.link': { per: 'link', limit: 60, windowSeconds: 600 },
} as const satisfies Record<
  string,
  {
    per:
      | 'ip'
      | 'network'
      | 'device'
      | 'loginId'
      | 'ipAndLoginId'
      | 'all'
      | 'person'
      | 'member'
      | 'company'
      | 'link';
    limit: number;
    windowSeconds: number;
  }
>;

export type RateLimitName = keyof typeof rateLimits;
