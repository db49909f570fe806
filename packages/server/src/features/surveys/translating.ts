import type { surveysApi } from '@kreide/core/features/surveys';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { translateTexts } from '../translations/index.ts';
import { openSurvey, type SurveyHandlerParts } from './opened.ts';

/** What a survey asks in another language, for its readers (C-7.80). */
export function translatingHandlers(parts: SurveyHandlerParts) {
  return {
    async translate(context: HandlerContext<(typeof surveysApi)['translate']>) {
      const { params, query, fail } = context;
      const { questions } = await openSurvey(context, params.id, parts);
      // The answer that stands for own words has no text of its own.
      const asked = questions.map(({ uuid, question, options }) => ({
        uuid,
        question,
        options: options.filter(({ has_user_option }) => !has_user_option),
      }));
      const texts = asked.flatMap(({ question, options }) => [question, ...options.map(({ name }) => name)]);
      const { lang, texts: translated } = (await translateTexts(parts, texts, query.lang, fail)).data;
      const rest = [...translated];
      const next = () => rest.shift() ?? '';
      return {
        data: {
          lang,
          questions: asked.map(({ uuid, options }) => ({
            uuid,
            question: next(),
            options: options.map(({ id }) => ({ id, name: next() })),
          })),
        },
      };
    },
  };
}
