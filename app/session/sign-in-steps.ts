/** The current step of a sign-in page. */
export type SignInStep = 'password' | 'code' | 'sso' | 'forgotten' | 'resetSent' | 'newPassword' | 'usedLink';
