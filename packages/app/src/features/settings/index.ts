export { chooseLanguage } from './choose-language.ts';
export { PresentPassword } from './PresentPassword.tsx';
export { Section, SectionForm } from './Section.tsx';
