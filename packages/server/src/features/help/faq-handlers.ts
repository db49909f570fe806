import { FAQ_MISS_MINIMUM, type FaqArticleName, type helpApi } from '@kreide/core/features/help';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { readArticles } from './articles.ts';
import { countMiss, storeVote } from './queries/faq.ts';
import { searchArticles, toWords } from './search-articles.ts';

type Api = typeof helpApi;
type Voting = Pick<HandlerContext<Api['voteUp']>, 'params' | 'now' | 'write'> & { actor: Actor };

/**
 * The answered questions. They are searched in this process: they come with the release and are few, so a table would only be a
 * second copy that every release has to bring up to date.
 */
export function faqHandlers({ texts }: Pick<FeatureParts, 'texts'>) {
  const articles = readArticles(texts);

  async function vote({ params, actor, now, write }: Voting, is_helpful: boolean): Promise<undefined> {
    const article: FaqArticleName = params.article;
    const { school_id, user_id } = actor;
    await storeVote(await write(), { school_id, user_id, article, is_helpful, voted_at: now.toISOString() });
  }

  return {
    async listFaq({ query, language }: HandlerContext<Api['listFaq']>) {
      const { search = '', category } = query;
      const found = searchArticles(articles(language), search);
      const data = found.filter((one) => category === undefined || one.category === category);
      return { data: data.map(({ article, category, title }) => ({ article, category, title })) };
    },

    async missFaq({ body, language, now, write }: HandlerContext<Api['missFaq']>) {
      const words = toWords(body.search).join(' ');
      const isFound = searchArticles(articles(language), body.search).length > 0;
      if (words.length >= FAQ_MISS_MINIMUM && !isFound) await countMiss(await write(), language, words, now);
      return undefined;
    },

    async getFaq({ params, language }: HandlerContext<Api['getFaq']>) {
      const one = articles(language).find(({ article }) => article === params.article);
      if (!one) throw new Error(`no article ${params.article} in ${language}`);
      const { article, category, title, blocks } = one;
      return { data: { article, category, title, blocks } };
    },

    voteUp: (context: HandlerContext<Api['voteUp']>) => vote(context, true),
    voteDown: (context: HandlerContext<Api['voteDown']>) => vote(context, false),
  };
}
