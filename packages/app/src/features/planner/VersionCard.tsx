import type { PlanVersion } from '@kreide/core/features/planner';
import { isAllowed, writeDate, writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Planner.module.css';

interface VersionCardProps {
  version: PlanVersion;
  onPublish: () => void;
  onHistory: () => void;
  onRename: () => void;
  onRemove: () => void;
}

/** A version with what is known of it and what can be done with it. */
export function VersionCard({ version, onPublish, onHistory, onRename, onRemove }: VersionCardProps) {
  const { t, language } = useTranslation('planner');
  const { school } = useSelf();
  const { number, note, state, lessons, published } = version;
  const title = t('version', { number });
  const made = {
    name: version.created_by ?? t('somebody'),
    at: writeMoment(language, new Date(version.created_at), school.time_zone, 'medium'),
  };
  return (
    <Card>
      <section className={styles.version} aria-label={title}>
        <div className={styles.about}>
          <h2>
            {title} <Tag look={state === 'PUBLISHED' ? 'success' : 'plain'}>{t(`state.${state}`)}</Tag>
          </h2>
          {note !== '' && <p>{note}</p>}
          <p className={styles.muted}>
            {t('lessons', { count: lessons })} · {t('madeBy', made)}
          </p>
          {published && (
            <p className={styles.muted}>
              {t('publishedBy', {
                from: writeDate(language, published.from, 'medium'),
                name: published.by ?? t('somebody'),
              })}
            </p>
          )}
          {version.is_overtaken && <p className={styles.warning}>{t('overtaken')}</p>}
          {version.is_old && <p className={styles.warning}>{t('old')}</p>}
        </div>
        <div className={styles.actions}>
          {isAllowed(version.can, 'update') && (
            <LinkButton
              href={`/management/${school.uuid}/timetable/grades/first?version=${version.uuid}`}
              icon="edit"
              aria-label={t('openOf', { number })}
            >
              {t('open')}
            </LinkButton>
          )}
          {isAllowed(version.can, 'propose') && lessons > 0 && (
            <LinkButton
              href={`/management/${school.uuid}/advanced-timetable/${version.id}/proposal`}
              aria-label={t('proposal.openOf', { number })}
            >
              {t('proposal.open')}
            </LinkButton>
          )}
          {isAllowed(version.can, 'update') && (
            <LinkButton
              href={`/management/${school.uuid}/advanced-timetable/${version.id}/rails`}
              aria-label={t('rails.openOf', { number })}
            >
              {t('rails.open')}
            </LinkButton>
          )}
          {isAllowed(version.can, 'publish') && lessons > 0 && (
            <Button aria-label={t('publishOf', { number })} onPress={onPublish}>
              {t('publish')}
            </Button>
          )}
          <Button look="quiet" icon="clock" aria-label={t('historyOf', { number })} onPress={onHistory}>
            {t('history')}
          </Button>
          {isAllowed(version.can, 'update') && (
            <Button look="quiet" aria-label={t('renameOf', { number })} onPress={onRename}>
              {t('rename')}
            </Button>
          )}
          {isAllowed(version.can, 'remove') && (
            <Button look="quiet" icon="trash" aria-label={t('removeOf', { number })} onPress={onRemove}>
              {t('remove')}
            </Button>
          )}
        </div>
      </section>
    </Card>
  );
}
