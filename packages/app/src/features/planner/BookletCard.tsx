import { BOOKLET_KINDS, type Booklet, type BookletKind, type PlanVersion } from '@kreide/core/features/planner';
import { mondayOf, toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Planner.module.css';
import { bookletsQuery, createBooklet, downloadBooklet } from './planner-queries.ts';

/** Pause between two looks at a booklet that is being made, ms. */
const LOOK_EVERY = 1_000;

interface BookletCardProps {
  /** Is any plan in force? */
  hasPlan: boolean;
  /** Versions that can be printed as drafts. */
  drafts: readonly PlanVersion[];
}

/** All plans of a week as one PDF, of the plan in force or of a draft: orders it, says how far it is, and hands it out. */
export function BookletCard({ hasPlan, drafts }: BookletCardProps) {
  const { t } = useTranslation('planner');
  const [isOpen, setOpen] = useState(false);
  const { data: booklets = [] } = useQuery({
    ...bookletsQuery,
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'WAITING') ? LOOK_EVERY : false),
  });
  return (
    <Card>
      <section className={styles.booklet} aria-label={t('booklet.title')}>
        <div className={styles.version}>
          <div className={styles.about}>
            <h2>{t('booklet.title')}</h2>
            <p className={styles.muted}>{t('booklet.about')}</p>
          </div>
          <Button
            icon="print"
            isDisabled={booklets.some(({ state }) => state === 'WAITING')}
            onPress={() => setOpen(true)}
          >
            {t('booklet.make')}
          </Button>
        </div>
        {booklets.length > 0 && (
          <ul className={styles.booklets} aria-label={t('booklet.list')}>
            {booklets.map((one) => (
              <li key={one.id} className={styles.version}>
                <Made booklet={one} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {isOpen && <BookletDialog hasPlan={hasPlan} drafts={drafts} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Made({
  booklet: { id, week, kinds, has_changes, draft_number, state, done, total, size },
}: {
  booklet: Booklet;
}) {
  const { t, language } = useTranslation('planner');
  const isDraft = draft_number !== null;
  const save = useMutation({
    ...downloadBooklet,
    onSuccess: (content) => saveFile(content, `${t(isDraft ? 'booklet.fileDraft' : 'booklet.file', { week })}.pdf`),
  });
  const told = total === null ? t('booklet.waiting') : t('booklet.progress', { done, total });
  return (
    <>
      <div className={styles.about}>
        <b>{`${t('booklet.week')} ${writeDate(language, week, 'medium')}`}</b>
        <span className={styles.muted}>
          {[
            ...kinds.map((kind) => t(`booklet.kind_${kind}`)),
            isDraft
              ? t('booklet.draft', { number: draft_number })
              : t(has_changes ? 'booklet.withChanges' : 'booklet.base'),
          ].join(' · ')}
        </span>
      </div>
      {state === 'WAITING' && (
        <div className={styles.about} role="status">
          <span>{told}</span>
          <progress max={total ?? 1} value={done} aria-label={t('booklet.waiting')} />
        </div>
      )}
      {state === 'FAILED' && <Problem text={t('booklet.failed')} />}
      {state === 'READY' && (
        <Button icon="download" isPending={save.isPending} onPress={() => save.mutate({ params: { id: `${id}` } })}>
          {t('booklet.download', { size: Math.max(1, Math.round((size ?? 0) / 1000)) })}
        </Button>
      )}
    </>
  );
}

/** Stands for the plan in force among the uuids of versions. */
const IN_FORCE = 'in-force';

function BookletDialog({ hasPlan, drafts, onClose }: BookletCardProps & { onClose: () => void }) {
  const { t } = useTranslation('planner');
  const { school } = useSelf();
  const create = useMutation(createBooklet);
  const today = toLocal(new Date(), school.time_zone).date;
  /** The first week of a plan that can be printed: this one, or that in which its school year begins. */
  const weekOf = (draft: PlanVersion | undefined) =>
    mondayOf(draft && draft.school_year.begins_at > today ? draft.school_year.begins_at : today);
  const form = useForm({
    initial: {
      version_uuid: hasPlan ? null : (drafts[0]?.uuid ?? null),
      week: weekOf(hasPlan ? undefined : drafts[0]),
      kinds: ['grades'] as BookletKind[],
      has_changes: false,
    },
    problems: ({ kinds }) => (kinds.length === 0 ? [{ field: 'kinds', text: t('booklet.noKind', {}) }] : []),
    send: (body) => create.mutateAsync({ body }),
    onSaved: onClose,
  });
  const { values, change, errorOf } = form;
  return (
    <FormDialog
      title={t('booklet.title')}
      form={form}
      texts={{ send: t('booklet.make'), cancel: t('cancel') }}
      onClose={onClose}
    >
      {drafts.length > 0 && (
        <div>
          <Select
            label={t('booklet.plan')}
            value={values.version_uuid ?? IN_FORCE}
            options={[
              ...(hasPlan ? [{ key: IN_FORCE, text: t('booklet.inForce') }] : []),
              ...drafts.map(({ uuid, number, name }) => ({ key: uuid, text: t('booklet.draftOf', { number, name }) })),
            ]}
            onChange={(key) => {
              const draft = drafts.find(({ uuid }) => uuid === key);
              const has_changes = draft ? false : values.has_changes;
              change({ version_uuid: draft?.uuid ?? null, has_changes, week: weekOf(draft) });
            }}
          />
          {values.version_uuid !== null && <p className={styles.muted}>{t('booklet.aboutDraft')}</p>}
          <Problem text={errorOf('version_uuid')} />
        </div>
      )}
      <DatePicker
        label={t('booklet.week')}
        value={values.week}
        fallback={today}
        onChange={(week) => change({ week })}
        errorMessage={errorOf('week')}
      />
      <fieldset className={styles.picker} aria-invalid={errorOf('kinds') !== undefined}>
        <legend>{t('booklet.kinds')}</legend>
        {BOOKLET_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            isSelected={values.kinds.includes(kind)}
            onChange={(isOn) =>
              change({ kinds: BOOKLET_KINDS.filter((one) => (one === kind ? isOn : values.kinds.includes(one))) })
            }
          >
            {t(`booklet.kind_${kind}`)}
          </Checkbox>
        ))}
        <Problem text={errorOf('kinds')} />
      </fieldset>
      {values.version_uuid === null && (
        <Checkbox isSelected={values.has_changes} onChange={(has_changes) => change({ has_changes })}>
          {t('booklet.changes')}
        </Checkbox>
      )}
    </FormDialog>
  );
}
