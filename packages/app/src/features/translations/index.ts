export { useTranslations } from './use-translations.ts';
