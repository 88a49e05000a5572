import type { VerificationStatus } from '#rules/lifecycles/checks.ts';
import type { CheckOutcome } from '#rules/verification/evidence.ts';
import type { MachineResult } from '#rules/verification/machine-result.ts';
import type { MarkProps } from '../../components/mark.tsx';

const mark = (shape: string, tone: 'quiet' | 'attention' | 'settled' | 'danger'): MarkProps => ({
  className: `mark mark-${tone}`,
  'data-mark': shape,
});

export const verificationMarks: Record<VerificationStatus, MarkProps> = {
  notStarted: mark('○', 'quiet'),
  sent: mark('◔', 'quiet'),
  opened: mark('◑', 'quiet'),
  processing: mark('◕', 'attention'),
  needsReview: mark('▲', 'attention'),
  verified: mark('✓', 'settled'),
  failed: mark('×', 'danger'),
  expired: mark('◌', 'quiet'),
  cancelled: mark('□', 'quiet'),
  error: mark('!', 'attention'),
  evidenceExpired: mark('▲', 'danger'),
};

export const machineMarks: Record<MachineResult, MarkProps> = {
  pass: mark('✓', 'settled'),
  refer: mark('▲', 'attention'),
  fail: mark('×', 'danger'),
  error: mark('!', 'attention'),
};

export const outcomeMarks: Record<CheckOutcome, MarkProps> = {
  match: mark('✓', 'settled'),
  no_match: mark('×', 'danger'),
  document_error: mark('▲', 'attention'),
  source_unavailable: mark('○', 'quiet'),
  exception: mark('▲', 'attention'),
};
