import { useStore } from 'zustand';
import { START_ROUTE } from '../../kernel/guards.ts';
import { session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';

/** Any address without a page (P-2.09). */
export function NotFoundScreen() {
  const { t } = useTranslation('shell');
  // The header of the app has the title already.
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  return (
    <EmptyState
      headingLevel={isSignedIn ? 2 : 1}
      icon="search"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <LinkButton look="primary" icon="home" href={START_ROUTE}>
          {t('notFound.home')}
        </LinkButton>
      }
    />
  );
}
