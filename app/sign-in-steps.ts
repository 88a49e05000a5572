/** What a sign-in page asks for at the moment. */
export type SignInStep = 'password' | 'code' | 'forgotten' | 'resetSent' | 'newPassword';
