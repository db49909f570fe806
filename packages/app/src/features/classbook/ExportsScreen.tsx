import { type ClassbookExport, classbookApi, rangeProblems } from '@kreide/core/features/classbook';
import { writeDate, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
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
  const create = useMutation(
    mutationOf(classbookApi.createExport, { messages: false, touches: [classbookApi.listExports] }),
  );
  const form = useForm({
    initial: { begins_at: year?.begins_at ?? '', ends_at: year?.ends_at ?? '' },
    // Of a range both ends say what is wrong: it stands at the second.
    problems: (range) =>
      rangeProblems(range).map(({ rule, params }) => ({ field: 'ends_at', text: t(`rules.${rule}`, params) })),
    send: (body) => create.mutateAsync({ params: { id }, body }),
    toWords: (error) => (error.code === 'export_running' ? t('exports.running') : toReason(t, error)),
  });
  const { values, change } = form;
  return (
    <BareForm form={form} className={styles.panel}>
      <div className={styles.days}>
        <DatePicker
          label={t('filters.from')}
          value={values.begins_at}
          onChange={(begins_at) => change({ begins_at })}
          fallback={year?.begins_at ?? values.begins_at}
          errorMessage={form.errorOf('begins_at')}
        />
        <DatePicker
          label={t('filters.to')}
          value={values.ends_at}
          onChange={(ends_at) => change({ ends_at })}
          fallback={year?.ends_at ?? values.ends_at}
          errorMessage={form.errorOf('ends_at')}
        />
      </div>
      <Problem text={form.failure} />
      <div>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('exports.create')}
        </Button>
      </div>
    </BareForm>
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
