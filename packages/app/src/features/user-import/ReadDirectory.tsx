import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Import.module.css';
import { useOwnSchool, useRunActions } from './use-run.ts';

/** The list of a comparison with a directory: it is read, as often as somebody asks (T-2.118). */
export function ReadDirectory() {
  const { t } = useTranslation('user-import');
  const { school } = useSelf();
  const params = useOwnSchool();
  const { readDirectory } = useRunActions();
  return (
    <Card isRoomy>
      <div className={styles.section}>
        <p role="status" className={styles.hint}>
          {readDirectory.isPending && t('year.reading')}
        </p>
        <Problem text={readDirectory.error && toSaid(readDirectory.error)} />
        <div className={styles.actions}>
          <Button
            look="primary"
            icon="download"
            isPending={readDirectory.isPending}
            onPress={() => readDirectory.mutate({ params })}
          >
            {t('year.read')}
          </Button>
          <LinkButton href={`/management/${school.uuid}/school-data/directory`}>{t('year.toDirectory')}</LinkButton>
        </div>
      </div>
    </Card>
  );
}
