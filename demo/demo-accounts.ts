/** A sign-in that exists in the sandbox only. Its password is `demoPassword`. */
export interface DemoAccount {
  loginId: string;
  name: string;
  /** The identity service's user id. */
  userId: string;
  /** Purpose, shown on the sign-in page and the console. */
  note: string;
  realm: 'member' | 'admin';
}

/** Password of every demo sign-in. Public: a database that contains these accounts only runs in the sandbox. */
export const demoPassword = 'assay-demo-2026';

const account = (
  loginId: string,
  name: string,
  userId: string,
  note: string,
  realm: DemoAccount['realm'] = 'member',
): DemoAccount => ({ loginId, name, userId, note, realm });

export const demoOwner = account(
  'owner@demo.test',
  'Ola Sampleton',
  'U2demoowner00000000000000001',
  'Owner of the demo company',
);
export const demoOfficer = account(
  'officer@demo.test',
  'Rewi Placeholder',
  'U2demoofficer000000000000002',
  'Member and compliance officer',
);
export const demoStaff = account(
  'staff@demo.test',
  'Min-Ji Mockford',
  'U2demostaff00000000000000003',
  'Member',
);
export const demoAuditor = account(
  'auditor@demo.test',
  'Anjali Specimen',
  'U2demoauditor000000000000004',
  'Auditor: reads, and changes nothing',
);
export const demoNewcomer = account(
  'new@demo.test',
  'Nova Firstday',
  'U2demonew0000000000000000005',
  'Just signed up: company not set up yet',
);
/** Key of the demo admin's authenticator app, base32. Public, like the password. */
export const demoAdminTotpKey = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export const demoAdmin = account(
  'admin@demo.test',
  'Ada Platformer',
  'U2demoadmin00000000000000006',
  'Platform admin, signs in at /admin/login',
  'admin',
);

/** The demo sign-ins, in display order. */
export const demoAccounts: readonly DemoAccount[] = [
  demoOwner,
  demoOfficer,
  demoStaff,
  demoAuditor,
  demoNewcomer,
  demoAdmin,
];
