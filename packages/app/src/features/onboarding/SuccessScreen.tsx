import { DEFAULT_ROUTE, toOnboarding } from '../../kernel/guards.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';

/** The school works; what was left out waits on the start page (P-2.97). */
export function SuccessScreen() {
  const { t } = useTranslation('onboarding');
  const { school } = useSelf();
  const isDone = school.state !== 'ONBOARDING';
  return (
    <EmptyState
      icon={isDone ? 'checkCircle' : 'list'}
      title={t(isDone ? 'success.head' : 'success.notYet', { school: school.name })}
      text={t(isDone ? 'success.text' : 'success.notYetText')}
      action={
        <LinkButton look="primary" href={isDone ? DEFAULT_ROUTE : toOnboarding(school.uuid)}>
          {t(isDone ? 'success.start' : 'success.back')}
        </LinkButton>
      }
    />
  );
}
