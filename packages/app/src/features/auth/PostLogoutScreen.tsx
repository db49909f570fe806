import { START_ROUTE } from '../../kernel/guards.ts';
import { readLastSchool } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';

/** The public page after a sign-out, also the return address of a single sign-on (P-2.11). */
export function PostLogoutScreen() {
  const { t } = useTranslation('auth');
  const slink = readLastSchool()?.slink;
  return (
    <EmptyState
      headingLevel={1}
      icon="checkCircle"
      title={t('postLogout.title')}
      text={t('postLogout.text')}
      action={
        <LinkButton look="primary" href={slink ? `/${slink}/login` : START_ROUTE}>
          {t('postLogout.again')}
        </LinkButton>
      }
    />
  );
}
