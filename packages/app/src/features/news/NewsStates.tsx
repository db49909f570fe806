import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';

/** Shown instead of a page that the user may not open: says so, with a link back. */
export function Refused() {
  const { t } = useTranslation(['news', 'frame']);
  return (
    <EmptyState
      icon="lock"
      title={t('frame:refused.title')}
      text={t('refused')}
      action={<LinkButton href="/news">{t('single.back')}</LinkButton>}
    />
  );
}

/** Shown instead of an item that does not exist, or no longer does. */
export function NoNews() {
  const { t } = useTranslation('news');
  return (
    <EmptyState
      icon="search"
      title={t('single.missingTitle')}
      text={t('single.missingText')}
      action={<LinkButton href="/news">{t('single.back')}</LinkButton>}
    />
  );
}
