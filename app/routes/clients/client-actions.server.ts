import { readForm } from '../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { answerBusinessVerificationStart } from '../business-verifications/panel.server.ts';
import { answerRequest } from '../document-requests/answers.server.ts';
import { answerVerificationStart } from '../individual-verifications/panel.server.ts';
import { answerClientMove } from './diligence.server.ts';
import { answerFinding } from './findings.server.ts';
import { answerParty } from './parties.server.ts';
import { answerScreening } from './screening-panel.server.ts';

/** A post to the client's page, by the panel whose form it is; the moves of the client are the rest. */
export async function answerClientPage(args: MemberArgs) {
  const form = await readForm(args.request);
  switch (form.get('panel')) {
    case 'party':
      return answerParty(args, form);
    case 'verification':
      return answerVerificationStart(args, form);
    case 'kyb':
      return answerBusinessVerificationStart(args, form);
    case 'screening':
      return answerScreening(args, form);
    case 'request':
      return answerRequest(args, form);
    case 'finding':
      return answerFinding(args, form);
    default:
      return answerClientMove(args, form);
  }
}
