/** Why a code lets nobody in, and its sentence for the owner who entered it. */
export const codeRefusals = {
  'code-unknown':
    'No bridge is waiting with this code. Compare it letter by letter with what your bridge shows.',
  'code-expired': 'This code has expired. Your bridge shows a new one.',
  'code-used': 'This code was used already. If your bridge still waits, it shows a new one.',
} as const;

export type CodeRefusal = keyof typeof codeRefusals;
