import {
  FAQ_ARTICLE_NAMES,
  FAQ_ARTICLES,
  type FaqArticleName,
  type FaqBlock,
  helpApi,
  isAboutPage,
} from '@kreide/core/features/help';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toReason } from '../../kernel/reason.ts';
import { session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import styles from './Faq.module.css';
import { FurtherHelp } from './FurtherHelp.tsx';

const isArticle = (name: string | undefined): name is FaqArticleName =>
  FAQ_ARTICLE_NAMES.some((article) => article === name);

/** `/help/article-details/:category?/:article?`: one answer (P-2.84); with one name it is that of the article. `?at=` is the page that it is about: there one goes back to. */
export function ArticleScreen() {
  const { category, article = category } = useParams();
  if (!isArticle(article)) return <Redirect to={`/help/articles/${category ?? ''}`} />;
  return <Article key={article} article={article} />;
}

function Article({ article }: { article: FaqArticleName }) {
  const { t, language } = useTranslation(['help', 'errors', 'shell']);
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  const at = useSearchParams()[0].get('at') ?? '';
  const answer = useQuery(queryOf(helpApi.getFaq, { params: { article } }, { language }));
  usePageHead({ title: answer.data?.title ?? '' });
  const { category, page } = FAQ_ARTICLES[article];
  const from = isAboutPage(article, at) ? at : null;
  const href = from ?? page;
  return (
    <div className={styles.screen}>
      {from && <WayBack href={from} label={t('shell:back')} />}
      <Loaded
        query={answer}
        skeleton={{ type: 'list', items: 4, label: t('faq.loading') }}
        errorTitle={t('faq.errorTitle')}
      >
        {({ title, blocks }) => (
          <Card isRoomy>
            <article className={styles.article}>
              {!isSignedIn && <h1>{title}</h1>}
              {blocks.map((block) => (
                <Block key={block.lines.join()} block={block} />
              ))}
              {isSignedIn && href && (
                <div>
                  <LinkButton icon="arrowRight" href={href}>
                    {t('faq.open')}
                  </LinkButton>
                </div>
              )}
              {isSignedIn && <Vote article={article} />}
            </article>
          </Card>
        )}
      </Loaded>
      <RowList label={t('faq.topics')}>
        <LinkRow icon="help" href={`/help/articles/${category}`} text={t(`faq.category.${category}`)} />
        <LinkRow icon="help" href="/help/articles" text={t('faq.all')} />
      </RowList>
      <FurtherHelp />
    </div>
  );
}

function Block({ block: { kind, lines } }: { block: FaqBlock }) {
  if (kind === 'text') return <p>{lines.join(' ')}</p>;
  const List = kind === 'steps' ? 'ol' : 'ul';
  return (
    <List>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  );
}

/** Says whether an article has helped (P-7.38). */
function Vote({ article }: { article: FaqArticleName }) {
  const { t } = useTranslation(['help', 'errors']);
  const up = useMutation(mutationOf(helpApi.voteUp, { messages: false }));
  const down = useMutation(mutationOf(helpApi.voteDown, { messages: false }));
  const args = { params: { article } };
  const question = useId();
  const isVoted = up.isSuccess || down.isSuccess;
  const error = up.error ?? down.error;
  return (
    <fieldset className={styles.vote} aria-labelledby={question}>
      <span id={question}>{t('faq.helped')}</span>
      {!isVoted && (
        <>
          <Button isPending={up.isPending} onPress={() => up.mutate(args)}>
            {t('faq.yes')}
          </Button>
          <Button isPending={down.isPending} onPress={() => down.mutate(args)}>
            {t('faq.no')}
          </Button>
        </>
      )}
      <p role="status">{isVoted && t('faq.voted')}</p>
      <Problem text={error && !isVoted ? t('faq.voteFailed', { reason: toReason(t, error) }) : null} />
    </fieldset>
  );
}
