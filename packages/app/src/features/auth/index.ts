import { late } from '../../kernel/late.ts';

export { NewPasswordFields, NO_PASSWORD, useNewPasswordRules } from './NewPasswordFields.tsx';
export { useProblemWords } from './use-problem-words.ts';
/** The second step of a sign-in that began otherwise than by a password. */
export const SecondStep = late(async () => (await import('./SecondStep.tsx')).SecondStep);
