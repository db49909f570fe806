import { translationsApi } from '@kreide/core/features/translations';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import { TranslatorError } from '../../kernel/outbound/translator.ts';

export function translationsFeature({ translator, log }: Pick<FeatureParts, 'translator' | 'log'>): Feature {
  return {
    implemented: implement(translationsApi, {
      async listLanguages({ fail }) {
        if (!translator) return { data: { service: null, languages: [] } };
        try {
          return { data: { service: translator.host, languages: [...(await translator.languages())] } };
        } catch (err) {
          if (!(err instanceof TranslatorError)) throw err;
          log.warn({ err }, 'the translation service did not say its languages');
          return fail('translation_failed');
        }
      },
    }),
  };
}
