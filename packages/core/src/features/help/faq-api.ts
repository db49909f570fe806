import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { FAQ_SEARCH_MAXIMUM, faqArticle, faqEntry, faqName, faqQuery } from './faq.ts';

const voting = { method: 'PUT', auth: 'user', needs: 'member', params: faqName, answer: null } as const;

export const listFaq = endpoint({
  method: 'GET',
  path: '/support/faq',
  auth: 'public',
  needs: 'nothing',
  query: faqQuery,
  answer: f.answerOf(z.array(faqEntry)),
  summary: 'The questions that are answered, in the reader’s language; with `search` what fits, the best first.',
});

export const missFaq = endpoint({
  method: 'POST',
  path: '/support/faq/misses',
  auth: 'user',
  needs: 'member',
  body: z.strictObject({ search: f.line(FAQ_SEARCH_MAXIMUM) }),
  answer: null,
  summary: 'Counts a search that has found nothing, without who has made it: the operator learns what is missing.',
});

export const getFaq = endpoint({
  method: 'GET',
  path: '/support/faq/{article}',
  auth: 'public',
  needs: 'nothing',
  params: faqName,
  answer: f.answerOf(faqArticle),
  summary: 'One answered question, in the reader’s language.',
});

export const voteUp = endpoint({
  ...voting,
  path: '/support/faq/{article}/vote/up',
  summary: 'Says that an article has helped; a later vote of the same person replaces it.',
});

export const voteDown = endpoint({
  ...voting,
  path: '/support/faq/{article}/vote/down',
  summary: 'Says that an article has not helped; a later vote of the same person replaces it.',
});
