export { TranslateDialog, useTranslations } from './use-translations.ts';
