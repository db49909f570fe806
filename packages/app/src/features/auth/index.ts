export { NewPasswordFields, NO_PASSWORD, useNewPasswordRules } from './NewPasswordFields.tsx';
export { useProblemWords } from './use-problem-words.ts';
