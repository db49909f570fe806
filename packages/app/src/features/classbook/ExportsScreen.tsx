import { type ClassbookExport, classbookApi, rangeProblems } from '@kreide/core/features/classbook';
import { type ApiError, writeDate, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Classbook.module.css';

/** Pause between two looks at an export that is being made, ms. */
const LOOK_EVERY = 1_000;

/** The files of a class book (T-2.92). */
export function ExportsScreen() {
  const { t } = useTranslation('classbook');
  const { classbook = '' } = useParams();
  const query = useQuery({
    ...queryOf(classbookApi.listExports, { params: { id: classbook } }, { staleTime: 0 }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'WAITING') ? LOOK_EVERY : false),
  });
  return (
    <div className={styles.page}>
      <p className={styles.muted}>{t('exports.intro')}</p>
      <ExportForm id={classbook} />
      <Loaded
        query={query}
        skeleton={{ items: 2, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={<p className={styles.muted}>{t('exports.empty')}</p>}
      >
        {(exports) => (
          <ul className={styles.rows} aria-label={t('exports.title')}>
            {exports.map((one) => (
              <li key={one.id}>
                <Export one={one} id={classbook} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function ExportForm({ id }: { id: string }) {
  const { t } = useTranslation(['classbook', 'errors']);
  const { schoolyears } = useSelf().school.timetable;
  const year = schoolyears.find(({ classbook }) => String(classbook.id) === id);
  const [from, setFrom] = useState(year?.begins_at ?? '');
  const [to, setTo] = useState(year?.ends_at ?? '');
  const [problem, setProblem] = useState<string>();
  const create = useMutation(
    mutationOf(classbookApi.createExport, { messages: false, touches: [classbookApi.listExports] }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { begins_at: from, ends_at: to };
    const [found] = rangeProblems(body);
    setProblem(found && t(`rules.${found.rule}`, found.params));
    if (!found) create.mutate({ params: { id }, body });
  };
  const reasonOf = ({ code, issues }: ApiError) =>
    issues[0]?.message ?? (code === 'conflict' ? t('exports.running') : t(`errors:${code}`));
  return (
    <form className={styles.panel} onSubmit={submit} noValidate>
      <div className={styles.days}>
        <DatePicker label={t('filters.from')} value={from} onChange={setFrom} fallback={year?.begins_at ?? from} />
        <DatePicker
          label={t('filters.to')}
          value={to}
          onChange={setTo}
          fallback={year?.ends_at ?? to}
          errorMessage={problem}
        />
      </div>
      <Problem text={create.error && reasonOf(create.error)} />
      <div>
        <Button type="submit" look="primary" isPending={create.isPending}>
          {t('exports.create')}
        </Button>
      </div>
    </form>
  );
}

function Export({ one, id }: { one: ClassbookExport; id: string }) {
  const { t, language } = useTranslation('classbook');
  const { school } = useSelf();
  const [from, to] = [one.begins_at, one.ends_at].map((date) => writeDate(language, date, 'medium'));
  const span = t('exports.span', { from: from ?? '', to: to ?? '' });
  const save = useMutation({
    ...mutationOf(classbookApi.downloadExport),
    onSuccess: (content) => saveFile(content, `${t('title')} ${one.begins_at} ${one.ends_at}.pdf`),
  });
  const date = writeMoment(language, new Date(one.created_at), school.time_zone, 'medium');
  return (
    <div className={styles.export}>
      <span className={styles.words}>
        <b>{span}</b>
        <span className={styles.small}>{one.author === null ? date : t('exports.by', { name: one.author, date })}</span>
      </span>
      {one.state === 'WAITING' && <Tag look="dashed">{t('exports.waiting')}</Tag>}
      {one.state === 'FAILED' && <span className={styles.muted}>{t('exports.failed')}</span>}
      {one.state === 'READY' && (
        <Button
          icon="download"
          isPending={save.isPending}
          onPress={() => save.mutate({ params: { id, exportId: String(one.id) } })}
        >
          {t('exports.download')}
        </Button>
      )}
    </div>
  );
}
