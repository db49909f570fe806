import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';

/** An address below `/timetable` that names no plan (T-2.07). */
export function UnknownPlan() {
  const { t } = useTranslation(['timetable', 'shell']);
  return (
    <EmptyState
      icon="search"
      title={t('shell:notFound.title')}
      text={t('shell:notFound.text')}
      action={
        <LinkButton look="primary" icon="timetable" href="/timetable">
          {t('ownPlan')}
        </LinkButton>
      }
    />
  );
}
