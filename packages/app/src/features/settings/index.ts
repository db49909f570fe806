export { chooseLanguage } from './choose-language.ts';
export { PresentPassword } from './PresentPassword.tsx';
export { Section, SectionForm } from './Section.tsx';
export { useWaitingDeletions } from './use-waiting.ts';
