export * as translationsApi from './api.ts';
export { translationErrors } from './errors.ts';
export {
  type SupportedLanguage,
  supportedLanguage,
  type Translation,
  translation,
  translationAnswer,
  translationQuery,
} from './schema.ts';
