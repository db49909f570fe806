export { NewPasswordFields, useNewPassword } from './NewPasswordFields.tsx';
export { useProblemWords } from './use-problem-words.ts';
