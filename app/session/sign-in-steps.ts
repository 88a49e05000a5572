/** The current step of a sign-in page. */
export type SignInStep = 'password' | 'code' | 'forgotten' | 'resetSent' | 'newPassword' | 'usedLink';
