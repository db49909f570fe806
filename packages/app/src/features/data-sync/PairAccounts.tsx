import { dataSyncApi, type PairsList, type PairsReport, type SyncSettings } from '@kreide/core/features/data-sync';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './DataSync.module.css';
import { Further } from './Further.tsx';

interface PairAccountsProps {
  pairing: SyncSettings['pairing'];
  params: { id: string };
}

/** A list of pairs that was read and not taken yet, with what it would do. */
interface Tried {
  file: File;
  report: PairsReport;
}

/** Connects accounts with people of the directory before they come: a list to look through, taken back when it is right (T-7.116, T-7.117). */
export function PairAccounts({ pairing, params }: PairAccountsProps) {
  const { t } = useTranslation(['data-sync', 'shell']);
  const [reason, setReason] = useState<string | null>(null);
  const [made, setMade] = useState<PairsList | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const [done, setDone] = useState<PairsReport | null>(null);
  const [isAsking, setAsking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const options = { touches: [dataSyncApi.getSources], messages: false } as const;
  const generate = useMutation(mutationOf(dataSyncApi.generatePairs, { messages: false }));
  const take = useMutation(mutationOf(dataSyncApi.importPairs, options));
  const undo = useMutation(mutationOf(dataSyncApi.undoPairs, options));
  // What was taken may differ from what was tried: the file, or the school, has changed meanwhile.
  const shown = tried?.report ?? done;
  const isPending = generate.isPending || take.isPending || undo.isPending;

  async function run(work: () => Promise<void>) {
    if (isPending) return;
    setReason(null);
    setDone(null);
    try {
      await work();
    } catch (thrown) {
      setReason(toSaid(ApiError.from(thrown)));
    }
  }
  const write = () =>
    run(async () => {
      const data = await generate.mutateAsync({ params });
      setMade(data);
      const { saveFile } = await import('../../kernel/save-file.ts');
      saveFile(new Blob([data.text], { type: 'text/csv' }), data.name);
    });
  const read = (file: File, isDry: boolean) =>
    run(async () => {
      const files = [{ name: file.name, content: file }];
      const data = await take.mutateAsync({ params, body: { is_dry_run: `${isDry}` }, files });
      setTried(isDry ? { file, report: data } : null);
      if (!isDry) setDone(data);
    });
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file again is a choice too.
    target.value = '';
    if (file) void read(file, true);
  }

  return (
    <Card isRoomy>
      <div className={styles.reading}>
        <h2>{t('pairs.title')}</h2>
        <p className={styles.hint}>{t('pairs.intro')}</p>
        <div className={styles.actions}>
          <Button icon="download" isPending={generate.isPending} onPress={() => void write()}>
            {t('pairs.generate')}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept=".csv,text/csv"
            hidden
            aria-label={t('pairs.import')}
            onChange={choose}
          />
          <Button icon="upload" isPending={take.isPending} onPress={() => chooser.current?.click()}>
            {t('pairs.import')}
          </Button>
        </div>
        <div role="status">
          {made && !tried && !done && <p>{t('pairs.made', { ...made.counts, without: made.without_entry })}</p>}
          {tried && <p>{t('pairs.tried', { count: tried.report.connected, unchanged: tried.report.unchanged })}</p>}
          {done && <p>{t('pairs.done', { count: done.connected })}</p>}
        </div>
        {shown && shown.refused_count > 0 && <Refused report={shown} />}
        {tried && (
          <div className={styles.actions}>
            {tried.report.connected > 0 && (
              <Button look="primary" isPending={take.isPending} onPress={() => void read(tried.file, false)}>
                {t('pairs.connect', { count: tried.report.connected })}
              </Button>
            )}
            <Button onPress={() => setTried(null)}>{t('cancel')}</Button>
          </div>
        )}
        <Problem text={reason} />
        {pairing && !tried && <LastPairing pairing={pairing} onUndo={() => setAsking(true)} />}
      </div>
      {isAsking && pairing && (
        <ConfirmDialog
          title={t('pairs.undoTitle')}
          texts={{ confirm: t('pairs.undo'), cancel: t('cancel'), close: t('shell:close') }}
          isPending={undo.isPending}
          onConfirm={() => void run(async () => void (await undo.mutateAsync({ params }))).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <p>{t('pairs.undoText', { count: pairing.people })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function LastPairing({ pairing, onUndo }: { pairing: NonNullable<SyncSettings['pairing']>; onUndo: () => void }) {
  const { t, language } = useTranslation('data-sync');
  const { time_zone } = useSelf().school;
  return (
    <div className={styles.actions}>
      <p className={styles.hint}>
        {t('pairs.last', {
          count: pairing.people,
          at: writeMoment(language, new Date(pairing.paired_at), time_zone, 'medium'),
        })}
      </p>
      <Button onPress={onUndo}>{t('pairs.undo')}</Button>
    </div>
  );
}

function Refused({ report }: { report: PairsReport }) {
  const { t } = useTranslation('data-sync');
  return (
    <section aria-label={t('pairs.refused', { count: report.refused_count })}>
      <h3>{t('pairs.refused', { count: report.refused_count })}</h3>
      <ul className={styles.list}>
        {report.refused.map(({ row, account, entry, message }) => (
          <li key={row}>{t('pairs.refusedRow', { row, name: account || entry || '–', reason: message })}</li>
        ))}
        <Further count={report.refused_count - report.refused.length} />
      </ul>
    </section>
  );
}
