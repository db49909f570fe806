import type { AskedLetters, TriedLetters } from '@kreide/core/features/activation-letters';
import { LANGUAGES, type Language } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LANGUAGE_NAMES } from '../../kernel/i18n.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Letters.module.css';
import { gradesQuery, orderLetters, runsQuery, tryLetters } from './letters-queries.ts';
import { type LettersWish, useLettersWish } from './use-letters-wish.ts';

const ALL = 'all';
const WAYS = ['paper', 'mail'] as const;

/** For whom, in which way; what that would do is told before. */
export function LettersOrder() {
  const { t, language: own } = useTranslation(['activation-letters', 'errors']);
  const { wish, setGrade } = useLettersWish();
  const [way, setWay] = useState<(typeof WAYS)[number]>('paper');
  const [language, setLanguage] = useState<Language>(own);
  const trial = useMutation(tryLetters);
  const order = useMutation(orderLetters);
  const { mutate } = trial;
  const runs = useQuery(runsQuery);
  // Which codes would end changes with each order that is done, so it is asked again then.
  const made = runs.data?.filter(({ state }) => state !== 'waiting').length ?? 0;
  const body: AskedLetters = { people: wish.people, by_mail: way === 'mail', language };
  const question = JSON.stringify({ body, made });
  useEffect(() => mutate({ body: (JSON.parse(question) as { body: AskedLetters }).body }), [question, mutate]);
  const tried = trial.isPending ? undefined : trial.data;
  const error = order.error ?? trial.error;
  const start = () =>
    order.mutate({ body }, { onSuccess: () => toasts.show('success', t('started'), { topic: 'letters' }) });
  return (
    <Card isRoomy>
      <section className={styles.form} aria-labelledby="letters-whom">
        <h2 id="letters-whom">{t('whom')}</h2>
        <Whom wish={wish} onGrade={setGrade} />
        {trial.data?.has_mail && (
          <SegmentedControl
            label={t('way')}
            segments={WAYS.map((key) => ({ key, label: t(`ways.${key}`) }))}
            value={way}
            onChange={setWay}
          />
        )}
        <div>
          <Select
            label={t('language')}
            options={LANGUAGES.map((key) => ({ key, text: LANGUAGE_NAMES[key], lang: key }))}
            value={language}
            onChange={setLanguage}
          />
          <p className={styles.hint}>{t('languageHint')}</p>
        </div>
        <div className={styles.form} role="status">
          {trial.isPending && <p>{t('counting')}</p>}
          {tried && <Told tried={tried} />}
        </div>
        <Problem text={error && toReason(t, error)} />
        <div className={styles.actions}>
          <Button
            look="primary"
            icon="print"
            isDisabled={!tried || tried.paper + tried.mail === 0}
            isPending={order.isPending}
            onPress={start}
          >
            {t('make')}
          </Button>
        </div>
      </section>
    </Card>
  );
}

/** Who is meant: whoever was chosen in the list of people, or all who wait, of a class or of the school. */
function Whom({ wish, onGrade }: { wish: LettersWish; onGrade: (grade: string) => void }) {
  const { t, language } = useTranslation('activation-letters');
  const grades = useQuery({ ...gradesQuery, enabled: wish.kind === 'waiting' }).data ?? [];
  if (wish.kind === 'chosen') return <p>{t('chosen', { number: wish.number.toLocaleString(language) })}</p>;
  if (wish.kind === 'list') return <p>{t('list')}</p>;
  return (
    <>
      <p>{t('waiting')}</p>
      <Select
        label={t('grade')}
        options={[
          { key: ALL, text: t('allGrades') },
          ...grades.map((one) => ({ key: `${one.id}`, text: one.shortcut })),
        ]}
        value={wish.grade || ALL}
        onChange={(key) => onGrade(key === ALL ? '' : key)}
      />
    </>
  );
}

/** How many letters and mails, which codes end, and who is left out. */
function Told({ tried }: { tried: TriedLetters }) {
  const { t, language } = useTranslation('activation-letters');
  const number = (value: number) => ({ number: value.toLocaleString(language) });
  const { paper, mail, replaced, left_out } = tried;
  return (
    <>
      {paper + mail === 0 && <p>{t('nobody')}</p>}
      {paper + mail > 0 && (
        <p className={styles.counts}>
          <strong>{t('paper', number(paper))}</strong>
          {mail > 0 && <strong>{t('byMail', number(mail))}</strong>}
        </p>
      )}
      {replaced > 0 && <p className={styles.warning}>{t('replaced', number(replaced))}</p>}
      {left_out.length > 0 && (
        <ul className={styles.left}>
          {left_out.map(({ reason, count }) => (
            <li key={reason}>
              {t(`reasons.${reason}`)}: {count.toLocaleString(language)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
