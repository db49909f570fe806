import { type ConnectorReport, dataSyncApi, type SyncSettings } from '@kreide/core/features/data-sync';
import { ApiError, type TextsIn, type Translate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './DataSync.module.css';
import { Further } from './Further.tsx';
import { Nights } from './Nights.tsx';

/** Locks here who is gone from the directory, and unlocks who is back: shown first (T-7.114). */
export function SyncConnector({ settings, params }: { settings: SyncSettings; params: { id: string } }) {
  const { t } = useTranslation('data-sync');
  const [reason, setReason] = useState<string | null>(null);
  const [report, setReport] = useState<ConnectorReport | null>(null);
  const [acceptsMany, setAcceptsMany] = useState(false);
  const sync = useMutation(
    mutationOf(dataSyncApi.syncConnector, { touches: [dataSyncApi.listConnectorRuns], messages: false }),
  );

  async function run(isDry: boolean) {
    if (sync.isPending) return;
    setReason(null);
    try {
      const agreed = report && !isDry ? { version: report.version, accepts_many: acceptsMany } : {};
      const data = await sync.mutateAsync({ params, body: { is_dry_run: isDry, ...agreed } });
      setReport(data);
      setAcceptsMany(false);
    } catch (thrown) {
      const error = ApiError.from(thrown);
      // Somebody has changed meanwhile: what is agreed to is looked at again.
      if (error.code === 'conflict') setReport(null);
      setReason(error.code === 'conflict' ? t('connector.outdated') : toSaid(error));
    }
  }
  const hasChanges = report?.is_dry_run && report.gone_count + report.back_count > 0;

  return (
    <Card isRoomy>
      <div className={styles.reading}>
        <h2>{t('connector.title')}</h2>
        <p className={styles.hint}>{t('connector.intro')}</p>
        <div className={styles.actions}>
          <Button icon="refresh" isPending={sync.isPending} onPress={() => void run(true)}>
            {t('connector.compare')}
          </Button>
        </div>
        <div role="status">{report && <p>{sumOf(report, t)}</p>}</div>
        {hasChanges && (
          <>
            <People
              label={t('connector.gone', { count: report.gone_count })}
              people={report.gone}
              count={report.gone_count}
            />
            <People
              label={t('connector.back', { count: report.back_count })}
              people={report.back}
              count={report.back_count}
            />
            {report.is_many && (
              <Checkbox isSelected={acceptsMany} onChange={setAcceptsMany}>
                {t('connector.many')}
              </Checkbox>
            )}
            <div className={styles.actions}>
              <Button
                look="primary"
                isDisabled={report.is_many && !acceptsMany}
                isPending={sync.isPending}
                onPress={() => void run(false)}
              >
                {t('connector.apply')}
              </Button>
              <Button onPress={() => setReport(null)}>{t('cancel')}</Button>
            </div>
          </>
        )}
        <Problem text={reason} />
        <Nights settings={settings} params={params} />
      </div>
    </Card>
  );
}

function sumOf(report: ConnectorReport, t: Translate<TextsIn<'data-sync'>>) {
  const { is_dry_run, connected, gone_count: gone, back_count: back, kept_administrators: kept } = report;
  const words = [
    gone + back === 0 && is_dry_run
      ? t('connector.same', { count: connected })
      : t(is_dry_run ? 'connector.wouldBe' : 'connector.done', { connected, gone, back }),
  ];
  if (kept > 0) words.push(t('connector.administrators', { count: kept }));
  return words.join(' ');
}

interface Person {
  id: number;
  name: string;
  class: string | null;
  why?: 'missing' | 'disabled';
}

function People({ label, people, count }: { label: string; people: readonly Person[]; count: number }) {
  const { t } = useTranslation('data-sync');
  if (people.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <ul className={styles.list}>
        {people.map(({ id, name, class: grade, why }) => (
          <li key={id}>{[name, grade, why && t(`connector.${why}`)].filter(Boolean).join(' · ')}</li>
        ))}
        <Further count={count - people.length} />
      </ul>
    </section>
  );
}
