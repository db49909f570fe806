import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';

/** In place of a page that somebody may not use: says so, and leads back. */
export function Refused() {
  const { t } = useTranslation(['news', 'shell']);
  return (
    <EmptyState
      icon="lock"
      title={t('shell:refused.title')}
      text={t('refused')}
      action={<LinkButton href="/feed">{t('single.back')}</LinkButton>}
    />
  );
}

/** In place of an item that is not there, or no longer. */
export function NoNews() {
  const { t } = useTranslation('news');
  return (
    <EmptyState
      icon="search"
      title={t('single.missingTitle')}
      text={t('single.missingText')}
      action={<LinkButton href="/feed">{t('single.back')}</LinkButton>}
    />
  );
}
