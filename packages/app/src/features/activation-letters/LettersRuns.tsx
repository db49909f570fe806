import { LEFT_OUT_NAMED, type LetterRun } from '@kreide/core/features/activation-letters';
import { toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Letters.module.css';
import { fetchLetters, oneRunQuery, runsQuery } from './letters-queries.ts';

/** Pause between two looks at what the server makes, ms. */
const LOOK_EVERY = 700;

/** What the reader has ordered, newest first, as long as it can be had. */
export function LettersRuns() {
  const { t } = useTranslation('activation-letters');
  const runs = useQuery({
    ...runsQuery,
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'waiting') ? LOOK_EVERY : false),
  });
  return (
    <section className={styles.form} aria-labelledby="letters-runs">
      <h2 id="letters-runs">{t('runs.title')}</h2>
      <Loaded
        query={runs}
        skeleton={{ type: 'list', items: 2, label: t('runs.loading') }}
        errorTitle={t('runs.errorTitle')}
        headingLevel={3}
        empty={<EmptyState icon="print" title={t('runs.none')} headingLevel={3} />}
      >
        {(all) => (
          <>
            <p className={styles.hint}>{t('runs.about')}</p>
            <ul className={styles.runs} aria-label={t('runs.title')}>
              {all.map((run) => (
                <li key={run.id}>
                  <Run run={run} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Run({ run }: { run: LetterRun }) {
  const { t, language } = useTranslation('activation-letters');
  const { time_zone } = useSelf().school;
  const number = (value: number) => value.toLocaleString(language);
  const { state, done, paper, mail, left_out } = run;
  const working = t('runs.working', { done: number(done), number: number(paper + mail) });
  const at = writeMoment(language, new Date(run.created_at), time_zone, 'medium');
  const date = writeDate(language, toLocal(new Date(run.expires_at), time_zone).date, 'long');
  return (
    <Card>
      <div className={styles.form}>
        <div className={styles.run}>
          <div className={styles.about}>
            <h3>{t('runs.made', { at })}</h3>
            <p>{t('runs.counts', { paper: number(paper), mail: number(mail) })}</p>
            {state === 'failed' && <p className={styles.warning}>{t('runs.failed')}</p>}
            {state !== 'waiting' && paper > 0 && <p>{t('runs.until', { date })}</p>}
          </div>
          {state !== 'waiting' && paper > 0 && <Download run={run} />}
        </div>
        {state === 'waiting' && (
          <div role="status">
            <p>{working}</p>
            <progress className={styles.progress} max={Math.max(paper + mail, 1)} value={done} aria-label={working} />
          </div>
        )}
        {state !== 'waiting' && left_out > 0 && <LeftOut run={run} />}
      </div>
    </Card>
  );
}

function Download({ run: { id } }: { run: LetterRun }) {
  const { t } = useTranslation(['activation-letters', 'errors']);
  const { school } = useSelf();
  const { mutate, isPending, error } = useMutation({
    ...fetchLetters,
    onSuccess: (content) => {
      const day = toLocal(new Date(), school.time_zone).date;
      saveFile(content, `${school.slink}-${day}-letters-${id}.pdf`);
    },
  });
  return (
    <div>
      <Button icon="download" isPending={isPending} onPress={() => mutate({ params: { id: `${id}` } })}>
        {t('runs.download')}
      </Button>
      <Problem text={error && toReason(t, error)} />
    </div>
  );
}

/** Who got no letter, and why. */
function LeftOut({ run: { id, left_out } }: { run: LetterRun }) {
  const { t, language } = useTranslation('activation-letters');
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...oneRunQuery(id), enabled: isOpen });
  return (
    <div>
      <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {t('runs.leftOut', { number: left_out.toLocaleString(language) })}
      </Button>
      {isOpen && (
        <Loaded
          query={query}
          skeleton={{ type: 'list', items: 2, label: t('runs.loading') }}
          errorTitle={t('runs.errorTitle')}
        >
          {({ people }) => (
            <ul className={styles.left}>
              {people.map((person) => (
                <li key={person.id}>
                  {person.displayname}: {t(`reasons.${person.reason}`)}
                </li>
              ))}
              {people.length >= LEFT_OUT_NAMED && <li>…</li>}
            </ul>
          )}
        </Loaded>
      )}
    </div>
  );
}
